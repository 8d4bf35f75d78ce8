import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../ground/errors.ts';

/** The names, in the kernel's list, of what has blocks and is plugged in by USB. What is pulled out meanwhile is not. */
export function onUsb(list: string): readonly string[] {
  return readdirSync(list)
    .filter((name) => {
      try {
        return /\/usb\d+\//.test(realpathSync(join(list, name)));
      } catch (error) {
        if (systemCode(error) === null) throw error;
        return false;
      }
    })
    .sort();
}

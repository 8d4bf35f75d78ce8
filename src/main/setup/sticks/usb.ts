import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../ground/errors.ts';

/** The names of the USB block devices in the kernel's list. A device that is just pulled out is omitted. */
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

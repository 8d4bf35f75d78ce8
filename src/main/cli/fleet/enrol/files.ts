import { writeFileSync } from 'node:fs';
import { systemCode, VitrineError } from '../../../errors.ts';

/** For its owner alone. One that is there is never overwritten: it may be in use. */
export function writeSecret(path: string, value: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    const isThere = systemCode(cause) === 'EEXIST';
    throw new VitrineError(
      'permanent',
      isThere ? 'file-exists' : 'file-not-written',
      `${path} ${isThere ? 'is there already' : `cannot be written: ${systemCode(cause)}`}.`,
      {
        remedy: 'Give another name, or remove it first.',
        cause,
      },
    );
  }
}

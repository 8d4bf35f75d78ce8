import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCode } from '../../ground/errors.ts';
import { onUsb } from './usb.ts';
import { fileInRoot } from './volume.ts';

// Started for each connection to vitrine-stick.socket. It reads only USB sticks, writes nowhere, and prints the
// vitrine.json of each root folder as one line of JSON. Arguments: the kernel's list of block devices, and the
// folder of the devices.

const mostBytes = 64 * 1024;
const mostSticks = 8;

const [, , list = '/sys/class/block', devices = '/dev'] = process.argv;

function foundOn(device: string): string | null {
  const file = openSync(join(devices, device), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isBlockDevice()) return null;
    const found = fileInRoot(
      (offset, length) => {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      },
      'vitrine.json',
      mostBytes,
    );
    if (found === null) return null;
    return JSON.stringify({ device, size: found.size, text: found.bytes?.toString('utf8') ?? '' });
  } finally {
    closeSync(file);
  }
}

for (const stick of onUsb(list).slice(0, mostSticks)) {
  try {
    const line = foundOn(basename(stick));
    if (line !== null) process.stdout.write(`${line}\n`);
  } catch (error) {
    // Pulled out, broken, or a reader without a card.
    if (systemCode(error) === null) throw error;
  }
}

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCode } from '../../ground/errors.ts';
import { linesOf } from './disks.ts';
import { onUsb } from './usb.ts';

// Started for each connection to vitrine-stick.socket. It reads only USB sticks, writes nowhere, and prints the
// vitrine.json of each root folder as one line of JSON, and a line for each stick that it cannot read. Arguments: the
// kernel's list of block devices, and the folder of the devices.

const mostSticks = 8;

const [, , list = '/sys/class/block', devices = '/dev'] = process.argv;

const lines = linesOf({
  devices: onUsb(list)
    .slice(0, mostSticks)
    .map((path) => basename(path)),
  isRemovable(disk) {
    try {
      return readFileSync(join(list, disk, 'removable'), 'utf8').trim() === '1';
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return false;
    }
  },
  opened(device, act) {
    const file = openSync(join(devices, device), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(file).isBlockDevice()) return null;
      return act((offset, length) => {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      });
    } finally {
      closeSync(file);
    }
  },
});
for (const line of lines) process.stdout.write(`${line}\n`);

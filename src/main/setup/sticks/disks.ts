import { systemCode } from '../../ground/errors.ts';
import { fileInRoot, hasVolume, type ReadAt } from './volume.ts';

const mostBytes = 64 * 1024;

interface DisksNeeds {
  /** Names of devices: disks and their partitions. */
  readonly devices: readonly string[];
  /** Sticks and cards; a disk on a cable is none, as the system itself may be on it. */
  isRemovable(disk: string): boolean;
  /** Null: no device. */
  opened<Result>(device: string, act: (read: ReadAt) => Result): Result | null;
}

/** The reader's answer, line by line: each vitrine.json, and each stick without a partition that could have one. */
export function* linesOf({ devices, isRemovable, opened }: DisksNeeds): Iterable<string> {
  /** By disk: whether one of its devices has a volume. */
  const disks = new Map<string, boolean>();
  for (const device of devices) {
    // Only SCSI disks are allowed: sdb, sdb1.
    const disk = device.replaceAll(/\d/g, '');
    try {
      const line = opened(device, (read) => {
        if (read(0, 512).length < 512) return null;
        disks.set(disk, disks.get(disk) === true || hasVolume(read));
        const found = fileInRoot(read, 'vitrine.json', mostBytes);
        if (found === null) return null;
        return JSON.stringify({ device, size: found.size, text: found.bytes?.toString('utf8') ?? '' });
      });
      if (line !== null) yield line;
    } catch (error) {
      // Pulled out, broken, or a reader without a card.
      const code = systemCode(error);
      if (code === null) throw error;
      if (code === 'EIO' && !disks.has(disk)) disks.set(disk, false);
    }
  }
  for (const [disk, isReadable] of disks)
    if (!isReadable && isRemovable(disk)) yield JSON.stringify({ device: disk, isUnreadable: true });
}

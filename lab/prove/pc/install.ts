import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { emptyDisk, identityOf } from './disk.ts';
import { codeIn, colourIn } from './picture.ts';
import { hasGrown, pressPower } from './set-up.ts';
import { gigabyte, type World } from './world.ts';

/** A running machine writes the image to another disk, as the guide says, and that disk starts alone. */
export async function install(world: World): Promise<void> {
  const [running, target, packed] = ['installer.raw', 'target.raw', 'image.zst'].map((name) =>
    join(world.work, name),
  ) as [string, string, string];
  execFileSync('zstd', ['-q', '-f', '-1', '-T0', world.image, '-o', packed]);
  emptyDisk(target, 12 * gigabyte);
  world.disk('installer', 4 * gigabyte);
  try {
    await write(world, running, packed, target);
    const pc = await world.boot({ disk: target, name: 'installed' }, codeIn);
    try {
      await pressPower(world, pc, 'installed');
      hasGrown(world, target, 12 * gigabyte);
      world.differs('installer', identityOf(running));
      world.differs('installed', identityOf(target));
    } finally {
      await pc.cut();
    }
  } finally {
    for (const file of [running, target, packed]) rmSync(file, { force: true });
  }
}

async function write(world: World, disk: string, packed: string, target: string): Promise<void> {
  const pc = await world.boot(
    { disk, sources: { image: packed }, targets: { target }, name: 'installer' },
    colourIn,
  );
  try {
    await pc.logIn();
    const from = pc.seconds;
    const by = '/dev/disk/by-id/ata-QEMU_HARDDISK_';
    // The rest of the last sector is no part of the file.
    const read = `head -c ${statSync(packed).size} ${by}image | zstd -dc`;
    await pc.shell(`set -o pipefail; ${read} | dd of=${by}target bs=4M conv=fsync 2>/dev/null`, 1200);
    world.check('written by dd', true, `${(pc.seconds - from).toFixed(0)} s`);
    await pressPower(world, pc, 'installer');
  } finally {
    await pc.cut();
  }
}

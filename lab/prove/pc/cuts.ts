import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { violationsOn } from '../../../test/support/store-violations.ts';
import { until } from '../../../test/support/until.ts';
import type { CachedDisk } from './cached-disk.ts';
import { playerFolder } from './disk.ts';
import { colourIn } from './picture.ts';
import { ServedDisk } from './served-disk.ts';
import { pressPower } from './set-up.ts';
import { gigabyte, type World } from './world.ts';

/** By the machine's clock. After shorter ones, so many outages in a row would lead to safe mode, as they should. */
const outageMs = 11 * 60_000;
const mostSyncMs = 300_000;
/** Before each cut, copies of the disk as a cut would leave it: a start takes minutes, a copy seconds. */
const [syncs, copiesOfEach] = [2, 4];
/** What a sync has written and not flushed at such a moment, if it comes to so many blocks. */
const [mostBlocks, mostWaitMs] = [100, 5000];

/** The power fails while the player syncs, and half of what the disk has not flushed is lost. */
export async function cuts(world: World): Promise<void> {
  const disk = world.disk('cuts', 4 * gigabyte);
  let date = new Date();
  try {
    for (let count = 1; count <= world.cuts; count++) {
      await cutInMidSync(world, disk, date, `cut-${count}`);
      date = new Date(date.getTime() + outageMs);
    }
    await lastStart(world, disk, date);
  } finally {
    rmSync(disk, { force: true });
  }
}

async function cutInMidSync(world: World, disk: string, date: Date, name: string): Promise<void> {
  const served = await ServedDisk.start(disk, world.work);
  const copy = `${disk}.copy`;
  const isLost = (): boolean => world.chance.of(0.5);
  try {
    const pc = await world.boot({ disk: served.address, date, name }, colourIn);
    try {
      for (let sync = 1; sync <= syncs; sync++) {
        await midSync(world);
        for (let each = 1; each <= copiesOfEach; each++) {
          await blocks(served.cached, 1 + world.chance.below(mostBlocks));
          const unflushed = served.cached.copyAfterCut(copy, isLost);
          await judge(world, copy, `${name}: moment ${sync}.${each}`, `${unflushed} blocks`);
        }
      }
      await midSync(world);
      await blocks(served.cached, 1 + world.chance.below(mostBlocks));
    } finally {
      await pc.cut();
    }
  } finally {
    const { unflushed, lost } = served.cut(isLost);
    world.check(`${name}: power`, true, `${lost} of ${unflushed} unflushed blocks lost`);
  }
  // Not by Node, which fills the holes.
  execFileSync('cp', [disk, copy]);
  await judge(world, copy, `${name}: the store`);
}

/** New content, of which a file has been requested. */
async function midSync(world: World): Promise<void> {
  const before = world.downloads;
  world.edit();
  await until('a download', () => world.downloads > before, mostSyncMs);
}

async function blocks(disk: CachedDisk, count: number): Promise<void> {
  const end = performance.now() + mostWaitMs;
  while (disk.unflushed < count && performance.now() < end) await wait(1);
}

/** What the store says beside the bytes. */
async function judge(world: World, disk: string, name: string, more = ''): Promise<void> {
  const { data, code } = playerFolder(disk, join(world.work, 'player'));
  rmSync(disk);
  const violations = await violationsOn(data);
  // Up to 3: repaired, as before each mount.
  const isWell = code <= 3 && violations.length === 0;
  world.check(name, isWell, [more, `e2fsck ${code}`, ...violations].filter(Boolean).join(', '));
}

async function lastStart(world: World, disk: string, date: Date): Promise<void> {
  const name = 'after-cuts';
  const pc = await world.boot({ disk, date, name }, colourIn);
  try {
    await pc.logIn();
    const { mode, sentence } = await pc.health();
    world.check(`${name}: mode`, mode === 'normal', `${mode}: ${sentence}`);
    await pressPower(world, pc, name);
  } finally {
    await pc.cut();
  }
}

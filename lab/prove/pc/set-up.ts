import { rmSync } from 'node:fs';
import { dataSize, identityOf, partition } from './disk.ts';
import type { Pc } from './pc.ts';
import { codeIn, colourIn, type Picture } from './picture.ts';
import { gigabyte, type World } from './world.ts';

export const isGreen = (seen: Picture): true | null => (colourIn(seen) === 'green' ? true : null);

/** The whole partition but for less than its last block. */
export function hasGrown(world: World, disk: string, bytes: number): void {
  const { size } = partition(disk, 'vitrine-data');
  const used = dataSize(disk);
  world.check(
    `data grew to ${bytes / gigabyte} GB`,
    size > bytes - 3 * gigabyte && size - used < 1e6,
    `${(used / gigabyte).toFixed(2)} GB`,
  );
}

export async function pressPower(world: World, pc: Pc, name: string): Promise<void> {
  const from = pc.seconds;
  await pc.shutDown();
  world.check(`${name}: power button`, true, `off after ${(pc.seconds - from).toFixed(0)} s`);
}

/** From the first start over a stick to the second start. */
export async function setUp(world: World): Promise<void> {
  const disk = world.disk('set-up', 8 * gigabyte, 'new');
  let pc = await world.boot({ disk, name: 'setup-screen' }, codeIn);
  try {
    const pluggedAt = pc.seconds;
    await pc.plugIn('owner', world.stick());
    await pc.until('stick-to-first-item', 180, isGreen);
    world.line('stick-to-first-item', pc.seconds - pluggedAt);
    await pc.pullOut('owner');
    await pressPower(world, pc, 'set up');
    hasGrown(world, disk, 8 * gigabyte);
    const first = identityOf(disk);
    world.check('machine id', /^[0-9a-f]{32}$/.test(first.machine), first.machine);
    world.check('no host key without an owner', first.hostKey === '');
    world.admitOwner(disk);
    pc = await world.boot({ disk, name: 'second-boot' }, isGreen);
    const named = await pc.logIn();
    world.check('SSH with the key alone', named === 'root', named);
    await pressPower(world, pc, 'second boot');
    const { machine, hostKey } = identityOf(disk);
    world.check('machine id stays', machine === first.machine, machine);
    world.check('host key', hostKey !== '', hostKey.slice(-12));
    world.differs('set-up', identityOf(disk));
  } finally {
    await pc.cut();
    rmSync(disk);
  }
}

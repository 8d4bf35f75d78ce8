import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import type { CachedDisk } from './cached-disk.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { ServedDisk } from './served-disk.ts';
import { pressPower } from './set-up.ts';
import { gigabyte, mostSeconds, type World } from './world.ts';

interface Place {
  readonly pc: Pc;
  readonly disk: CachedDisk;
}

interface Fault {
  readonly name: string;
  readonly seconds: number;
  begin(place: Place): unknown;
  end(place: Place): unknown;
  /** A reason of health meanwhile; null: the page cannot be reached, or has nothing to say. */
  readonly reason: RegExp | null;
  /** The machine goes on with the next content afterwards, or after it was switched off and on. */
  readonly recovers: 'at once' | 'after a start';
}

const ballast = '/var/tmp/ballast';
const allow = ({ disk }: Place): void => {
  disk.failing = 'none';
};

const faults: readonly Fault[] = [
  {
    name: 'cable-out',
    seconds: 60,
    begin: ({ pc }) => pc.plugCable(false),
    end: ({ pc }) => pc.plugCable(true),
    reason: null,
    recovers: 'at once',
  },
  {
    name: 'disk-full',
    seconds: 60,
    // Until nothing fits: dd ends with an error.
    begin: ({ pc }) => pc.shell(`dd if=/dev/zero of=${ballast} bs=1M 2>/dev/null; sync`, 600),
    end: ({ pc }) => pc.shell(`rm ${ballast}`),
    reason: /^disk/,
    recovers: 'at once',
  },
  {
    name: 'writes-fail',
    seconds: 60,
    begin: ({ disk }) => {
      disk.failing = 'writes';
    },
    end: allow,
    reason: /^disk/,
    recovers: 'after a start',
  },
  {
    name: 'disk-gone',
    seconds: 60,
    begin: ({ disk }) => {
      disk.failing = 'all';
    },
    end: allow,
    reason: null,
    recovers: 'after a start',
  },
];

/** The show goes on through each fault, and takes new content after it. A start follows where a fault ends only by one. */
export async function faulty(world: World): Promise<void> {
  const file = world.disk('faults', 4 * gigabyte);
  world.add('blue');
  const left = [...faults];
  try {
    for (let start = 1; left.length > 0; start++) {
      const last = left.findIndex(({ recovers }) => recovers === 'after a start');
      await meet(world, file, left.splice(0, last < 0 ? left.length : last + 1), `faults-${start}`);
    }
    await longAgo(world, file);
  } finally {
    rmSync(file, { force: true });
  }
}

async function meet(world: World, file: string, these: readonly Fault[], name: string): Promise<void> {
  const served = await ServedDisk.start(file, world.work);
  try {
    const pc = await world.boot({ disk: served.address, name }, colourIn);
    try {
      await pc.logIn();
      await catchesUp(world, pc, name);
      for (const fault of these) await happens(world, { pc, disk: served.cached }, fault);
    } finally {
      await pc.cut();
    }
  } finally {
    served.cut(() => false);
  }
}

async function happens(world: World, place: Place, fault: Fault): Promise<void> {
  const { name, seconds, reason } = fault;
  const { pc } = place;
  await moves(world, pc, `${name}: before`);
  await fault.begin(place);
  world.edit();
  await wait(seconds * 1000);
  await moves(world, pc, `${name}: meanwhile`);
  if (reason !== null) await says(world, pc, name, reason);
  await fault.end(place);
  if (fault.recovers === 'at once') await catchesUp(world, pc, name);
}

/** Two entries of different colours take turns. */
async function moves(world: World, pc: Pc, name: string): Promise<void> {
  const from = pc.seconds;
  const seen = new Set<string>();
  while (seen.size < 2 && pc.seconds - from < 120) {
    const colour = colourIn(await pc.look());
    if (colour !== null) seen.add(colour);
    await wait(1000);
  }
  pc.keep(name.replace(': ', '-'));
  world.check(`${name}: the show`, seen.size === 2, `${[...seen].join(', ')}, ${pc.resets.join(', ')}`);
}

async function says(world: World, pc: Pc, name: string, reason: RegExp): Promise<void> {
  const { reasons, sentence } = await pc.health();
  world.check(
    `${name}: health`,
    reasons.some(({ code }) => reason.test(code)),
    sentence,
  );
  for (const path of ['/api/status', '/metrics'])
    world.check(`${name}: ${path}`, (await pc.page(path)) !== null);
}

async function catchesUp(world: World, pc: Pc, name: string): Promise<void> {
  const [from, before] = [pc.seconds, world.downloads];
  world.edit();
  await until('a download', () => world.downloads > before, mostSeconds * 1000);
  world.check(`${name}: next content`, true, `requested after ${(pc.seconds - from).toFixed(0)} s`);
}

/** The battery of the clock is empty. */
async function longAgo(world: World, disk: string): Promise<void> {
  const name = 'clock-1970';
  const pc = await world.boot({ disk, name, date: new Date(0) }, colourIn);
  try {
    await pc.logIn();
    await moves(world, pc, name);
    await catchesUp(world, pc, name);
    const { sentence } = await pc.health();
    world.check(`${name}: its clock`, true, `${await pc.shell('date -u +%F')}: ${sentence}`);
    await pressPower(world, pc, name);
  } finally {
    await pc.cut();
  }
}

import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import type { CachedDisk } from './cached-disk.ts';
import { longAgo } from './clock.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { ServedDisk } from './served-disk.ts';
import { catchesUp, moves } from './show.ts';
import { gigabyte, mostSeconds, type World } from './world.ts';

interface Place {
  readonly pc: Pc;
  readonly disk: CachedDisk;
}

interface Fault {
  readonly name: string;
  begin(place: Place): unknown;
  /** The machine starts again by itself; a disk that hangs is back then. */
  restarts?(place: Place): unknown;
  end?(place: Place): unknown;
  /** A reason of health meanwhile; null: the page cannot be reached, or has nothing to say. */
  readonly reason: RegExp | null;
  /** The machine goes on with the next content afterwards, or after it was switched off and on. */
  readonly recovers: 'at once' | 'after a start';
}

const faultSeconds = 60;
const ballast = '/var/tmp/ballast';

const faults: readonly Fault[] = [
  {
    name: 'cable-out',
    begin: ({ pc }) => pc.plugCable(false),
    end: ({ pc }) => pc.plugCable(true),
    reason: null,
    recovers: 'at once',
  },
  {
    name: 'disk-full',
    // Until nothing fits: dd ends with an error.
    begin: ({ pc }) => pc.shell(`dd if=/dev/zero of=${ballast} bs=1M 2>/dev/null; sync`, 600),
    end: ({ pc }) => pc.shell(`rm ${ballast}`),
    reason: /^disk/,
    recovers: 'at once',
  },
  {
    name: 'disk-hangs',
    begin: ({ disk }) => {
      disk.failing = 'all';
    },
    restarts: ({ disk }) => {
      disk.failing = 'none';
    },
    reason: null,
    recovers: 'at once',
  },
  {
    name: 'writes-fail',
    begin: ({ disk }) => {
      disk.failing = 'writes';
    },
    restarts: () => undefined,
    reason: /^disk/,
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
  const { name, reason, restarts } = fault;
  const { pc } = place;
  await moves(world, pc, `${name}: before`);
  const [from, before] = [pc.seconds, pc.resets.length];
  await fault.begin(place);
  world.edit();
  if (restarts === undefined) await wait(faultSeconds * 1000);
  else {
    await until(`a restart after ${name}`, () => pc.resets.length > before, mostSeconds * 1000);
    await restarts(place);
    world.check(`${name}: restart`, true, `after ${(pc.seconds - from).toFixed(0)} s`);
    await pc.startsAgain(name, mostSeconds, colourIn);
    world.line(name, pc.seconds - from);
    await pc.logIn();
  }
  await moves(world, pc, `${name}: meanwhile`);
  if (reason !== null) await says(world, pc, name, reason);
  await fault.end?.(place);
  if (fault.recovers === 'at once') await catchesUp(world, pc, name);
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

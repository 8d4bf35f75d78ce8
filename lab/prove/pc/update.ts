import { readFileSync, rmSync } from 'node:fs';
import type { Status } from '../../../src/main/report/status.ts';
import { Builds } from '../../../test/machine/builds.ts';
import { until } from '../../../test/support/until.ts';
import { serve } from '../../../test/update/support/site.ts';
import { host } from './hardware.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { pressPower } from './set-up.ts';
import { catchesUp, moves } from './show.ts';
import { gigabyte, mostSeconds, type World } from './world.ts';

const version = '99.0.0';
/** Ten minutes without trouble, after it was fetched, unpacked and started. */
const trialSeconds = 2 * mostSeconds;
/** One player ends, and another one starts: a minute here, on a quiet machine. */
const mostBlackSeconds = 180;

/** The player updates itself from a server, is kept after its trial of real minutes, and goes back when that release is recalled. */
export async function update(world: World): Promise<void> {
  const disk = world.disk('update', 4 * gigabyte);
  const builds = await Builds.make();
  await builds.publish(version);
  const server = await serve(builds.site.path);
  try {
    const pc = await world.boot({ disk, name: 'before-update' }, colourIn);
    try {
      await pc.logIn();
      await follow(pc, builds.site.root, server.url.replace('127.0.0.1', host));
      const before = (await statusOf(pc)).version;
      await becomes(world, pc, version);
      await catchesUp(world, pc, 'update');
      await builds.recall(version);
      await becomes(world, pc, before);
      const { blocked } = (await statusOf(pc)).update;
      world.check('back: blocked', blocked[0]?.version === version, blocked[0]?.code);
      await moves(world, pc, 'back');
      const { verdict, sentence } = await pc.health();
      world.check('back: health', verdict === 'well', sentence);
      await pressPower(world, pc, 'update');
    } finally {
      await pc.cut();
    }
  } finally {
    await server.close();
    builds.throwAway();
    rmSync(disk, { force: true });
  }
}

/** As the guide says: the publisher's root, and the address of the server. */
async function follow(pc: Pc, root: string, url: string): Promise<void> {
  const [rootFile, file] = ['/etc/vitrine/root.json', '/etc/vitrine/config.json'];
  await pc.write(rootFile, readFileSync(root, 'utf8'));
  const config = JSON.parse(await pc.shell(`cat ${file}`)) as object;
  await pc.write(file, JSON.stringify({ ...config, update: { url } }));
  await pc.shell('systemctl restart vitrine', mostSeconds);
  await until('a show', async () => (await pc.status())?.nowPlaying, mostSeconds * 1000);
}

const statusOf = (pc: Pc): Promise<Status> => until('status', () => pc.status(), mostSeconds * 1000);

/** By request, at once. Done when it runs, is no longer on trial, and plays. */
async function becomes(world: World, pc: Pc, wanted: string): Promise<void> {
  const from = pc.seconds;
  // It answers once the release is unpacked.
  const request = pc.shell('vitrine update now', mostSeconds).catch(String);
  let [black, seenAt, isDone] = [0, pc.seconds, false];
  while (!isDone && pc.seconds - from < trialSeconds) {
    const status = await pc.status();
    isDone = status?.version === wanted && status.update.trial === null && status.nowPlaying !== null;
    const found = colourIn(await pc.look());
    if (found === null) black += pc.seconds - seenAt;
    seenAt = pc.seconds;
  }
  const name = `version-${wanted}`;
  pc.keep(name);
  world.line(name, pc.seconds - from);
  const status = await statusOf(pc);
  world.check(`${name}: runs`, isDone, `${status.version}, ${status.update.state}: ${await request}`);
  world.check(`${name}: no picture`, black < mostBlackSeconds, `for ${black.toFixed(0)} s in all`);
}

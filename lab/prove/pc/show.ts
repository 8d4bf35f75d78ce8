import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../test/support/until.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { mostSeconds, type World } from './world.ts';

/** Two entries of different colours take turns. */
export async function moves(world: World, pc: Pc, name: string): Promise<void> {
  const from = pc.seconds;
  const seen = new Set<string>();
  while (seen.size < 2 && pc.seconds - from < 120) {
    const colour = colourIn(await pc.look());
    if (colour !== null) seen.add(colour);
    await wait(1000);
  }
  pc.keep(name.replace(': ', '-').replaceAll(' ', '-'));
  world.check(`${name}: the show`, seen.size === 2, [[...seen].join(', '), ...pc.resets].join('; '));
}

export async function catchesUp(world: World, pc: Pc, name: string): Promise<void> {
  const [from, before] = [pc.seconds, world.downloads];
  world.edit();
  await until('a download', () => world.downloads > before, mostSeconds * 1000);
  world.check(`${name}: next content`, true, `requested after ${(pc.seconds - from).toFixed(0)} s`);
}

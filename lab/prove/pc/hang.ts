import { rmSync } from 'node:fs';
import { until } from '../../../test/support/until.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { pressPower } from './set-up.ts';
import { gigabyte, mostSeconds, type World } from './world.ts';

/** What root runs, and who resets the machine then. */
const ends: Readonly<Record<string, { readonly command: string; readonly by: RegExp }>> = {
  'kernel-crash': { command: 'echo c >/proc/sysrq-trigger', by: /^RESET/ },
  // A crashed kernel that does not restart by itself: all that is left is the hardware.
  'kernel-hang': { command: 'sysctl -q kernel.panic=0; echo c >/proc/sysrq-trigger', by: /^WATCHDOG/ },
  // Followed by a process that does not go on, systemd stands still: PTRACE_ATTACH is 16, and ptrace is 101.
  'systemd-hang': { command: `perl -e 'syscall(101, 16, 1, 0, 0); sleep'`, by: /^WATCHDOG/ },
};

/** A machine whose kernel or first process has ended or hangs starts again by itself. */
export async function hang(world: World): Promise<void> {
  const disk = world.disk('hang', 4 * gigabyte);
  try {
    const pc = await world.boot({ disk, name: 'before-hang' }, colourIn);
    try {
      for (const [name, { command, by }] of Object.entries(ends)) await end(world, pc, name, command, by);
      await pressPower(world, pc, 'after hangs');
    } finally {
      await pc.cut();
    }
  } finally {
    rmSync(disk, { force: true });
  }
}

async function end(world: World, pc: Pc, name: string, command: string, by: RegExp): Promise<void> {
  await pc.logIn();
  const [from, before] = [pc.seconds, pc.resets.length];
  await pc.shell(`sh -c "(sleep 2; ${command.replaceAll('"', '\\"')}) </dev/null >/dev/null 2>&1 &"`);
  await until(`a reset after ${name}`, () => pc.resets.length > before, mostSeconds * 1000);
  const cause = pc.resets[before] ?? '';
  world.check(`${name}: reset`, by.test(cause), `after ${(pc.seconds - from).toFixed(0)} s: ${cause}`);
  await pc.startsAgain(name, mostSeconds, colourIn);
  world.line(name, pc.seconds - from);
}

import { rmSync } from 'node:fs';
import { codeIn } from './picture.ts';
import { isGreen, pressPower } from './set-up.ts';
import { catchesUp, moves } from './show.ts';
import { gigabyte, type World } from './world.ts';

const updates = 3;
const wanted = '/^(MemTotal:|MemAvailable:|oom_kill) /';

/** A machine with 1 GiB is set up, plays and takes new content, and its kernel ends no process for want of memory. */
export async function memory(world: World): Promise<void> {
  const disk = world.disk('memory', 4 * gigabyte, 'new');
  world.admitOwner(disk);
  try {
    const pc = await world.boot({ disk, mebibytes: 1024, name: 'memory' }, codeIn);
    try {
      const pluggedAt = pc.seconds;
      await pc.plugIn('owner', world.stick());
      await pc.until('memory-first-item', 180, isGreen);
      world.line('memory-first-item', pc.seconds - pluggedAt);
      await pc.logIn();
      for (let count = 1; count <= updates; count++) await catchesUp(world, pc, `memory ${count}`);
      await moves(world, pc, 'memory: after it');
      const { mode, verdict, sentence } = await pc.health();
      world.check('memory: health', mode === 'normal' && verdict === 'well', `${mode}, ${sentence}`);
      const figures = await pc.shell(`awk '${wanted} {print $2}' /proc/meminfo /proc/vmstat`);
      const [total, available, killed] = figures.split('\n').map(Number);
      const amounts = [total, available].map((kibibytes = 0) => Math.round(kibibytes / 1024));
      world.check('memory: nothing killed', killed === 0, `${amounts[1]} of ${amounts[0]} MiB available`);
      await pressPower(world, pc, 'memory');
    } finally {
      await pc.cut();
    }
  } finally {
    rmSync(disk, { force: true });
  }
}

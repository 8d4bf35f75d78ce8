import { readFileSync } from 'node:fs';
import { until } from '../../../test/support/until.ts';
import type { Pc } from './pc.ts';
import { colourIn } from './picture.ts';
import { secureCms } from './secure-cms.ts';
import { pressPower } from './set-up.ts';
import { catchesUp, moves } from './show.ts';
import { mostSeconds, type World } from './world.ts';

/** The kernel refuses a clock at which it would have started before 1970. */
const day = 86_400;
const name = 'clock-1970';

/** The battery of the clock is empty: the show goes on, says why its CMS cannot be trusted, and takes new content once the time is right. */
export async function longAgo(world: World, disk: string): Promise<void> {
  const cms = await secureCms(world.cms.baseUrl);
  try {
    const pc = await world.boot({ disk, name, date: new Date(0) }, colourIn);
    try {
      await pc.logIn();
      // systemd sets it to the last time that it knows.
      world.check(`${name}: at the start`, true, await pc.shell('date -u +%F'));
      await moves(world, pc, name);
      await catchesUp(world, pc, name);
      await pc.write('/etc/vitrine/ca.pem', readFileSync(cms.caFile, 'utf8'));
      const { url } = cms;
      const { token } = world.cms;
      const secure = { cms: { url, token, caFile: '/etc/vitrine/ca.pem' }, playlist: world.cms.playlistId };
      await pc.write('/etc/vitrine/config.json', JSON.stringify(secure));
      await pc.shell(`date -s @${day} && systemctl restart vitrine`, mostSeconds);
      await distrusts(world, pc);
      await pc.shell(`date -s @${Math.round(Date.now() / 1000)}`);
      await catchesUp(world, pc, `${name}: set right`);
      await moves(world, pc, `${name}: set right`);
      await pressPower(world, pc, name);
    } finally {
      await pc.cut();
    }
  } finally {
    await cms.close();
  }
}

async function distrusts(world: World, pc: Pc): Promise<void> {
  const error = await until(
    'the reason',
    async () => (await pc.status())?.sync.lastError,
    mostSeconds * 1000,
  );
  world.check(`${name}: TLS`, error.code === 'cms-tls-clock', String(error.message));
  await moves(world, pc, `${name}: TLS`);
}

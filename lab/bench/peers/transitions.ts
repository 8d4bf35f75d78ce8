// Recordings of the display while the player's stage and the peer's renderer play the same show in the same browser, by turns.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStage, portOf, type StageUnderTest } from '../../../test/renderer/harness.ts';
import { looping, programmeMessage } from '../../../test/renderer/programmes.ts';
import { watchMachine } from '../../support/machine-watch.ts';
import { median } from '../../support/median.ts';
import { analyse, outside, type ShownItem, type Verdict } from '../stage/analysis.ts';
import { makeCodedClip, makeCodedImage } from '../stage/media.ts';
import { record } from '../stage/recording.ts';
import { cuesOf, kinds, servePages } from '../stage/transitions.ts';
import { layoutPage } from './layout.ts';

/** The peer counts whole seconds. */
const itemMs = 1_000;
const passes = 3;

/** Cuts alone: the peer's fades begin at the background of the layout. */
const items: readonly ShownItem[] = kinds.map((kind, id) => ({
  id,
  kind,
  transition: 'cut',
  transitionMs: 0,
  durationMs: itemMs,
  frames: kind === 'video' ? 30 : 1,
}));
const known = new Map(items.map((item) => [item.id, item]));

export async function compareTransitions(folder: string, rounds: number): Promise<void> {
  const media = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const web = await servePages();
  const site = `http://127.0.0.1:${portOf(web)}`;
  try {
    for (const { id, kind, frames } of items) {
      if (kind === 'video') await makeCodedClip(media, id, frames);
      if (kind === 'image') await makeCodedImage(media, id);
    }
    await writeFile(join(media, 'peer.html'), await layoutPage(folder, items, site));
    console.log(`\nTransitions: ${rounds} recordings of each by turns, without the pauses of the machine`);
    for (let round = 0; round < rounds; round++) {
      await watch(media, 'player', (stage) =>
        stage.send(programmeMessage(looping('loop', cuesOf(items, site)))),
      );
      await watch(media, 'peer', async ({ page, origin }) => {
        await page.goto(`${origin}/media/peer.html`);
        await page.evaluate('start()');
      });
    }
  } finally {
    web.closeAllConnections();
    web.close();
    await rm(media, { recursive: true, force: true });
  }
}

async function watch(
  media: string,
  name: string,
  begin: (stage: StageUnderTest) => Promise<unknown>,
): Promise<void> {
  const stage = await openStage({ media });
  const machine = await watchMachine();
  try {
    const recording = await record(stage.display, `${stage.width}x${stage.height}`);
    const began = Date.now();
    await begin(stage);
    await wait(passes * items.length * itemMs + 2_000);
    await recording.stop();
    const { unseen, pauses } = await machine.pauses();
    const own = { unseen, pauses: pauses.filter(({ until }) => until > began) };
    print(name, outside(analyse(recording.sights, known), own));
  } finally {
    machine.stop();
    await stage.close();
  }
}

function print(
  name: string,
  { transitions, black, foreign, lostWithin, framesWithin, pictures, worstGapMs }: Verdict,
): void {
  const lost = lostWithin.reduce((sum, { frames }) => sum + frames, 0);
  const starts = transitions.flatMap(({ lostAtStart }) => lostAtStart ?? []);
  console.log(
    `${name.padEnd(7)} ${transitions.length} transitions, ${pictures} pictures: black ${black.length}, ` +
      `foreign or stale ${foreign.length}; first picture of a clip: frame ${median(starts)}; ` +
      `lost within clips ${lost} of ${framesWithin}; longest gap of the recording ${worstGapMs.toFixed(0)} ms`,
  );
}

// Records the real display while coded clips, pictures and pages alternate, and says what a person would have seen.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '../src/shared/programme.ts';
import { openStage, portOf, type StageUnderTest } from '../test/renderer/harness.ts';
import { cue, image, looping, page, programmeMessage, video } from '../test/renderer/programmes.ts';
import { analyse, quantile, type ShownItem, type Verdict } from './bench-stage-analysis.ts';
import { codedPage, makeCodedClip, makeCodedImage } from './bench-stage-media.ts';
import { record } from './bench-stage-recording.ts';

const clipFrames = 45;
const transitionMs = 300;

/** In a circle, every kind follows every kind. */
const kinds = ['video', 'video', 'image', 'image', 'page', 'page', 'video', 'page', 'image'] as const;
const items: readonly ShownItem[] = (['cut', 'fade', 'slide'] as const).flatMap((transition, group) =>
  kinds.map((kind, index) => ({
    id: group * kinds.length + index,
    kind,
    transition,
    transitionMs: transition === 'cut' ? 0 : transitionMs,
    durationMs: kind === 'video' ? (clipFrames * 1000) / 30 : 1_200,
    frames: kind === 'video' ? clipFrames : 1,
  })),
);
const known = new Map(items.map((item) => [item.id, item]));
const passMs = items.reduce((sum, item) => sum + item.durationMs, 0);

/** Resolves when everything is measured and written down. */
export async function measureTransitions(rounds: number, json: boolean): Promise<void> {
  const media = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  for (const item of items) {
    if (item.kind === 'video') await makeCodedClip(media, item.id, clipFrames);
    if (item.kind === 'image') await makeCodedImage(media, item.id);
  }
  await writeFile(join(media, 'naive.html'), naivePage());
  const web = await servePages();
  const stage = await openStage({ media });
  const cues = cuesOf(`http://127.0.0.1:${portOf(web)}`);
  const verdicts: Record<string, Verdict & { readonly lateness?: readonly number[] }> = {};
  try {
    verdicts.loop = await watch(stage, () => stage.send(programmeMessage(looping('loop', cues))), rounds);
    verdicts.step = await inStep(stage, cues, rounds);
    await stage.page.goto(`${stage.origin}/media/naive.html`);
    verdicts.naive = await watch(stage, () => stage.page.evaluate('start()'), 1);
  } finally {
    await stage.close();
    web.closeAllConnections();
    web.close();
    await rm(media, { recursive: true, force: true });
  }
  if (json) console.log(JSON.stringify(verdicts));
  else for (const [name, verdict] of Object.entries(verdicts)) print(name, verdict);
}

async function watch(
  stage: StageUnderTest,
  begin: () => Promise<unknown>,
  passes: number,
  from?: number,
): Promise<Verdict> {
  const recording = record(stage.display, `${stage.width}x${stage.height}`);
  await begin();
  await new Promise((resolve) => setTimeout(resolve, passMs * passes + 2_000));
  await recording.stop();
  return analyse(recording.sights, known, from);
}

/** The same by the clock: every start has an instant, and lateness is what the display shows against it. */
async function inStep(
  stage: StageUnderTest,
  cues: readonly Cue[],
  rounds: number,
): Promise<Verdict & { readonly lateness: readonly number[] }> {
  const anchor = Date.now() + 1_500;
  const programme = looping('step', cues, { inStep: true, editionId: 'step' });
  const parts = programme.parts.map((part) => ({ ...part, from: anchor, anchor }));
  const before = { from: 0, anchor: 0, sequence: { seed: null, items: [] } };
  const message = programmeMessage({ ...programme, parts: [before, ...parts] });
  const verdict = await watch(stage, () => stage.send(message), rounds, anchor);
  const starts = new Map(
    items.map((item, index) => [
      item.id,
      items.slice(0, index).reduce((sum, other) => sum + other.durationMs, 0),
    ]),
  );
  const lateness = verdict.transitions
    .filter(({ kind }) => kind === 'cut')
    .map(({ at, id }) => {
      const late = (at - anchor - (starts.get(id) ?? 0)) % passMs;
      return late > passMs / 2 ? late - passMs : late;
    });
  return { ...verdict, lateness };
}

function cuesOf(site: string): readonly Cue[] {
  return items.map((item) => {
    const content =
      item.kind === 'video'
        ? video(`media/clip-${item.id}.mp4`)
        : item.kind === 'image'
          ? image(`media/image-${item.id}.png`)
          : page(`${site}/${item.id}`);
    return cue(`item-${item.id}`, content, item.durationMs, {
      toOwnEnd: item.kind === 'video',
      transition: { kind: item.transition, durationMs: item.transitionMs },
    });
  });
}

async function servePages(): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(codedPage(Number(request.url?.slice(1))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The negative control: one video element and one image element, given the next source when the last is over. */
function naivePage(): string {
  const list = items
    .filter((item) => item.kind !== 'page')
    .map(({ id, kind, durationMs }) => ({
      kind,
      source: kind === 'video' ? `clip-${id}.mp4` : `image-${id}.png`,
      durationMs,
    }));
  return `<!doctype html><style>body{margin:0;background:#000;overflow:hidden}video,img{width:100vw;height:100vh;display:none}</style>
<video muted></video><img><script>
const list = ${JSON.stringify(list)};
const [video, img] = [document.querySelector('video'), document.querySelector('img')];
let at = -1;
function next() {
  at = (at + 1) % list.length;
  const { kind, source, durationMs } = list[at];
  video.style.display = kind === 'video' ? 'block' : 'none';
  img.style.display = kind === 'image' ? 'block' : 'none';
  if (kind === 'video') { video.src = source; video.play(); }
  else { img.src = source; setTimeout(next, durationMs); }
}
video.onended = next;
function start() { next(); }
</script>`;
}

function print(name: string, verdict: Verdict & { readonly lateness?: readonly number[] }): void {
  const { transitions } = verdict;
  const numbers = (pick: (one: Verdict['transitions'][number]) => number | null): number[] =>
    transitions.flatMap((one) => pick(one) ?? []);
  const stretch = (values: readonly number[], unit: string): string =>
    values.length === 0
      ? 'none'
      : `median ${quantile(values, 0.5).toFixed(1)} · p99 ${quantile(values, 0.99).toFixed(1)} · worst ${Math.max(...values).toFixed(1)} ${unit} (${values.length})`;
  console.log(
    `\n${name}: ${verdict.pictures} pictures in ${verdict.seconds.toFixed(0)} s, ${transitions.length} transitions`,
  );
  console.log(
    `  black ${verdict.black} · foreign or stale ${verdict.foreign} · longest gap of the recording ${verdict.worstGapMs.toFixed(0)} ms`,
  );
  console.log(
    `  last frame held   ${stretch(
      numbers((one) => one.holdLast),
      'frames',
    )}`,
  );
  console.log(
    `  first frame held  ${stretch(
      numbers((one) => one.holdFirst),
      'frames',
    )}`,
  );
  console.log(
    `  lost at the end   ${stretch(
      numbers((one) => one.lostAtEnd),
      'frames',
    )}`,
  );
  console.log(
    `  lost at the start ${stretch(
      numbers((one) => one.lostAtStart),
      'frames',
    )}`,
  );
  console.log(`  lost within clips ${verdict.lostWithin} of ${verdict.framesWithin}`);
  if (verdict.lateness) console.log(`  start lateness    ${stretch(verdict.lateness, 'ms')}`);
  for (const complaint of verdict.complaints.slice(0, 20)) console.log(`  ${complaint}`);
  const pairings = Map.groupBy(transitions, ({ pairing, kind }) => `${pairing} ${kind}`);
  console.log(`  seen: ${[...pairings].map(([pairing, seen]) => `${pairing} ${seen.length}`).join(', ')}`);
}

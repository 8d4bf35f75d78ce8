// Records the real display while coded clips, pictures and pages alternate, and reports what a viewer sees.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '../../../src/shared/programme.ts';
import { openStage, portOf, type StageUnderTest } from '../../../test/renderer/harness.ts';
import { cue, image, looping, page, programmeMessage, video } from '../../../test/renderer/programmes.ts';
import { type MachineWatch, watchMachine } from '../../support/machine-watch.ts';
import { analyse, type ShownItem, type TransitionSeen } from './analysis.ts';
import { codedPage, makeCodedClip, makeCodedImage } from './media.ts';
import { record } from './recording.ts';
import { isAsWanted, print, type Recorded } from './report.ts';

/** The shortest item that leaves enough time to prepare the next one. */
const clipFrames = 27;
const stillMs = 750;
const transitionMs = 200;

/** A cycle in which every kind follows every kind. */
export const kinds = ['video', 'video', 'image', 'image', 'page', 'page', 'video', 'page', 'image'] as const;
const items: readonly ShownItem[] = (['cut', 'fade', 'slide'] as const).flatMap((transition, group) =>
  kinds.map((kind, index) => ({
    id: group * kinds.length + index,
    kind,
    transition,
    transitionMs: transition === 'cut' ? 0 : transitionMs,
    durationMs: kind === 'video' ? (clipFrames * 1000) / 30 : stillMs,
    frames: kind === 'video' ? clipFrames : 1,
  })),
);
export const known = new Map(items.map((item) => [item.id, item]));
export const passMs = items.reduce((sum, item) => sum + item.durationMs, 0);

export interface Bench {
  readonly stage: StageUnderTest;
  readonly machine: MachineWatch;
  readonly cues: readonly Cue[];
  /** Address of its pages. */
  readonly site: string;
}

/** A stage with the coded items; closes it in the end. */
export async function withBench(measure: (bench: Bench) => Promise<boolean>): Promise<boolean> {
  const media = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  for (const item of items) {
    if (item.kind === 'video') await makeCodedClip(media, item.id, clipFrames);
    if (item.kind === 'image') await makeCodedImage(media, item.id);
  }
  await writeFile(join(media, 'naive.html'), naivePage());
  const web = await servePages();
  const machine = await watchMachine();
  const stage = await openStage({ media });
  const site = `http://127.0.0.1:${portOf(web)}`;
  try {
    return await measure({ stage, machine, cues: cuesOf(items, site), site });
  } finally {
    await stage.close();
    machine.stop();
    web.closeAllConnections();
    web.close();
    await rm(media, { recursive: true, force: true });
  }
}

/** Measures and reports everything; resolves with whether it passed. */
export async function measureTransitions(bench: Bench, rounds: number, json: boolean): Promise<boolean> {
  const { stage, cues } = bench;
  const loop = await watch(bench, 'loop', () => stage.send(programmeMessage(looping('loop', cues))), rounds);
  const step = await inStep(bench, cues, rounds);
  await stage.page.goto(`${stage.origin}/media/naive.html`);
  const naive = await watch(bench, 'naive', () => stage.page.evaluate('start()'), 1);
  const verdicts = { loop, step, naive };
  if (json) console.log(JSON.stringify(verdicts));
  else for (const [name, verdict] of Object.entries(verdicts)) print(name, verdict);
  return isAsWanted([loop, step], naive);
}

async function watch(
  { stage, machine }: Bench,
  name: string,
  begin: () => Promise<unknown>,
  passes: number,
  from?: number,
): Promise<Recorded> {
  const recording = await record(stage.display, `${stage.width}x${stage.height}`);
  const began = Date.now();
  await begin();
  for (let pass = 1; pass <= passes; pass += 1) {
    const left = ((passes - pass + 1) * passMs) / 60_000;
    console.error(`${name}: round ${pass} of ${passes}, ${left.toFixed(1)} minutes left of it`);
    await new Promise((resolve) => setTimeout(resolve, passMs));
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await recording.stop();
  const { unseen, pauses } = await machine.pauses();
  return {
    ...analyse(recording.sights, known, from),
    machine: { unseen, pauses: pauses.filter(({ until }) => until > began) },
  };
}

/** The same in step with the clock: every start has an instant, and the display shows the delay. */
async function inStep(bench: Bench, cues: readonly Cue[], rounds: number): Promise<Recorded> {
  const anchor = Date.now() + 1_500;
  const programme = looping('step', cues, { inStep: true, editionId: 'step' });
  const segments = programme.segments.map((segment) => ({ ...segment, from: anchor, anchor }));
  const before = { from: 0, anchor: 0, sequence: { seed: null, members: [] } };
  const message = programmeMessage({ ...programme, segments: [before, ...segments] });
  const verdict = await watch(bench, 'step', () => bench.stage.send(message), rounds, anchor);
  const lateness = latenessOf(anchor);
  return { ...verdict, transitions: verdict.transitions.map((one) => ({ ...one, late: lateness(one) })) };
}

/** For cuts only: during another transition an item has no instant at which it becomes visible. */
function latenessOf(anchor: number): (transition: TransitionSeen) => number | null {
  const starts = new Map(
    items.map((item, index) => [
      item.id,
      items.slice(0, index).reduce((sum, other) => sum + other.durationMs, 0),
    ]),
  );
  return ({ at, id, kind }) => {
    const late = (at - anchor - (starts.get(id) ?? 0)) % passMs;
    return kind !== 'cut' ? null : late > passMs / 2 ? late - passMs : late;
  };
}

export function cuesOf(items: readonly ShownItem[], site: string): readonly Cue[] {
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

export async function servePages(): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(codedPage(Number(request.url?.slice(1))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Negative control: one video and one image element, which get the next source when the previous item is over. */
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

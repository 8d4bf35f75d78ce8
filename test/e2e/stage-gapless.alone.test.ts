import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyse, quantile, type ShownItem } from '../../lab/bench/stage/analysis.ts';
import { makeCodedClip, makeCodedImage } from '../../lab/bench/stage/media.ts';
import { type Recording, record } from '../../lab/bench/stage/recording.ts';
import type { Cue } from '../../src/shared/programme.ts';
import { openStage, type StageUnderTest } from '../renderer/harness.ts';
import { cue, image, looping, programmeMessage, video } from '../renderer/programmes.ts';
import { expectWithin } from '../support/promised.ts';

// The display is recorded from outside: no black and nothing stale at any change of items.

const frames = 45;
const clipMs = 1_500;
const items: readonly ShownItem[] = [0, 1, 2, 3, 4, 5].map((id) => ({
  id,
  kind: id % 3 === 2 ? 'image' : 'video',
  transition: id === 4 ? 'fade' : id === 5 ? 'slide' : 'cut',
  transitionMs: id >= 4 ? 300 : 0,
  durationMs: id % 3 === 2 ? 1_000 : clipMs,
  frames: id % 3 === 2 ? 1 : frames,
}));
const known = new Map(items.map((item) => [item.id, item]));

let media: string;
let stage: StageUnderTest;

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  for (const { id, kind } of items)
    await (kind === 'video' ? makeCodedClip(media, id, frames) : makeCodedImage(media, id));
  await writeFile(join(media, 'naive.html'), naive);
  stage = await openStage({ media });
});

afterAll(async () => {
  await stage?.close();
  await rm(media, { recursive: true, force: true });
});

const cues: readonly Cue[] = items.map((item) =>
  cue(
    `item-${item.id}`,
    item.kind === 'video' ? video(`media/clip-${item.id}.mp4`) : image(`media/image-${item.id}.png`),
    item.durationMs,
    { toOwnEnd: item.kind === 'video', transition: { kind: item.transition, durationMs: item.transitionMs } },
  ),
);

const watching = (): Promise<Recording> => record(stage.display, `${stage.width}x${stage.height}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('transitions of every kind show no black and nothing stale, and every item gets its turn', async () => {
  const recording = await watching();
  await stage.send(programmeMessage(looping('loop', cues)));
  const begun = () => stage.messages.filter(({ type }) => type === 'started').length;
  await expect.poll(begun).toBeGreaterThan(8);
  await pause(300);
  await recording.stop();
  const verdict = analyse(recording.sights, known);
  // The duration of a transition depends on the machine; its pictures do not.
  expect(verdict.complaints.filter(({ text }) => /^(black|stale)/.test(text))).toEqual([]);
  expect(verdict.transitions.length).toBeGreaterThanOrEqual(7);
  const order = verdict.transitions.map(({ id }) => id);
  expect(order.slice(0, 7)).toEqual([1, 2, 3, 4, 5, 0, 1]);
});

test('a new programme during an item shows no black, and kept items play on', { tags: 'long' }, async () => {
  const recording = await watching();
  const [a, b, c] = [cues[0], cues[2], cues[3]];
  if (!a || !b || !c) throw new Error('no cues');
  const long = { ...b, durationMs: 3_000 };
  for (const [turn, list] of [
    [a, long],
    [long, c],
    [c, b],
    [b, a, c],
  ].entries()) {
    await stage.send(programmeMessage(looping(`new-${turn}`, list, { editionId: `edition-${turn}` })));
    await pause(2_200);
  }
  await expect.poll(() => analyse(recording.sights, known).transitions.length).toBeGreaterThanOrEqual(4);
  await recording.stop();
  const verdict = analyse(recording.sights, known);
  expect(verdict.black).toEqual([]);
});

test('a late start in step joins in the middle with the picture of the clock', async () => {
  await stage.send(programmeMessage(looping('none', [], { editionId: 'none' })));
  const list = cues
    .slice(0, 2)
    .map((one) => ({ ...one, transition: { kind: 'cut', durationMs: 0 } as const }));
  const anchor = Date.now() - 700 - 40 * 2 * clipMs;
  const programme = looping('step', list, { inStep: true, editionId: 'step' });
  await stage.send(
    programmeMessage({
      ...programme,
      segments: programme.segments.map((segment) => ({ ...segment, anchor })),
    }),
  );
  await stage.heard('started', (message) => message.cueId === 'item-1');
  const recording = await watching();
  const errorsSeen = () =>
    recording.sights.flatMap(({ at, code }) => {
      if (code === null) return [];
      const position = (at - anchor) % (2 * clipMs);
      const due = { id: position < clipMs ? 0 : 1, frame: ((position % clipMs) * 30) / 1000 };
      // At an edge the neighbour is right too.
      return due.frame < 3 || due.frame > frames - 3
        ? []
        : [code.id === due.id ? Math.abs(code.frame + 0.5 - due.frame) : 99];
    });
  await expect.poll(() => errorsSeen().length, { interval: 250 }).toBeGreaterThan(200);
  await recording.stop();
  // In frames of 33 ms: includes the time from the clock to the display, and the load of the machine.
  await expectWithin(6, quantile(errorsSeen(), 0.5));
});

test('the recording would have caught a gap: a naive change of source shows black', async () => {
  await stage.page.goto(`${stage.origin}/media/naive.html`);
  const recording = await watching();
  // Between two clips, not before the first one.
  const gaps = (): readonly number[] => {
    const began = recording.sights.find(({ code }) => code !== null)?.at ?? Number.POSITIVE_INFINITY;
    return analyse(recording.sights, known).black.filter((at) => at > began);
  };
  await expect.poll(() => gaps().length).toBeGreaterThan(0);
  await recording.stop();
});

const naive = `<!doctype html><style>body{margin:0;background:#000}video{width:100vw;height:100vh}</style>
<video muted autoplay></video><script>
const video = document.querySelector('video');
let at = 0;
video.onended = () => { at += 1; video.src = ['clip-0.mp4', 'clip-1.mp4'][at % 2]; };
video.src = 'clip-0.mp4';
</script>`;

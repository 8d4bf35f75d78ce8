import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { analyse, type ShownItem } from '../../lab/bench/stage/analysis.ts';
import { codedPage, makeCodedClip, makeCodedImage } from '../../lab/bench/stage/media.ts';
import { record } from '../../lab/bench/stage/recording.ts';
import { median } from '../../lab/support/median.ts';
import type { AppHandler } from '../../src/main/host/host.ts';
import { type Cue, defaultScreenSettings } from '../../src/shared/programme.ts';
import { renderers } from '../host/chromium/processes.ts';
import { portOf } from '../renderer/harness.ts';
import { looping, page, video } from '../renderer/programmes.ts';
import { cue, openPlayingShow, type PlayingShow } from '../show/playing-show.ts';

// A renderer over its memory budget is replaced by a fresh one, invisibly.

const frames = 60;
const items: readonly ShownItem[] = (['video', 'image', 'video', 'page'] as const).map((kind, id) => ({
  id,
  kind,
  transition: 'cut',
  transitionMs: 0,
  durationMs: 2_000,
  frames: kind === 'video' ? frames : 1,
}));
const known = new Map(items.map((item) => [item.id, item]));

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-recycled-'));
  for (const { id, kind } of items) {
    if (kind === 'video') await makeCodedClip(folder, id, frames);
    if (kind === 'image') await makeCodedImage(folder, id);
  }
  server = createServer((request, response) =>
    response.setHeader('Content-Type', 'text/html').end(codedPage(Number(request.url?.slice(1)))),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

function cues(playing: PlayingShow): Cue[] {
  return items.map(({ id, kind, durationMs }) => {
    const file = (name: string, extension: string): string =>
      playing.put(readFileSync(join(folder, name)), extension);
    const content =
      kind === 'video'
        ? video(file(`clip-${id}.mp4`, 'mp4'))
        : kind === 'image'
          ? ({ kind, source: file(`image-${id}.png`, 'png'), mimeType: 'image/png' } as const)
          : page(`http://127.0.0.1:${portOf(server)}/${id}`);
    return cue(`item-${id}`, content, durationMs, { toOwnEnd: kind === 'video' });
  });
}

/** Private memory of a process; null after its end. */
function ownBytes(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return null;
  }
}

const recycles = ({ show }: PlayingShow): number => show.status()[0]?.recycles ?? 0;
const untilRecycled = (playing: PlayingShow, times: number): Promise<boolean> =>
  vi.waitUntil(() => recycles(playing) >= times, { timeout: 250_000, interval: 20 });

test('repeated replacement over the memory limit shows no black and nothing stale, and proves every item once', async () => {
  await using playing = await openPlayingShow({ memory: { budgetBytes: 1, everyMs: 400, restMs: 0 } });
  const { display, showings } = playing;
  playing.host.allowPages([{ address: `http://127.0.0.1:${portOf(server)}/3`, headers: {} }]);
  await playing.untilAlive();
  const recording = await record(display.name, `${display.width}x${display.height}`);
  playing.play('loop', cues(playing));
  await untilRecycled(playing, 3);
  await recording.stop();
  const verdict = analyse(recording.sights, known);
  console.info(
    `${recycles(playing)} renderers replaced in ${verdict.seconds.toFixed(0)} s, ${verdict.pictures} pictures: ` +
      `black ${verdict.black.length}, foreign ${verdict.foreign.length}; last frame held for ` +
      `${verdict.transitions.flatMap(({ holdLast }) => holdLast?.toFixed(1) ?? []).join(', ')} frames`,
  );
  expect(verdict.black).toEqual([]);
  expect(verdict.complaints.map(({ text }) => text).filter((text) => /^(black|stale)/.test(text))).toEqual(
    [],
  );
  const order = verdict.transitions.map(({ id }) => id);
  expect(order.length).toBeGreaterThanOrEqual(items.length);
  expect(order).toEqual(order.map((_, index) => (index + 1) % items.length));
  const started = showings.filter(({ type }) => type === 'started');
  expect(started.map(({ entryId }) => entryId)).toEqual(
    started.map((_, index) => `entry-item-${index % items.length}`),
  );
  // All but the last one have ended, with all their processes.
  const ended = showings.filter((one) => one.type === 'ended');
  expect(ended.map(({ showingId }) => showingId)).toEqual([...new Set(ended.map((one) => one.showingId))]);
  expect(ended.length).toBeGreaterThanOrEqual(started.length - 2);
  expect(ended.every(({ outcome }) => outcome === 'completed')).toBe(true);
});

test('in step with other screens the next item keeps the time of the clock', { tags: 'long' }, async () => {
  await using playing = await openPlayingShow({ memory: { budgetBytes: 1, everyMs: 400, restMs: 0 } });
  const list = cues(playing).slice(0, 3);
  const passMs = list.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const programme = looping('step', list, { inStep: true });
  // In the middle of an item: a stage with its own clock would begin with a whole item.
  const anchor = Date.now() - 1_000;
  const segments = programme.segments.map((segment) => ({ ...segment, anchor }));
  await playing.untilAlive();
  playing.show.programme({ ...programme, segments }, defaultScreenSettings);
  await untilRecycled(playing, 4);
  // The first item may have been joined in the middle.
  const started = playing.showings.filter(({ type }) => type === 'started').slice(1);
  expect(started.length).toBeGreaterThanOrEqual(3);
  const late = started.map(({ entryId, at }) => {
    const due = list.findIndex((one) => one.entryId === entryId) * 2_000;
    const off = (((at - anchor - due) % passMs) + passMs) % passMs;
    return Math.min(off, passMs - off);
  });
  // A busy machine may show one of them late. With its own clock each renderer would be later than the previous one.
  expect(median(late), `off by ${late.join(', ')} ms`).toBeLessThan(500);
});

/** Simulates months of leaking: the first loaded stage wastes 400 MiB. */
function leakyOnce(handler: AppHandler): AppHandler {
  let leaked = false;
  return async (request) => {
    const answer = await handler(request);
    if (leaked || !request.url.endsWith('.js')) return answer;
    leaked = true;
    const leak = 'globalThis.leak = Array.from({ length: 40 }, () => new Uint8Array(10 * 2 ** 20).fill(1));';
    return new Response(`${await answer.text()}\n${leak}`, {
      headers: { 'Content-Type': 'text/javascript' },
    });
  };
}

test("a renderer's memory is freed: it ends, and another one continues", async () => {
  await using playing = await openPlayingShow({
    wrap: leakyOnce,
    memory: { budgetBytes: 300 * 2 ** 20, everyMs: 1_000 },
  });
  const held = (): number => playing.show.status()[0]?.memoryBytes ?? 0;
  await playing.untilAlive();
  await vi.waitUntil(() => held() > 0, { timeout: 60_000 });
  const largest = renderers()
    .map(({ pid }) => ({ pid, bytes: ownBytes(pid) ?? 0 }))
    .reduce((one, other) => (other.bytes > one.bytes ? other : one));
  expect(largest.bytes).toBeGreaterThan(400 * 2 ** 20);
  playing.play('loop', cues(playing).slice(0, 3));
  const before = held();
  await untilRecycled(playing, 1);
  await vi.waitUntil(() => ownBytes(largest.pid) === null, { timeout: 60_000 });
  await vi.waitUntil(() => held() < before, { timeout: 60_000 });
  console.info(`the renderer held ${mebibytes(before)} MiB, the one after it ${mebibytes(held())} MiB`);
  expect(before).toBeGreaterThan(400 * 2 ** 20);
  expect(held()).toBeLessThan(200 * 2 ** 20);
  expect(playing.show.status()).toMatchObject([{ recycles: 1, restarts: 0, alive: true }]);
});

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

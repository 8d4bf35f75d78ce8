import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unsealed } from '../../src/main/ground/durable-file.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { type InterruptInput, interruptEntries } from '../../src/main/interrupt/interrupt.ts';
import { Interrupts } from '../../src/main/interrupt/interrupts.ts';
import type { InterruptEvent } from '../../src/main/interrupt/interrupts-needs.ts';
import { readKept } from '../../src/main/interrupt/kept.ts';
import { InterruptMedia, type MediaReport, type WantedMedium } from '../../src/main/interrupt/media.ts';
import { Reach } from '../../src/main/net/reach.ts';
import { mediumLoading, type StageInterrupt, soundLoading } from '../../src/shared/interrupts.ts';
import { message } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

let dataDir: string;
let clock: ManualClock;
let asked: (readonly WantedMedium[])[];
let pages: (readonly string[])[];
let isEngineThere: boolean;
let stage: readonly StageInterrupt[];
let events: InterruptEvent[];
let media: InterruptMedia;
let all: Interrupts;

const schema = v.strictObject(interruptEntries);
const show = (given: InterruptInput) => all.show(v.parse(schema, given), { kind: 'terminal' });
const report = (more: Partial<MediaReport>) => media.take({ isNew: false, media: [], prepared: [], ...more });
const key = () => asked.at(-1)?.at(-1)?.key ?? '';
const medium = () => stage.at(-1)?.medium;
const door = { title: 'Door', picture: 'http://10.0.0.5/door.jpg' } as const;
const plain = 'http://plain.example/';
const here = { state: 'here', kind: 'image', source: 'media/a.png', mimeType: 'image/png' } as const;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-media-'));
  clock = new ManualClock();
  [asked, pages, stage, events, isEngineThere] = [[], [], [], [], true];
  media = new InterruptMedia({
    ask: async (wanted) => {
      if (!isEngineThere) throw new Error('the engine is away');
      asked.push(wanted);
    },
    allowPages: (addresses) => pages.push(addresses),
    refusedPage: (address) =>
      address === plain ? new Reach({ cms: null, httpsOnly: true }).insecure('plain.example') : null,
  });
  all = new Interrupts({
    dataDir,
    media,
    clock,
    log: createLog(() => undefined),
    fs: realFileSystem,
    language: () => 'en',
    screens: () => ['1'],
    isClockTrusted: () => true,
    send: (_, shown) => {
      stage = shown;
    },
    onEvent: (event) => events.push(event),
  });
  all.start();
});
afterEach(async () => {
  await all.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each([
  [{ picture: 'http://x/a.png' }, /no text to show/],
  [{ title: 'T', picture: 'http://x/a.png', video: 'clip' }, /only one of/],
  [{ title: 'T', blank: true, page: 'http://x/' }, /only one of/],
] as const)('%j is refused', (given, why) => {
  expect(() => show(given)).toThrow(why);
  expect(asked).toEqual([]);
});

it.each([
  { picture: 'file:///etc/passwd' },
  { picture: 'javascript:alert(1)' },
  { picture: '../door' },
  { video: 'data:video/mp4,x' },
  { page: 'door' },
  { page: 'chrome://settings' },
  { picture: `http://x/${'a'.repeat(2_000)}` },
])('%j is no medium', (given) => {
  expect(v.safeParse(schema, { title: 'T', ...given }).success).toBe(false);
});

it('the words stand until the medium is here, and the sender waits for it', async () => {
  const { id } = show(door);
  expect(medium()).toEqual({ kind: 'loading' });
  all.reported('1', { key: stage[0]?.key ?? '', state: 'painted', at: clock.now(), reason: mediumLoading });
  let isSettled = false;
  const settled = all.settled(id, 3_000).then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  report({ media: [[key(), here]] });
  expect(medium()).toEqual({ kind: 'image', source: 'media/a.png', mimeType: 'image/png' });
  all.reported('1', { key: stage[0]?.key ?? '', state: 'painted', at: clock.now(), reason: null });
  await settled;
  expect(events.map(({ state, why }) => [state, why])).toEqual([
    ['painted', mediumLoading],
    ['painted', null],
  ]);
});

it('a failed medium reaches the stage with its reason', () => {
  show(door);
  report({ media: [[key(), { state: 'failed', why: message('interrupt-medium.no-picture') }]] });
  expect(medium()).toEqual({ kind: 'failed', reason: 'The file is not a picture.' });
});

it('a prepared sound replaces the chime once it is here, and the sender waits for it', async () => {
  const { id } = show({ title: 'T', sound: 'gong' });
  expect(asked.at(-1)).toMatchObject([{ kind: 'sound', from: 'gong' }]);
  expect(stage[0]?.sound).toEqual({ kind: 'loading' });
  all.reported('1', { key: stage[0]?.key ?? '', state: 'painted', at: clock.now(), reason: soundLoading });
  let isSettled = false;
  const settled = all.settled(id, 3_000).then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(false);
  report({
    media: [[key(), { state: 'here', kind: 'audio', source: 'media/a.mp3', mimeType: 'audio/mpeg' }]],
  });
  expect(stage[0]?.sound).toEqual({ kind: 'audio', source: 'media/a.mp3' });
  all.reported('1', { key: stage[0]?.key ?? '', state: 'painted', at: clock.now(), reason: null });
  await settled;
  all.acknowledge(id);
  expect(stage[0]?.sound).toBe(false);
});

it('an unknown sound reaches the stage with its reason', () => {
  show({ ...door, sound: 'gong' });
  expect(asked.at(-1)?.map(({ kind }) => kind)).toEqual(['picture', 'sound']);
  report({
    media: [[key(), { state: 'failed', why: message('interrupt-medium.unknown', { name: 'gong' }) }]],
  });
  expect(stage[0]?.sound).toEqual({
    kind: 'failed',
    reason: 'The configuration does not contain a media file “gong”.',
  });
});

it.each([[true], [false]])('the sound %s needs no file', (sound) => {
  show({ title: 'T', sound });
  expect([asked, stage[0]?.sound]).toEqual([[], sound]);
});

it.each(['', '../gong', 'http://x/gong.mp3', 'a b', 'x'.repeat(41), 4])('%j names no sound', (sound) => {
  expect(v.safeParse(schema, { title: 'T', sound }).success).toBe(false);
});

it('the name of a sound survives a restart', async () => {
  show({ title: 'T', sound: 'gong' });
  await all.isKept();
  const { live } = readKept(unsealed(readFileSync(join(dataDir, 'interrupts.json'), 'utf8')));
  expect(live[0]?.interrupt.sound).toBe('gong');
});

it('the same address in another interrupt is another medium', () => {
  show({ ...door, id: 'bell', version: 1 });
  const before = key();
  show({ ...door, id: 'bell', version: 2 });
  expect(key()).not.toBe(before);
  expect(asked.at(-1)).toHaveLength(1);
});

it('an engine that was away or begins anew is asked again, and what was here stays in sight', async () => {
  isEngineThere = false;
  show(door);
  await Promise.resolve();
  isEngineThere = true;
  clock.pass(1_000);
  expect(asked).toHaveLength(1);
  report({ media: [[key(), here]] });
  report({ isNew: true });
  expect(asked).toHaveLength(2);
  expect(medium()).toMatchObject({ kind: 'image' });
  all.cancelAll();
  expect(asked.at(-1)).toEqual([]);
});

it('its page may be shown while it is live, and no longer', () => {
  show({ title: 'T', page: 'http://10.0.0.5/floor' });
  expect(medium()).toEqual({ kind: 'page', address: 'http://10.0.0.5/floor' });
  all.cancelAll();
  expect(pages).toEqual([['http://10.0.0.5/floor'], []]);
});

it('a medium of a later interrupt is fetched beforehand', () => {
  show({ ...door, from: new Date(clock.now() + 60_000).toISOString() });
  expect(stage).toEqual([]);
  expect(asked.at(-1)).toHaveLength(1);
});

it('shows the text instead of a page that is refused, and says the code and the remedy', () => {
  show({ title: 'Plan', page: plain });
  expect(medium()).toEqual({
    kind: 'failed',
    reason:
      'network-insecure: Blocked an unencrypted request to plain.example. ' +
      'Use an address that begins with https://, or remove cms.httpsOnly.',
  });
});

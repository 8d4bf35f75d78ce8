import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { type InterruptInput, interruptEntries } from '../../src/main/interrupt/interrupt.ts';
import { Interrupts } from '../../src/main/interrupt/interrupts.ts';
import type { InterruptEvent } from '../../src/main/interrupt/interrupts-needs.ts';
import type { Source } from '../../src/main/interrupt/kept.ts';
import { mostKept } from '../../src/main/interrupt/refused.ts';
import type { StageInterrupt } from '../../src/shared/interrupts.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { noMedia } from './no-media.ts';

let dataDir: string;
let clock: ManualClock;
let trusted: boolean | null;
let sent: { screenId: string; titles: readonly string[] }[];
let stage: Map<string, readonly StageInterrupt[]>;
let events: InterruptEvent[];
const started: Interrupts[] = [];
const terminal: Source = { kind: 'terminal' };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-interrupts-'));
  clock = new ManualClock();
  trusted = true;
  [sent, events, stage] = [[], [], new Map()];
});

afterEach(async () => {
  for (const one of started.splice(0)) await one.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(): Interrupts {
  const made = new Interrupts({
    dataDir,
    media: noMedia(),
    clock,
    log: createLog(() => undefined),
    fs: realFileSystem,
    language: () => 'en',
    screens: () => ['1', '2'],
    isClockTrusted: () => trusted,
    send: (screenId, shown) => {
      sent.push({ screenId, titles: shown.map(({ title }) => title) });
      stage.set(screenId, shown);
    },
    onEvent: (event) => events.push(event),
  });
  started.push(made);
  made.start();
  return made;
}

const show = (all: Interrupts, given: InterruptInput, source = terminal) =>
  all.show(v.parse(v.strictObject(interruptEntries), given), source);

function paint(all: Interrupts, screenId = '1'): void {
  for (const { key } of stage.get(screenId) ?? [])
    all.reported(screenId, { key, state: 'painted', at: clock.now(), reason: null });
}

const titles = (screenId = '1') => stage.get(screenId)?.map(({ title }) => title) ?? [];
const states = () => events.map(({ id, place, state }) => `${id} ${place} ${state}`);

describe('Interrupts', () => {
  it('shows one on every screen until its time is over, with a receipt from each', () => {
    const all = start();
    expect(show(all, { id: 'a', title: 'A', seconds: 30 })).toEqual({ id: 'a', state: 'new' });
    expect([titles('1'), titles('2')]).toEqual([['A'], ['A']]);
    paint(all, '1');
    paint(all, '2');
    paint(all, '2');
    clock.pass(29_999);
    expect(titles()).toEqual(['A']);
    clock.pass(1);
    expect([titles('1'), titles('2')]).toEqual([[], []]);
    expect(states()).toEqual(['a 1 painted', 'a 2 painted', 'a 1 expired', 'a 2 expired']);
  });

  it.each([
    '2026-01-01T00:10:00+05',
    '2026-01-01T00:10:00 +05:00',
    '2026-02-31T00:00:00+05',
  ])('refuses the instant %s, which has the form of one and cannot be read', (instant) => {
    for (const name of ['from', 'until'] as const)
      expect(v.safeParse(v.strictObject(interruptEntries), { title: 'A', [name]: instant }).success).toBe(
        false,
      );
  });

  it.each([
    [
      'text-only: unreachable: insecure a.example',
      'text-only: The page is unreachable (blocked by the player: the connection to a.example is not encrypted).',
    ],
    [
      'text-only: unreachable: of-interrupt 127.0.0.1',
      'text-only: The page is unreachable (blocked by the player: interrupts show no pages of this machine or of link-local addresses (127.0.0.1)).',
    ],
    ['text-only: status 503', 'text-only: This page’s server answered with status 503.'],
    ['text-only: The file is damaged.', 'text-only: The file is damaged.'],
    ['medium-loading', 'medium-loading'],
  ])('has a receipt in words for a stage’s %s', (reason, why) => {
    const all = start();
    show(all, { id: 'a', title: 'A', screens: ['1'] });
    const key = stage.get('1')?.[0]?.key ?? '';
    all.reported('1', { key, state: 'painted', at: clock.now(), reason });
    expect(all.list().live[0]?.receipts).toMatchObject([{ state: 'painted', why }]);
    expect(events.at(-1)?.why).toBe(why);
  });

  it('waits for its beginning', () => {
    const all = start();
    show(all, { title: 'A', from: '2026-01-01T01:00:00Z', seconds: 5 });
    clock.pass(3_599_000);
    expect(titles()).toEqual([]);
    clock.pass(1_000);
    expect(titles()).toEqual(['A']);
  });

  it('reports what covers one, and shows it again', () => {
    const all = start();
    show(all, { id: 'low', title: 'Low', screens: ['1'] });
    paint(all);
    show(all, { id: 'high', title: 'High', severity: 'alarm', seconds: 5, screens: ['1'] });
    expect(titles()).toEqual(['High']);
    paint(all);
    clock.pass(5_000);
    expect(titles()).toEqual(['Low']);
    paint(all);
    expect(states()).toEqual([
      'low 1 painted',
      'low 1 covered',
      'high 1 painted',
      'high 1 expired',
      'low 1 painted',
    ]);
    expect(events[1]).toMatchObject({ why: 'high' });
  });

  it('takes the same content once, and other content in its place', () => {
    const all = start();
    show(all, { id: 'a', title: 'A' });
    expect(show(all, { id: 'a', title: 'A' }).state).toBe('unchanged');
    expect(show(all, { id: 'a', title: 'B' }).state).toBe('replaced');
    expect(titles()).toEqual(['B']);
  });

  it('refuses a version that is not newer, also after its end', () => {
    const all = start();
    show(all, { id: 'a', version: 2, title: 'A' });
    expect(() => show(all, { id: 'a', version: 1, title: 'old' })).toThrow(/newer/);
    expect(() => show(all, { id: 'a', version: 2, title: 'other' })).toThrow(/newer/);
    all.cancel('a');
    expect(() => show(all, { id: 'a', version: 2, title: 'A' })).toThrow(/newer/);
    expect(show(all, { id: 'a', version: 3, title: 'A' }).state).toBe('new');
  });

  it('cancels only its own for a token, and lists no others', () => {
    const all = start();
    const door: Source = { kind: 'token', name: 'door' };
    show(all, { id: 'a', title: 'A' });
    show(all, { id: 'd', title: 'D' }, door);
    expect(() => all.cancel('a', door)).toThrow(/no interrupt/);
    expect(() => show(all, { id: 'a', title: 'X' }, door)).toThrow(/another sender/);
    expect(all.list(door).live.map(({ interrupt }) => interrupt.id)).toEqual(['d']);
    all.cancel('d', door);
    expect(titles()).toEqual(['A']);
  });

  it('keeps a hundred, and drops the lowest for one that is above it', () => {
    const all = start();
    for (let each = 0; each < 10_000; each++) {
      const add = () => show(all, { id: `i${each}`, title: 'x' });
      if (each < mostKept) add();
      else expect(add).toThrow(/already holds 100/);
    }
    expect(show(all, { id: 'fire', title: 'Fire', severity: 'alarm' }).state).toBe('new');
    const { live, ended } = all.list();
    expect(live).toHaveLength(mostKept);
    expect(live[0]?.interrupt.id).toBe('fire');
    expect(ended[0]).toMatchObject({ end: 'dropped', interrupt: { id: 'i0' } });
  });

  it('shows a kept one again after a restart, for the rest of its time', async () => {
    const before = start();
    show(before, { id: 'a', title: 'A', seconds: 60 });
    paint(before);
    expect(await before.isKept()).toBe(true);
    await before.stop();
    clock.pass(30_000);
    const after = start();
    expect(titles()).toEqual(['A']);
    clock.pass(29_000);
    expect(titles()).toEqual(['A']);
    clock.pass(1_000);
    expect(titles()).toEqual([]);
    expect(after.list().ended[0]?.receipts[0]).toMatchObject({
      paintedAt: Date.parse('2026-01-01T00:00:00Z'),
    });
  });

  it('never shows one that expired while the machine was off, also before the clock is known', async () => {
    const before = start();
    show(before, { id: 'a', title: 'A', seconds: 60 });
    await before.stop();
    [sent, trusted] = [[], null];
    clock.pass(60_000);
    const after = start();
    clock.pass(5_000);
    trusted = true;
    clock.pass(5_000);
    expect(sent).toEqual([]);
    expect(after.list().ended[0]).toMatchObject({ end: 'expired' });
  });

  it('counts the rest on the steady clock after a boot with an untrusted clock', async () => {
    const before = start();
    show(before, { id: 'a', title: 'A', seconds: 600 });
    clock.pass(300_000);
    await before.stop();
    clock.set('1970-01-01T00:00:00Z');
    trusted = false;
    start();
    expect(titles()).toEqual(['A']);
    clock.pass(301_000);
    expect(titles()).toEqual(['A']);
    clock.pass(60_000);
    expect(titles()).toEqual([]);
  });

  it('takes seconds but no times of day while the clock is not trusted, and keeps the end when it is set', () => {
    clock.set('1970-01-01T00:00:00Z');
    trusted = false;
    const all = start();
    expect(() => show(all, { title: 'A', until: '1970-01-01T01:00:00Z' })).toThrow(/clock may be wrong/);
    show(all, { title: 'A', seconds: 60 });
    clock.pass(20_000);
    clock.set('2026-06-01T00:00:00Z');
    trusted = true;
    clock.pass(39_000);
    expect(titles()).toEqual(['A']);
    clock.pass(2_000);
    expect(titles()).toEqual([]);
  });

  it('resolves once each screen has reported, or when that takes too long', async () => {
    const all = start();
    show(all, { id: 'a', title: 'A' });
    const settled = all.settled('a', 3_000);
    paint(all, '1');
    paint(all, '2');
    await settled;
    show(all, { id: 'b', title: 'B' });
    const late = all.settled('b', 3_000);
    clock.pass(3_000);
    await late;
  });

  it('reads a kept file of garbage as none', () => {
    writeFileSync(join(dataDir, 'interrupts.json'), '{"live": [{"interrupt": 3}]}');
    expect(start().list()).toEqual({ live: [], ended: [], sources: [], media: [] });
  });

  it('refuses unknown screens', () => {
    const all = start();
    expect(() => show(all, { title: 'A', screens: ['7'] })).toThrow(/any of the specified/);
    show(all, { title: 'A', screens: ['7', '2'] });
    expect([titles('1'), titles('2')]).toEqual([[], ['A']]);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { InterruptFolder } from '../../src/main/interrupt/folder.ts';
import { Interrupts } from '../../src/main/interrupt/interrupts.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { noMedia } from './no-media.ts';

let root: string;
let folder: string;
let path: string | null | undefined;
let clock: ManualClock;
let trusted: boolean | null;
let lines: string[];
let looks: number;
let stops: (() => Promise<void>)[];
let reading: InterruptFolder;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-folder-'));
  folder = join(root, 'spool');
  mkdirSync(folder, { mode: 0o770 });
  path = folder;
  clock = new ManualClock();
  [trusted, lines, looks, stops] = [true, [], 0, []];
});

afterEach(async () => {
  for (const stop of stops) await stop();
  rmSync(root, { recursive: true, force: true });
});

function start(): Interrupts {
  const log = createLog((line) => lines.push(JSON.stringify(line)));
  const interrupts = new Interrupts({
    media: noMedia(),
    dataDir: root,
    clock,
    log,
    fs: realFileSystem,
    language: () => 'en',
    screens: () => ['1'],
    isClockTrusted: () => trusted,
    send: () => undefined,
    onEvent: () => undefined,
  });
  const counted = {
    follow: (...given: Parameters<Interrupts['follow']>) => interrupts.follow(...given),
    report: (...given: Parameters<Interrupts['report']>) => {
      interrupts.report(...given);
      looks++;
    },
    get isReady() {
      return interrupts.isReady;
    },
  };
  reading = new InterruptFolder({ path: () => path, interrupts: counted, clock, log });
  interrupts.start();
  reading.start();
  stops.push(async () => {
    reading.stop();
    await interrupts.stop();
  });
  return interrupts;
}

/** Lets the folder be looked at `times` more. */
async function look(times = 1): Promise<void> {
  for (let each = 0; each < times; each++) {
    const before = looks;
    clock.pass(1_000);
    await until('a look', async () => looks > before);
  }
}

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const titles = (all: Interrupts) => all.list().live.map(({ interrupt }) => interrupt.title);
const refusals = (all: Interrupts) =>
  all.list().sources.flatMap(({ refused }) => refused.map(({ name, why }) => `${name}: ${inEnglish(why)}`));

describe('the folder of interrupts', () => {
  it('shows a file, replaces it when it is edited, and ends it when it is removed', async () => {
    const all = start();
    write('fire.json', { title: 'Fire', severity: 'alarm' });
    await look();
    expect(all.list().live).toMatchObject([{ interrupt: { id: 'fire' }, source: { kind: 'folder' } }]);
    write('fire.json', { title: 'Fire in the east wing', severity: 'alarm' });
    await look();
    expect(titles(all)).toEqual(['Fire in the east wing']);
    rmSync(join(folder, 'fire.json'));
    await look();
    expect(titles(all)).toEqual([]);
    expect(all.list().ended.map(({ end }) => end)).toEqual(['cancelled', 'replaced']);
  });

  it('shows each content once: neither its end nor a cancellation nor a restart brings it back', async () => {
    let all = start();
    write('short.json', { title: 'Short', seconds: 5 });
    write('long.json', { title: 'Long' });
    await look();
    all.cancel('long');
    await look(7);
    expect(titles(all)).toEqual([]);
    await Promise.all(stops.splice(0).map((stop) => stop()));
    all = start();
    await look(3);
    expect(titles(all)).toEqual([]);
    write('long.json', { title: 'Longer' });
    await look();
    expect(titles(all)).toEqual(['Longer']);
  });

  it('ends after a restart what was removed meanwhile, and leaves those of other senders', async () => {
    let all = start();
    write('a.json', { title: 'A' });
    await look();
    all.show({ ...shown, id: 'b', title: 'B' }, { kind: 'terminal' });
    await Promise.all(stops.splice(0).map((stop) => stop()));
    rmSync(join(folder, 'a.json'));
    all = start();
    expect(titles(all)).toEqual(['B', 'A']);
    await look(2);
    expect(titles(all)).toEqual(['B']);
  });

  it('waits for the end of a half-written file, and keeps what it showed before', async () => {
    const all = start();
    write('a.json', { title: 'A' });
    await look();
    write('a.json', '{"title": "A');
    await look();
    expect([titles(all), refusals(all)]).toEqual([['A'], []]);
    write('a.json', { title: 'A, edited' });
    await look();
    expect(titles(all)).toEqual(['A, edited']);
    write('a.json', '{"title": "never finished SECRET');
    await look(3);
    expect(titles(all)).toEqual(['A, edited']);
    expect(refusals(all)).toEqual(['a.json: The file is not valid JSON.']);
    expect(lines.filter((line) => line.includes('are refused'))).toHaveLength(1);
    expect(lines.join()).not.toContain('SECRET');
    write('tmp', { title: 'B' });
    renameSync(join(folder, 'tmp'), join(folder, 'b.json'));
    await look();
    expect(titles(all)).toEqual(['B', 'A, edited']);
  });

  it('refuses links, pipes, folders, long files, other names and wrong fields, each with its reason', async () => {
    const all = start();
    const outside = join(root, 'outside.json');
    writeFileSync(outside, JSON.stringify({ title: 'Outside' }));
    symlinkSync(outside, join(folder, 'link.json'));
    linkSync(outside, join(folder, 'hard.json'));
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    mkdirSync(join(folder, 'folder.json'));
    write('long.json', { title: 'x', lines: ['y'.repeat(9_000)] });
    write('-x.json', { title: 'x' });
    write(`${'n'.repeat(90)}.json`, { title: 'x' });
    write('field.json', { title: 'x', severity: 'panic' });
    write('unknown.json', { title: 'x', extra: 1 });
    write('id.json', { title: 'x', id: 'other' });
    write('empty.json', {});
    write('over.json', { title: 'x', until: '2020-01-01T00:00:00Z' });
    write('screens.json', { title: 'x', screens: ['9'] });
    write('.hidden.json', { title: 'x' });
    write('notes.txt', 'x');
    write('good.json', { title: 'Good' });
    await look(2);
    expect(titles(all)).toEqual(['Good']);
    const of = (name: string) => refusals(all).find((line) => line.startsWith(`${name}: `)) ?? '';
    for (const name of ['link.json', 'hard.json', 'pipe.json', 'folder.json'])
      expect(of(name)).toMatch(/is a link, or not a regular file/);
    expect(of('long.json')).toMatch(/larger than 8,000 bytes/);
    expect(of('-x.json')).toMatch(/cannot be used as an ID/);
    expect(of(`${'n'.repeat(90)}.json`)).toMatch(/cannot be used as an ID/);
    for (const [name, where] of [
      ['field', 'severity'],
      ['unknown', 'extra'],
      ['id', 'id'],
    ] as const)
      expect(of(`${name}.json`)).toMatch(new RegExp(`json: ${where}: `));
    expect(of('empty.json')).toMatch(/nothing to show/);
    expect(of('over.json')).toMatch(/has expired/);
    expect(of('screens.json')).toMatch(/any of the specified screens/);
    expect(refusals(all)).toHaveLength(13);
    // A refusal is undone: its cause goes, and so does it.
    write('empty.json', { title: 'Filled' });
    await look();
    expect(titles(all)).toEqual(['Filled', 'Good']);
  });

  it('reads no folder of too many files, and none that everybody may write to, and goes on when that is mended', async () => {
    const all = start();
    write('a.json', { title: 'A' });
    await look();
    const why = () => all.list().sources.map((source) => source.why && inEnglish(source.why));
    for (let each = 0; each < 2_000; each++) write(`x${each}.json`, { title: 'X' });
    await look(2);
    expect([titles(all), why()]).toEqual([
      ['A'],
      ['The folder contains more than 200 files, so none of them is read.'],
    ]);
    for (let each = 0; each < 2_000; each++) rmSync(join(folder, `x${each}.json`));
    chmodSync(folder, 0o777);
    await look();
    expect(why()).toEqual(['Everyone can write to the folder.']);
    // Gone, as when its disk is unmounted: that ends nothing.
    renameSync(folder, `${folder}-away`);
    await look();
    expect([titles(all), why()]).toEqual([['A'], ['The folder cannot be read (ENOENT).']]);
    renameSync(`${folder}-away`, folder);
    chmodSync(folder, 0o770);
    rmSync(join(folder, 'a.json'));
    await look();
    expect([titles(all), why()]).toEqual([[], [null]]);
  });

  it('waits for the clock, and retries what a wrong clock refused', async () => {
    trusted = null;
    write('a.json', { title: 'A', until: '2026-01-01T01:00:00Z' });
    const all = start();
    clock.pass(5_000);
    trusted = false;
    await look(2);
    expect([titles(all), refusals(all)[0]]).toEqual([[], expect.stringContaining('player’s clock')]);
    trusted = true;
    await look();
    expect([titles(all), refusals(all)]).toEqual([['A'], []]);
  });

  it('ends its interrupts when the folder is no longer configured', async () => {
    let all = start();
    write('a.json', { title: 'A' });
    await look();
    await Promise.all(stops.splice(0).map((stop) => stop()));
    path = null;
    all = start();
    clock.pass(0);
    await until('the end', async () => titles(all).length === 0);
    expect(all.list().sources).toEqual([]);
  });

  it('keeps its interrupts while the folder is not known', async () => {
    const all = start();
    write('a.json', { title: 'A' });
    await look();
    path = undefined;
    reading.look();
    await look(2);
    expect(titles(all)).toEqual(['A']);
  });
});

const shown = {
  severity: 'info',
  lines: [],
  blank: false,
  layout: 'full',
  sound: false,
  acknowledge: false,
} as const;

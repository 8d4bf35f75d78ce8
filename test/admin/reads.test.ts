import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adminApp } from '../../src/main/admin/app.ts';
import type { AdminPort } from '../../src/main/admin/port.ts';
import type { NamedRow } from '../../src/main/report/named-rows.ts';
import type { NumberedRow } from '../../src/main/store/proof/proof-rows.ts';
import { calmPlayer } from '../support/calm-player.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scenes } from '../support/page-scenes.ts';

function reading(changes: Partial<AdminPort> = {}, log: readonly object[] = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-reads-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(
    join(dataDir, 'logs', 'vitrine.log'),
    log.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const clock = new ManualClock({ at: '2026-11-22T12:00:00Z' });
  const app = adminApp(calmPlayer(changes), 'web', { dataDir, clock });
  const ask = (path: string, headers = {}) =>
    app.request(path, { headers: { host: '127.0.0.1', ...headers } });
  return { ask, clock, dataDir };
}

const line = (nth: number, level: string, message: string, fields = {}) => ({
  at: new Date(nth * 1000).toISOString(),
  level,
  from: 'sync',
  message,
  fields,
});

describe('the log', () => {
  it('lists lines newest first, filtered by level and text', async () => {
    const { ask } = reading({}, [
      line(1, 'info', 'one'),
      line(2, 'warn', 'two', { file: 'Tide.mp4' }),
      line(3, 'debug', 'three'),
      line(4, 'error', 'four'),
    ]);
    const listed = async (query: string) =>
      ((await (await ask(`/api/log?${query}`)).json()) as { message: string }[]).map(
        ({ message }) => message,
      );
    expect(await listed('level=debug')).toEqual(['four', 'three', 'two', 'one']);
    expect(await listed('')).toEqual(['four', 'two', 'one']);
    expect(await listed('level=warn')).toEqual(['four', 'two']);
    expect(await listed('level=nonsense&limit=1')).toEqual(['four']);
    expect(await listed('text=tide')).toEqual(['two']);
  });

  it('skips a truncated line, and continues in the previous file', async () => {
    const { ask, dataDir } = reading({}, [line(2, 'info', 'new')]);
    writeFileSync(
      join(dataDir, 'logs', 'vitrine.log.1'),
      `${JSON.stringify(line(1, 'info', 'old'))}\n{"at":"20`,
    );
    expect(await (await ask('/api/log')).json()).toMatchObject([{ message: 'new' }, { message: 'old' }]);
  });
});

it('the screenshot of a screen with setup instructions is withheld from other accounts of this machine', async () => {
  const invited = { code: null, steps: [], typed: [], state: '', also: [], form: null };
  let now: typeof invited | null = invited;
  const player = calmPlayer({
    invitation: () => now,
    status: async () => ({ screens: [{ id: '1' }] }) as never,
    picture: async () => ({ mimeType: 'image/png', bytes: new Uint8Array([137, 80]) }),
  });
  const requested = async (access: 'web' | 'control') => {
    const app = adminApp(player, access, { clock: new ManualClock() });
    const ask = (path: string) => app.request(path, { headers: { host: '127.0.0.1' } });
    const { status } = await ask('/api/screens/1/picture');
    const bundle = await ask('/api/support.zip');
    const isInBundle = Buffer.from(await bundle.arrayBuffer()).includes('screen-1.png');
    return { status, bundle: bundle.status, isInBundle };
  };
  expect(await requested('web')).toEqual({ status: 404, bundle: 404, isInBundle: false });
  expect(await requested('control')).toEqual({ status: 200, bundle: 200, isInBundle: true });
  now = null;
  expect(await requested('web')).toEqual({ status: 200, bundle: 404, isInBundle: false });
});

it('one support bundle is made at a time, and another one 10 s later', async () => {
  const clock = new ManualClock();
  let examinations = 0;
  const player = calmPlayer({
    doctor: async () => {
      examinations++;
      return [];
    },
  });
  const app = adminApp(player, 'control', { clock });
  const take = async () => (await app.request('/api/support.zip')).status;
  expect(await Promise.all([take(), take(), take()])).toEqual([200, 200, 200]);
  await clock.advance(9_999);
  await take();
  expect(examinations).toBe(1);
  await clock.advance(1);
  await take();
  expect(examinations).toBe(2);
});

it('proof of play is one file, fetched as the client reads it', async () => {
  const row = (sequence: number): NamedRow<NumberedRow> => ({
    sequence,
    id: `s${sequence}`,
    screenId: '1',
    entryId: '=1+1',
    mediaFileId: 'm',
    editionId: null,
    startedAt: sequence,
    endedAt: sequence + 1,
    outcome: 'completed',
    reason: null,
    item: 'Tide',
    playlist: null,
    entry: 1,
    screen: '1',
    zone: '',
    endedLocal: null,
    startedLocal: '1970-01-01T00:00:00.000+00:00',
    seconds: 0.001,
    share: 1,
    visitItem: null,
    visitItems: null,
    decodedBy: null,
    decoderName: null,
  });
  const requested: number[] = [];
  const { ask, clock } = reading({
    proofPage: async ({ at, sequence }) => {
      requested.push(at);
      return sequence < 4
        ? [row(sequence + 2), row(sequence + 3)].map((one) => ({ ...one, startedAt: at + 1 }))
        : [];
    },
  });
  const answer = await ask('/api/proof.csv?days=7');
  expect(answer.headers.get('content-disposition')).toContain('proof-of-play.csv');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(
    /^id,screenId,entryId,mediaFileId,editionId,startedAt,endedAt,outcome,reason,item,/,
  );
  // A formula for spreadsheets is quoted.
  expect(lines[1]).toContain("'=1+1");
  expect(requested[0]).toBe(clock.now() - 7 * 86_400_000);
});

it('the report per day is fetched a day at a time, in the reader’s language', async () => {
  const requested: number[] = [];
  const row = {
    date: '1970-01-01',
    item: 'Tide; low',
    mediaFileId: 'm',
    screen: '1',
    zone: '',
    plays: 3,
    failed: 0,
    seconds: 1.5,
    share: 0.125,
    firstAt: null,
    lastAt: null,
  };
  const { ask, clock } = reading({
    proofDay: async (since) => {
      requested.push(since);
      return requested.length < 3 ? { until: since + 5, rows: [row] } : null;
    },
  });
  const answer = await ask('/api/proof-report.csv?days=7&language=fr');
  expect(answer.headers.get('content-disposition')).toContain('proof-report.csv');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines[0]).toContain('Date;Élément;');
  const line = '1970-01-01;"Tide; low";m;1;;3;0;"1,5";"12,5";;';
  expect(lines.slice(1)).toEqual([line, line]);
  const first = clock.now() - 6 * 86_400_000;
  expect(requested).toEqual([first, first + 5, first + 10]);
});

it('doctor runs at most once a minute, and reports over weeks once in five seconds', async () => {
  let [examined, summed] = [0, 0];
  const { ask, clock } = reading({
    doctor: async () => {
      examined++;
      return [];
    },
    shown: async () => {
      summed++;
      return { zone: 'UTC', days: [], items: [], gaps: [] };
    },
  });
  for (let nth = 0; nth < 20; nth++) await Promise.all([ask('/api/doctor'), ask('/api/shown?days=7')]);
  expect([examined, summed]).toEqual([1, 1]);
  await clock.advance(5_000);
  await Promise.all([ask('/api/doctor'), ask('/api/shown?days=7')]);
  expect([examined, summed]).toEqual([1, 2]);
  await clock.advance(55_000);
  await ask('/api/doctor');
  expect(examined).toBe(2);
});

it('a command examines the player each time it asks', async () => {
  let examined = 0;
  const player = calmPlayer({
    doctor: async () => {
      examined++;
      return [];
    },
  });
  const app = adminApp(player, 'control', { clock: new ManualClock() });
  for (let each = 0; each < 2; each++) expect((await app.request('/api/doctor')).status).toBe(200);
  expect(examined).toBe(2);
});

it('routes answer what their player knows', async () => {
  const requested: unknown[] = [];
  const answered = <Answer>(question: unknown, answer: Answer): Answer => {
    requested.push(question);
    return answer;
  };
  const player = {
    settings: () => ({ settings: [], changed: 'name', cannot: null }) as never,
    day: async (...of: unknown[]) => answered(of, { day: 'today' }) as never,
    files: async () => ({ files: [], more: 3, bytes: 7 }),
    healthLog: async (limit: number) => answered(limit, []),
    media: async (request: Request) => new Response(new URL(request.url).pathname),
    picture: async (id: string, size: string) =>
      answered([id, size], { mimeType: 'image/jpeg' as const, bytes: new Uint8Array([1]) }),
  };
  const { ask } = reading(player);
  const body = async (path: string) => (await ask(path)).json();
  expect(await body('/api/settings')).toMatchObject({ changed: 'name' });
  expect(await body('/api/day')).toEqual({ day: 'today' });
  await body('/api/day?day=2026-01-01&screen=2');
  expect(await body('/api/files')).toMatchObject({ more: 3, bytes: 7 });
  expect(await (await ask('/media/1')).text()).toBe('/media/1');
  for (const query of ['', '?limit=7', '?limit=-1', '?limit=1e3', '?limit=999999'])
    await body(`/api/health/log${query}`);
  await ask('/api/screens/2/picture?size=small');
  await ask('/api/screens/2/picture?size=odd');
  expect(requested).toEqual([
    ...[
      [null, null],
      ['2026-01-01', '2'],
    ],
    ...[100, 7, 100, 100, 500],
    ...[
      ['2', 'small'],
      ['2', 'whole'],
    ],
  ]);
});

describe('the page', () => {
  it("uses the browser's language if it has texts in it", async () => {
    const { ask } = reading();
    const shown = async (language: string) =>
      /lang="(\w+)"/.exec(await (await ask('/', { 'accept-language': language })).text())?.[1];
    expect(await shown('de-AT,de;q=0.9,en;q=0.8')).toBe('de');
    expect(await shown('ja,fr;q=0.5')).toBe('fr');
    expect(await shown('ja')).toBe('en');
    expect(await (await ask('/texts/es')).json()).toMatchObject({ 'page.tab.now': 'Ahora' });
    expect(
      Object.keys((await (await ask('/texts/de')).json()) as object).some((key) =>
        /^(stage|fleet|setup)\.(?!finding)/.test(key),
      ),
    ).toBe(false);
  });

  it('serves every file that it refers to, with a policy that allows nothing else', async () => {
    const { ask } = reading();
    const html = await (await ask('/')).text();
    const named = [...html.matchAll(/(?:href|src)="([\w.]+)"/g)].map(([, name]) => name);
    expect(named).toEqual(
      expect.arrayContaining(['tokens.css', 'design.css', 'page.css', 'icon.svg', 'main.js']),
    );
    for (const name of named) {
      const answer = await ask(`/${name}`);
      expect([answer.status, answer.headers.get('x-content-type-options')], name).toEqual([200, 'nosniff']);
      expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|http:|\*/);
    }
    expect((await ask('/absent.js')).status).toBe(404);
    expect((await ask('/index.html')).status).toBe(404);
  });

  it('names no media file in its metrics', async () => {
    const { ask } = reading(scenes.calm);
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).not.toContain('Harbour');
  });
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { countedStart, isNoFailedStart } from '../../src/main/supervise/counted-start.ts';
import { startBrowser, startSupervision } from '../../src/main/supervise/start.ts';
import { begun, noStarts, parseStarts, type Starts } from '../../src/main/supervise/starts.ts';
import { Supervision } from '../../src/main/supervise/supervision.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface World {
  readonly starts?: Partial<Starts>;
  readonly stack?: { readonly vitrine: string; readonly browser: string; readonly kernel: string };
  readonly isSupervised?: boolean;
  readonly restartMachine?: readonly string[] | null;
  readonly restartAt?: string | null;
  /** As the last run has measured it. */
  readonly slowness?: number;
  /** Of a run before. */
  readonly dataDir?: string;
  /** A screen that should paint, and does not. */
  readonly isDark?: boolean;
}

const now = { vitrine: '2.0.0', browser: 'Chromium 156', kernel: 'Linux 6.12' };
const proven = { provenVitrine: '2.0.0', provenBrowser: 'Chromium 156', provenKernel: 'Linux 6.12' };
const safeSince = (at: number): Starts['safe'] => ({
  since: at,
  tryAt: at + 3_600_000,
  restMs: 3_600_000,
  isTrying: false,
  failed: 0,
});

function supervised(world: World = {}) {
  const dataDir = world.dataDir ?? mkdtempSync(join(tmpdir(), 'vitrine-supervision-'));
  onTestFinished(async () => {
    await starts.settled();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const clock = new ManualClock();
  const [lines, events]: [LogLine[], string[]] = [[], []];
  const starts = new KeptFile(dataDir, 'starts.json', parseStarts);
  starts.write({ ...noStarts, count: 1, at: clock.now(), ...proven, ...world.starts });
  if (world.slowness !== undefined) new KeptFile(dataDir, 'slowness.json', Number).write(world.slowness);
  const supervision = new Supervision({
    config: {
      dataDir,
      player: {
        restartAt: world.restartAt ?? null,
        restartMachine: world.restartMachine ?? null,
      } as never,
    },
    clock,
    log: createLog((line) => lines.push(line)),
    starts,
    isSupervised: world.isSupervised ?? true,
    sights: () =>
      world.isDark
        ? [
            {
              id: '1',
              state: 'starting',
              since: 0,
              why: null,
              plays: true,
              edition: null,
              isBlack: false,
              restarts: 0,
            },
          ]
        : [],
    vitals: () => null,
    stack: () => world.stack ?? now,
    leave: () => void events.push('left'),
    renew: async () => void events.push('renewed'),
  });
  const logged = (level: LogLine['level']) =>
    lines.filter((line) => line.level === level).map(({ message }) => message);
  return { supervision, starts, clock, events, dataDir, logged };
}

describe('an upgrade', () => {
  test('is named until it has shown a stable picture, with each version beside the proven one', () => {
    const { supervision } = supervised({ stack: { ...now, browser: 'Chromium 157', kernel: 'Linux 6.13' } });
    const reported = supervision.changed === null ? '' : inEnglish(supervision.changed);
    for (const part of ['Chromium 156', 'Chromium 157', 'Linux 6.12', 'Linux 6.13'])
      expect(reported).toContain(part);
    expect(reported).not.toContain('2.0.0');
    const stable = supervised({ starts: { count: 0 }, stack: { ...now, browser: 'Chromium 157' } });
    expect(stable.supervision.changed).toBeNull();
  });

  test('is none on a first start, without a change, or while the browser has no version yet', () => {
    const first = { provenVitrine: null, provenBrowser: null, provenKernel: null };
    expect(supervised({ starts: first }).supervision.changed).toBeNull();
    expect(supervised().supervision.changed).toBeNull();
    expect(supervised({ stack: { ...now, browser: 'starting' } }).supervision.changed).toBeNull();
  });
});

describe('safe mode', () => {
  test('is reported with the time of the next normal start, and ends by request', async () => {
    const at = Date.parse('2026-01-01T00:00:00Z');
    const { supervision, starts, logged, dataDir } = supervised({
      starts: { count: 4, safe: safeSince(at) },
    });
    expect(supervision.isSafe).toBe(true);
    expect(supervision.safe).toMatchObject({ values: { at: '2026-01-01T01:00:00.000Z' } });
    expect(logged('error')).toHaveLength(1);
    expect(supervision.leaveSafeMode()).toBe(true);
    expect([supervision.isSafe, supervision.safe, starts.value.count]).toEqual([false, null, 0]);
    expect(supervision.leaveSafeMode()).toBe(false);
    await supervision.ended();
    expect(readFileSync(join(dataDir, 'starts.json'), 'utf8')).toContain('"safe":null');
  });

  test('is not told by a player that starts as usual', () => {
    const { supervision, logged } = supervised();
    expect([supervision.safe, logged('error')]).toEqual([null, []]);
  });
});

test('a restart is offered only where something starts the player again', () => {
  const { supervision, events } = supervised();
  supervision.restart?.();
  expect(events).toEqual(['left']);
  expect(supervised({ isSupervised: false }).supervision.restart).toBeNull();
});

test('a player whose screen stays dark ends for a restart', () => {
  const { supervision, clock, events } = supervised({ isDark: true });
  for (let second = 0; second <= 240; second++) {
    expect(events).toEqual([]);
    supervision.look(calmHealth);
    clock.pass(1_000);
  }
  expect(events).toEqual(['left']);
});

test('the browser is replaced only while there is one', async () => {
  const renewed: unknown[] = [];
  const browser: { host: unknown; version: string } = { host: null, version: 'Chromium 156' };
  const { starts, clock, dataDir } = supervised();
  const supervision = startSupervision({
    config: { dataDir, player: { restartAt: '04:00', restartMachine: null } as never },
    clock,
    log: createLog(() => undefined),
    starts,
    vitals: () => null,
    manager: { isThere: true },
    ending: { restart: async () => undefined } as never,
    later: () => ({
      show: { sights: () => [], renew: async (host) => void renewed.push(host) },
      browser: browser as never,
    }),
  });
  const day = async (): Promise<void> => {
    for (let hour = 0; hour < 48; hour++) {
      supervision.look(calmHealth);
      await clock.advance(1_800_000);
    }
  };
  await day();
  expect(renewed).toEqual([]);
  browser.host = 'host';
  await day();
  expect(renewed).toEqual(['host']);
  expect(supervision.restart).not.toBeNull();
});

test('a disk that rejects the count of starts is reported once, and so is its recovery', async () => {
  const { supervision, starts, dataDir, logged } = supervised();
  const blocked = join(dataDir, 'starts.json');
  rmSync(blocked);
  mkdirSync(join(blocked, 'full'), { recursive: true });
  starts.write({ ...starts.value, count: 2 });
  supervision.look(calmHealth);
  supervision.look(calmHealth);
  expect(logged('warn')).toEqual(['The count of starts cannot be written; the player retries']);
  rmSync(blocked, { recursive: true });
  starts.write({ ...starts.value, count: 3 });
  supervision.look(calmHealth);
  supervision.look(calmHealth);
  expect(logged('info')).toEqual(['The count of starts is written again']);
});

test('the browser is replaced once a day at the configured hour', () => {
  const { supervision, clock, events } = supervised({ restartAt: '04:00' });
  for (let minute = 0; minute < 48 * 60; minute++) {
    supervision.look(calmHealth);
    clock.pass(60_000);
  }
  expect(events).toEqual(['renewed', 'renewed']);
});

test('the machine restarts as a person asks, by the configured program, and says why it does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mark = join(folder, 'restarted');
  const { supervision } = supervised({ restartMachine: ['/bin/sh', '-c', `touch ${mark}`] });
  await supervision.restartMachine({ kind: 'terminal' });
  expect(existsSync(mark)).toBe(true);
  await expect(
    supervised({ restartMachine: ['/bin/sh', '-c', 'exit 3'] }).supervision.restartMachine(null),
  ).rejects.toMatchObject({ code: 'machine-not-restarted' });
  await expect(supervised().supervision.restartMachine(null)).rejects.toMatchObject({
    code: 'no-machine-restart',
  });
});

test('a requested end takes the start back, and one by a fault from outside does not', async () => {
  const requested = supervised();
  await requested.supervision.ended();
  expect(parseStarts(requested.starts.value).count).toBe(0);
  expect(readFileSync(join(requested.dataDir, 'starts.json'), 'utf8')).toContain('"count":0');
  const failed = supervised();
  failed.supervision.failed();
  await failed.supervision.ended();
  expect(failed.starts.value.count).toBe(1);
});

test('a slow machine is remembered over a restart', () => {
  expect(supervised({ slowness: 3 }).supervision.slowness.forJudges).toBe(3);
  expect(supervised().supervision.slowness.forJudges).toBe(1);
});

test('a limit that a browser has missed is longer in the next run, and no longer a slow machine', async () => {
  const { supervision, dataDir } = supervised();
  supervision.slowness.late();
  await supervision.ended();
  const { slowness } = supervised({ dataDir }).supervision;
  expect([slowness.of(30_000), slowness.forJudges]).toEqual([60_000, 1]);
});

test('a start is counted once however often it is asked for, and for another data folder anew', () => {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'vitrine-counted-')));
  onTestFinished(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const [one = '', other = ''] = folders;
  const at = Date.parse('2026-01-01T00:00:00Z');
  expect(countedStart(one, at).value.count).toBe(1);
  expect(countedStart(one, at).value.count).toBe(1);
  expect(countedStart(other, at).value.count).toBe(1);
  expect(countedStart(one, at + 1_000).value.count).toBe(2);
  expect(parseStarts(begun(noStarts, at)).count).toBe(1);
});

test('a second player and a missing display are no failed start, a browser that ends is one', () => {
  const isNone = (code: string) => isNoFailedStart(new VitrineError('temporary', code, verbatim('no')));
  for (const code of ['data-folder-in-use', 'already-running', 'no-display', 'ended'])
    expect([code, isNone(code)]).toEqual([code, true]);
  expect(isNone('browser-ended')).toBe(false);
});

describe('the browser', () => {
  /** It fails so often, and then starts. Answers for each attempt whether it painted without the graphics card. */
  async function started(failures: number, world: { isSafe?: boolean; isSupervised?: boolean } = {}) {
    const software: boolean[] = [];
    const error = await startBrowser({
      clock: new ManualClock({ skipsWaits: true }),
      log: createLog(() => undefined),
      mayShow: Promise.resolve(),
      signal: new AbortController().signal,
      supervision: {
        restart: world.isSupervised ? () => undefined : null,
        isSafe: world.isSafe ?? false,
        slowness: { forJudges: 1 } as never,
      },
      browser: {
        start: async (_, paintsInSoftware) => {
          software.push(paintsInSoftware);
          if (software.length <= failures) throw new VitrineError('temporary', 'slow', verbatim('no'));
        },
      },
    }).catch((thrown: VitrineError) => thrown.code);
    return { software, error };
  }

  test('is started without the graphics card in safe mode, and after three failures', async () => {
    expect((await started(0, { isSafe: true })).software).toEqual([true]);
    expect((await started(4)).software).toEqual([false, false, false, true, true]);
  });

  test('is given up after seven failures only where something restarts the player', async () => {
    expect(await started(9, { isSupervised: true })).toMatchObject({
      error: 'slow',
      software: { length: 7 },
    });
    expect(await started(9)).toMatchObject({ error: undefined, software: { length: 10 } });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import { expectWithin } from '../support/promised.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import {
  type Color,
  colorAt,
  isBlack,
  middle,
  type Recording,
  startDisplay,
  type TestDisplay,
} from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// The whole path, checked by the pixels of the display: CMS over HTTP, store, engine thread, real Chromium.
onEachHost((host) => {
  let display: TestDisplay;
  let cms: DemoCms;
  let player: PlayerProcess | null = null;
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  const media: Record<string, number> = {};
  let entries: number[] = [];
  let cmsPort = 0;

  const env = () => ({ ...demoScreen(display, cms, dataDir), VITRINE_SYNC_SECONDS: '1' });
  const seen = async (): Promise<Color> => middle(await display.grab());
  const untilSeen = (color: Color): Promise<boolean> =>
    until(`${color} on the display`, async () => (await seen()) === color);

  beforeAll(async () => {
    display = await startDisplay(640, 360);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['e2e-token'] } });
    cmsPort = Number(new URL(cms.origin).port);
    for (const color of ['red', 'green', 'blue', 'yellow'] as const) {
      const file = { name: color, fileName: `${color}.png`, mimeType: 'image/png' };
      media[color] = cms.content.addFile(file, picture(color)).id;
    }
    entries = ['red', 'green', 'blue'].map(
      (color) =>
        cms.content.addEntry(Number(cms.playlistId), { media_file_id: media[color] ?? 0, duration: 1 }).id,
    );
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (): Promise<PlayerProcess> => {
    player = startPlayerProcess(env(), host);
    return player;
  };

  it('shows the items of the playlist in order, without a black frame between', async () => {
    await start();
    await untilSeen('red');
    const recording = await display.record(30);
    await until('three rounds', () => changes(recording).length > 8);
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => isBlack(frame))).toHaveLength(0);
    for (const [before, after] of changes(recording))
      expect([before, after]).toEqual([before, follows(before)]);
    const status = await until('a well player', async () => {
      const now = await player?.status();
      return now?.health.verdict === 'well' && now.nowPlaying ? now : null;
    });
    expect(status).toMatchObject({
      edition: { complete: true },
      nowPlaying: { screenId: '1', kind: 'image' },
      sync: { lastError: null },
      screens: [{ id: '1', alive: true, restarts: 0 }],
      storage: { objects: 3 },
      health: { verdict: 'well' },
    });
    const health = await runVitrine(['health', '--json'], env(), host);
    expect([health.code, JSON.parse(health.out)]).toMatchObject([
      0,
      { verdict: 'well', screens: [{ id: '1', wanted: 'on', seen: 'painting' }], engine: { state: 'well' } },
    ]);
  });

  it('covers the display to its last pixel', async () => {
    const edges = [0.001, 0.5, 0.999];
    // A look in the midst of a change sees two items.
    await until('one colour from edge to edge', async () => {
      const frame = await display.grab(display.width, display.height);
      const [one, ...others] = new Set(edges.flatMap((x) => edges.map((y) => colorAt(frame, x, y))));
      return others.length === 0 && one !== 'black' && one !== 'other';
    });
  });

  it('follows the CMS to another playlist without a black frame', async () => {
    const recording = await display.record(30);
    cms.content.addEntry(Number(cms.playlistId), { media_file_id: media.yellow ?? 0, duration: 1 });
    for (const id of entries) cms.content.removeEntry(id);
    await untilSeen('yellow');
    // The first look at the CMS may fall between the changes.
    await until('only yellow', async () => {
      const { cues } = (await askPlayer(dataDir, 'GET', '/api/schedule')) as ScheduleReport;
      return cues.length === 1 && (await player?.status())?.edition?.complete === true;
    });
    await untilSeen('yellow');
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => isBlack(frame))).toHaveLength(0);
    entries = [];
  });

  it('plays the same show when it restarts without the CMS', async () => {
    await cms.stop();
    expect((await player?.stop())?.code).toBe(0);
    await start();
    await untilSeen('yellow');
    const status = await until('a failed look at the CMS', async () => {
      const now = await player?.status().catch(() => null);
      return now?.sync.lastError ? now : null;
    });
    expect(status.sync.lastError?.code).toMatch(/^cms-unreachable-/);
    expect(await seen()).toBe('yellow');
  });

  it('explains the show, without network and beside the player', async () => {
    const { code, out } = await runVitrine(['schedule', '--json'], env(), host);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      cues: [{ mediaFileId: String(media.yellow), kind: 'image', durationMs: 1000 }],
    });
  });

  it('refuses a second player on the same data folder, and the first one plays on', async () => {
    const { code, log } = await runVitrine(['run'], env(), host);
    expect(code).toBe(1);
    expect(log).toMatch(/data folder/i);
    expect(await seen()).toBe('yellow');
  });

  // Electron's browser is the player itself: the power cut below covers that case.
  it.runIf(host.name === 'chromium')('paints again within 2 s when the browser is killed', async () => {
    const before = await player?.status();
    const browser = browserOf(player?.pid ?? 0);
    expect(browser).toBeGreaterThan(0);
    process.kill(browser, 'SIGKILL');
    const since = performance.now();
    await until('the browser is gone', async () => browserOf(player?.pid ?? 0) !== browser);
    await untilSeen('yellow');
    const took = performance.now() - since;
    console.log(`browser killed → painting again: ${Math.round(took)} ms`);
    await expectWithin(4_000, took);
    // The picture survives the death, so it is visible before the status reports the new browser.
    await until('a living screen that was brought back', async () => {
      const [screen] = (await player?.status())?.screens ?? [];
      return screen?.alive && screen.restarts > (before?.screens[0]?.restarts ?? 0);
    });
  });

  it('paints again within 10 s when the renderer hangs', { tags: 'long' }, async () => {
    const before = (await player?.status())?.screens[0]?.restarts ?? 0;
    // The stage's, and the spare one that the browser keeps: they look the same from outside.
    const renderers = renderersOf(player?.pid ?? 0);
    expect(renderers.length).toBeGreaterThan(0);
    for (const renderer of renderers) process.kill(renderer, 'SIGSTOP');
    const since = performance.now();
    try {
      await until('a living screen', async () => {
        const screen = (await player?.status())?.screens[0];
        return screen?.alive && screen.restarts > before;
      });
      await untilSeen('yellow');
    } finally {
      for (const renderer of renderers.filter(alive)) process.kill(renderer, 'SIGCONT');
    }
    const took = performance.now() - since;
    console.log(`renderer stopped → painting again: ${Math.round(took)} ms`);
    await expectWithin(15_000, took);
  });

  it('returns with the same show after a power cut', async () => {
    await player?.kill();
    await start();
    // The picture of the dead one may still be visible.
    await until('a living screen', async () => {
      const now = await player?.status().catch(() => null);
      return now?.screens[0]?.alive;
    });
    await untilSeen('yellow');
  });

  it('ends within 5 s, leaves no browser behind, and has a proof-of-play row for each showing', async () => {
    const pids = descendants(player?.pid ?? 0);
    const ended = await player?.stop();
    expect(ended?.code).toBe(0);
    await expectWithin(5_000, ended?.ms ?? Number.NaN);
    expect(pids.length).toBeGreaterThan(2);
    await until('all processes gone', async () => !pids.some(alive));
    player = null;
    const { code, out } = await runVitrine(['proof', 'export', '--format', 'jsonl'], env(), host);
    expect(code).toBe(0);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ endedAt }) => endedAt === null)).toHaveLength(0);
    expect(new Set(rows.map(({ outcome }) => outcome))).toContain('completed');
    expect(rows.every(({ screenId, startedAt }) => screenId === '1' && startedAt.endsWith('Z'))).toBe(true);
  });

  it('never wrote the token anywhere in the data folder', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      expect(readFileSync(join(file.parentPath, file.name)).includes('e2e-token'), file.name).toBe(false);
    }
    expect(cmsPort).toBeGreaterThan(0);
  });
});

/** An item that is shown for a second is not missed in such a time. */
const longestGapMs = 500;

/** Each change that the recorder saw; one that was held up may have missed an item. */
function changes({ frames }: Recording): (readonly [before: Color, after: Color])[] {
  const seen = frames.map(({ at, frame }) => ({ at, color: middle(frame) }));
  return seen.flatMap(({ at, color }, index) => {
    const before = seen[index - 1];
    return before && before.color !== color && at - before.at < longestGapMs
      ? [[before.color, color] as const]
      : [];
  });
}

function follows(color: Color | undefined): Color {
  return color === 'red' ? 'green' : color === 'green' ? 'blue' : 'red';
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): readonly Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

function descendants(pid: number): readonly number[] {
  const all = processes();
  const below = (parent: number): number[] =>
    all
      .filter((candidate) => candidate.parent === parent)
      .flatMap(({ pid: child }) => [child, ...below(child)]);
  return below(pid);
}

function browserOf(pid: number): number {
  const below = new Set(descendants(pid));
  const found = processes().find(
    ({ pid: candidate, command }) =>
      below.has(candidate) &&
      !/--type=/.test(command) &&
      (/--user-data-dir=/.test(command) || /electron/.test(command)),
  );
  return found?.pid ?? 0;
}

function renderersOf(pid: number): readonly number[] {
  const below = new Set(descendants(pid));
  return processes().flatMap(({ pid: candidate, command }) =>
    below.has(candidate) && /--type=renderer/.test(command) ? [candidate] : [],
  );
}

function alive(pid: number): boolean {
  return processes().some((candidate) => candidate.pid === pid && !/<defunct>/.test(candidate.command));
}

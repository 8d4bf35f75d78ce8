import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { AdminPort } from '../../src/main/admin/app.ts';
import { startAdmin } from '../../src/main/admin/server.ts';
import { createLog } from '../../src/main/log.ts';
import type { Status } from '../../src/main/report/status.ts';
import type { ScreenStatus } from '../../src/main/show/screen.ts';
import type { StagedUpdate } from '../../src/main/sync/report.ts';
import { updateOff } from '../../src/main/update/update-status.ts';
import { calmHealth } from '../support/health.ts';

const calm: Status = {
  version: '9',
  host: 'none',
  startedAt: '2026-11-21T08:00:00.000Z',
  health: calmHealth,
  link: null,
  update: updateOff,
  edition: {
    id: 'a'.repeat(64),
    activatedAt: '2026-11-21T08:00:00.000Z',
    complete: true,
    missing: [],
    unplayable: [],
  },
  nowPlaying: null,
  sync: { state: 'downloading', lastSuccessAt: null, lastError: null, nextAt: null },
  downloads: { active: 1, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  storage: { bytes: 0, objects: 0, freeBytes: 0 },
  screens: [],
  display: { screens: [], byHand: null, switches: [] },
  clock: { trusted: true, zone: 'UTC' },
  warnings: [],
};

const coming = { received: 3_000_000, size: 8_000_000, bytesPerSecond: 250_000, secondsLeft: 20 };

const file = { error: null, nextTryAt: null, failed: false, received: 0, size: null };
const staged: StagedUpdate = {
  edition: 'b'.repeat(64),
  missingCount: 14,
  missing: [
    { ...file, mediaFileId: '1', name: '<b>Clip</b>', received: 3_000_000, size: 8_000_000 },
    {
      ...file,
      mediaFileId: '2',
      name: 'Late',
      error: { code: 'media-server-error', message: 'The server cannot give this file now (503).' },
      nextTryAt: '2026-11-21T13:00:00.000Z',
    },
    ...Array.from({ length: 12 }, (_, at) => ({ ...file, mediaFileId: `${at + 3}`, name: `File ${at + 3}` })),
  ],
};

const report = { at: '', zone: 'UTC', cues: [], excluded: [], nextChangeAt: null };
const screen: ScreenStatus = {
  id: '1',
  alive: true,
  lastFrameAt: null,
  restarts: 0,
  recycles: 0,
  memoryBytes: null,
  nowPlaying: null,
};
const nowPlaying = {
  ...{
    screenId: '1',
    cueId: 'c',
    entryId: '7',
    mediaFileId: '9',
    name: 'Spring offer',
    kind: 'image' as const,
  },
  startedAt: '2026-11-21T08:00:00.000Z',
};

test('the page names what plays on every screen, says what it cannot know, and lets no dead player look alive', async () => {
  const excluded = [
    {
      entryId: '8',
      path: ['8'],
      reason: 'wrong-weekday' as const,
      meaning: 'only on Sunday',
      name: 'Brunch',
    },
  ];
  const second = { ...screen, id: '2' };
  let answers: (() => Status) | null = () => ({
    ...calm,
    nowPlaying,
    screens: [{ ...screen, nowPlaying }, second],
  });
  const { page, nextAnswer } = await open({
    status: async () => answers?.() ?? Promise.reject(new Error('it is dead')),
    schedule: async (_, screenId) => (screenId === '1' ? { ...report, excluded } : report),
  });
  const summary = page.locator('#summary');
  await page.getByText('Playing on 1 of 2 screens').waitFor();
  expect(await page.locator('figcaption').allInnerTexts()).toMatchObject([
    expect.stringContaining('Screen 1: Spring offer'),
    expect.stringContaining('Screen 2: nothing to play'),
  ]);
  expect(await page.locator('#programmes h2:visible').allInnerTexts()).toEqual([
    'Programme of screen 1 now',
    'Not playing, and why',
    'Programme of screen 2 now',
  ]);
  expect(await page.locator('#programme-1 ul').innerText()).toMatch(/^Brunch\s*only on Sunday$/);

  const at = '2026-11-21T12:00:00.000Z';
  const lastError = { code: 'cms-unreachable', message: 'It does not answer.', remedy: null, at };
  answers = () => ({
    ...calm,
    sync: { ...calm.sync, lastError, lastSuccessAt: at },
    screens: [{ ...screen, nowPlaying }],
  });
  await nextAnswer();
  await page.getByText(/^Playing\. The CMS could not be read since .*2026/).waitFor();
  expect(await page.locator('figure').count()).toBe(1);
  expect(await page.locator('#programmes h2').first().innerText()).toBe('Programme now');

  answers = null;
  await nextAnswer();
  await page.getByText(/^The player does not answer\. What is here is from /).waitFor();
  expect(await page.locator('figure img').isVisible()).toBe(false);
  answers = () => ({ ...calm, screens: [screen] });
  await nextAnswer();
  await page.getByText('Nothing to play now').waitFor();
  expect(await page.locator('figure img').isVisible()).toBe(true);
  expect(await summary.innerText()).toBe('Nothing to play now');
});

test('the page tells what cannot be played, with what to do, and does not wait for what has failed', async () => {
  const edition = calm.edition && {
    ...calm.edition,
    complete: false,
    missing: [
      { mediaFileId: '1', name: 'Gone', reason: 'It is gone.', failed: true },
      { mediaFileId: '2', name: 'Coming', reason: 'not downloaded yet', failed: false },
    ],
    unplayable: [
      { mediaFileId: '1', name: 'Gone', reason: 'media-unavailable' as const, detail: 'Upload it again.' },
    ],
  };
  const status: Status = { ...calm, edition };
  const { page } = await open({ status: async () => status, schedule: async () => report });
  await page.getByText('Cannot be played').waitFor();
  expect(await page.locator('#unplayable li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Gone\s+Upload it again\.$/),
  ]);
  expect(await page.locator('#facts').innerText()).toContain('waits for 1');
});

test('the page tells what comes in and what an update waits for, as text, and nothing when there is none', async () => {
  let status = calm;
  const { page, nextAnswer } = await open({ status: async () => status, schedule: async () => report });
  await page.getByText('not since the start').waitFor();
  expect(await page.locator('#update').isVisible()).toBe(false);
  expect(await page.locator('#health').innerText()).toContain('All is well. (well since');

  status = {
    ...calm,
    sync: { ...calm.sync, state: 'paused' },
    downloads: {
      ...calm.downloads,
      items: [
        { ...coming, mediaFileId: '1', name: '<img src=x onerror="document.title=1">' },
        { ...coming, mediaFileId: '2', name: '', size: null, bytesPerSecond: 0, secondsLeft: null },
        ...Array.from({ length: 10 }, (_, at) => ({ ...coming, mediaFileId: `${at}`, name: `File ${at}` })),
      ],
    },
  };
  await nextAnswer();
  await page.getByText('paused (to go on: vitrine sync resume)').waitFor();
  const arriving = await page.locator('#under-way li').allInnerTexts();
  expect(arriving).toHaveLength(11);
  expect(arriving[0]).toMatch(
    /^<img src=x onerror="document\.title=1">\s+3\.0 MB of 8\.0 MB, 250 kB\/s, 20 s left$/,
  );
  expect(arriving[1]).toMatch(/^media file 2\s+3\.0 MB, 0 B\/s$/);
  expect(arriving[10]).toBe('and 2 more');
  expect(await page.locator('#under-way progress').count()).toBe(9);
  expect(await page.locator('li img').count()).toBe(0);

  status = { ...calm, staged };
  await nextAnswer();
  await page.getByText('An update waits for 14 files').waitFor();
  expect(await page.locator('#downloads').isVisible()).toBe(false);
  const rows = await page.locator('#missing li').allInnerTexts();
  expect(rows).toHaveLength(11);
  expect(rows[0]).toMatch(/^<b>Clip<\/b>\s+3\.0 MB of 8\.0 MB\. It is under way\.$/);
  expect(rows[1]).toMatch(/^Late\s+0 B\. The server cannot give this file now \(503\)\. Tried again at /);
  expect(rows[10]).toBe('and 4 more');
  expect(await page.locator('#missing progress').count()).toBe(1);

  status = calm;
  await nextAnswer();
  await page.locator('#update').waitFor({ state: 'hidden' });
});

async function open(player: Pick<AdminPort, 'status' | 'schedule'>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-page-'));
  const admin = await startAdmin({
    player: {
      ...player,
      health: () => calmHealth,
      healthLog: async () => [],
      picture: () => Promise.reject(new Error('no screen')),
      syncNow: () => Promise.reject(new Error('not asked for')),
      pauseSync: () => Promise.reject(new Error('not asked for')),
      resumeSync: () => Promise.reject(new Error('not asked for')),
      rollback: () => Promise.reject(new Error('not asked for')),
      updateNow: async () => updateOff,
      updateHold: async () => updateOff,
      overlay: () => undefined,
      display: () => calm.display,
      setDisplay: () => undefined,
    },
    dataDir,
    port: await freePort(),
    log: createLog(() => undefined),
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
  });
  onTestFinished(async () => {
    await browser.close();
    await admin.stop();
    rmSync(dataDir, { recursive: true });
  });
  const page = await browser.newPage();
  await page.clock.install();
  /** The page asks anew every two seconds. */
  const nextAnswer = () => page.clock.fastForward(2_000);
  await page.goto(admin.address ?? '');
  return { page, nextAnswer };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

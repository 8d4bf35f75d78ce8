import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/main/cli/sync.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { emptiness } from '../../src/main/schedule/emptiness.ts';
import { inEnglish, message, withRemedy } from '../../src/shared/languages/message.ts';
import { demo, token } from '../cms/support.ts';
import { invoke } from '../support/invoke.ts';
import { edition, entry, playlist } from '../support/records.ts';

const warning = withRemedy(message('playlist-empty', { playlist: 'Welcome', id: '1' }));

async function configured() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-empty-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const cms = await demo({ seed: 'empty' });
  return loadConfig({
    noFile: true,
    env: {
      VITRINE_DATA_DIR: dataDir,
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: token,
      VITRINE_PLAYLIST: 'Welcome',
    },
  });
}

test('standby screen, status and log report an empty playlist', async () => {
  const lines: LogLine[] = [];
  const events: EngineEvent[] = [];
  const engine = await openEngine(
    { config: await configured(), configMistake: null },
    {
      clock: systemClock,
      log: createLog((line) => lines.push(line)),
      emit: (event) => events.push(event),
    },
  );
  onTestFinished(() => engine.stop());
  await engine.syncNow();
  expect(engine.status().warnings).toEqual([warning]);
  expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    inEnglish(warning),
  ]);
  const standby = events.filter((event) => event.type === 'standby').at(-1)?.standby;
  expect(standby).toMatchObject({ kind: 'idle', title: 'The playlist is empty' });
  expect(standby?.lines.join(' ')).toMatch(/Add entries to “Welcome” in the CMS/);
  expect(standby?.since).toMatch(/^Since \w+/);
});

test('`sync --once` reports an empty playlist with its result', async () => {
  const config = await configured();
  const { code, out, progress } = await invoke(command, { config, values: { once: true, json: true } });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ edition: expect.any(String), failed: [] });
  expect(progress).toContain(inEnglish(warning));
});

test('each empty playlist is reported with its screen, and so is a missing assignment', () => {
  const full = playlist('full', [entry('1')]);
  const two = { ...edition([full, playlist('bare', [])]), screens: { left: 'full', right: 'bare' } };
  expect(emptiness(two)).toEqual([
    {
      screenId: 'right',
      playlist: 'List bare',
      message: message('playlist-empty.screen', { playlist: 'List bare', id: 'bare', screen: 'right' }),
    },
  ]);
  expect(emptiness({ ...two, screens: {} })).toEqual([
    { screenId: null, playlist: '', message: message('playlist-unassigned') },
  ]);
  expect(emptiness({ ...two, screens: { left: 'full' } })).toEqual([]);
});

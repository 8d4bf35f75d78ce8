import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/main/cli/sync.ts';
import { systemClock } from '../../src/main/clock.ts';
import { loadConfig } from '../../src/main/config.ts';
import { openEngine } from '../../src/main/engine/open-engine.ts';
import type { EngineEvent } from '../../src/main/engine/protocol.ts';
import { createLog, type LogLine } from '../../src/main/log.ts';
import { emptiness } from '../../src/main/schedule/emptiness.ts';
import { demo, token } from '../cms/support.ts';
import { invoke } from '../support/invoke.ts';
import { edition, entry, playlist } from '../support/records.ts';

const said = /The playlist “Welcome” \(1\) is empty: .* Add entries to it in the CMS/;

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

test('an empty playlist is told on the screen, in the status and in the log', async () => {
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
  expect(engine.status().warnings).toEqual([expect.stringMatching(said)]);
  expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    expect.stringMatching(said),
  ]);
  const standby = events.filter((event) => event.type === 'standby').at(-1)?.standby;
  expect(standby).toMatchObject({ kind: 'idle', title: 'The playlist is empty' });
  expect(standby?.lines.join(' ')).toMatch(/nothing in “Welcome” yet. Add something in the CMS/);
  expect(standby?.since).toMatch(/^Since \w+/);
});

test('sync --once says it beside its report', async () => {
  const config = await configured();
  const { code, out, progress } = await invoke(command, { config, values: { once: true, json: true } });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ edition: expect.any(String), failed: [] });
  expect(progress).toMatch(said);
});

test('each empty playlist is told with its screen; one that is not assigned at all, too', () => {
  const full = playlist('full', [entry('1')]);
  const two = { ...edition([full, playlist('bare', [])]), screens: { left: 'full', right: 'bare' } };
  expect(emptiness(two)).toEqual([
    expect.objectContaining({ screenId: 'right', message: expect.stringContaining('of screen right') }),
  ]);
  expect(emptiness({ ...two, screens: {} })).toEqual([
    expect.objectContaining({ screenId: null, message: expect.stringContaining('no playlist') }),
  ]);
  expect(emptiness({ ...two, screens: { left: 'full' } })).toEqual([]);
});

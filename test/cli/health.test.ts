import { expect, test } from 'vitest';
import { command as doctor } from '../../src/main/cli/doctor.ts';
import { durationIn } from '../../src/main/cli/duration.ts';
import { command } from '../../src/main/cli/health.ts';
import { readable, verbatim } from '../../src/shared/languages/message.ts';
import { calmHealth } from '../support/health.ts';
import { invoke } from '../support/invoke.ts';
import { installed } from './support/installed.ts';

const dark = { ...calmHealth, verdict: 'dark' as const, sentence: verbatim('Screen 1 shows nothing new.') };
const watched = {
  ...calmHealth,
  verdict: 'attention' as const,
  sentence: verbatim('The disk is nearly full.'),
};

test('vitrine health prints the health, and exits with 1 when a screen is dark', async () => {
  const { start, config, state } = await installed();
  await expect(invoke(command, { config })).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await invoke(command, { config })).toMatchObject({
    code: 0,
    out: `well since ${calmHealth.since}: All is well.\nscreen 1: painting since 2026-01-01T00:08:30.000Z\n`,
  });
  state.health = watched;
  expect((await invoke(command, { config })).code).toBe(0);
  state.health = dark;
  const { code, out } = await invoke(command, { config, values: { json: true } });
  expect([code, JSON.parse(out)]).toEqual([1, JSON.parse(JSON.stringify(readable(dark)))]);
});

test('--wait waits until the player is well, also if it has not started yet, and then judges', async () => {
  const { start, config, state } = await installed();
  state.health = dark;
  const waiting = invoke(command, { config, values: { wait: '30s' } });
  await start();
  state.health = calmHealth;
  expect((await waiting).code).toBe(0);
  state.health = watched;
  expect((await invoke(command, { config, values: { wait: '0s' } })).code).toBe(0);
  await expect(invoke(command, { config, values: { wait: 'soon' } })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
});

test('--log prints the history, also without a player', async () => {
  const { start, config, stop } = await installed();
  await expect(invoke(command, { config, values: { log: true, wait: '1s' } })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
  expect((await invoke(command, { config, values: { log: true } })).out).toBe('Nothing is kept yet.\n');
  const engine = await start();
  engine.healthChanged({
    at: 1_000,
    verdict: 'dark',
    sentence: verbatim('Nothing yet.'),
    reasons: ['starting'],
  });
  engine.healthChanged({ at: 131_000, verdict: 'well', sentence: verbatim('All is well.'), reasons: [] });
  expect(engine.healthLog(1)).toMatchObject([{ verdict: 'well' }]);
  await stop();
  const { out } = await invoke(command, { config, values: { log: true } });
  expect(out).toMatch(
    /00:02:11.000Z +until now +well +All is well\.\n.*00:00:01.000Z +2 min 10 s +dark +Nothing yet\.\n$/,
  );
  const reported = await invoke(command, { config, values: { log: true, json: true } });
  expect(JSON.parse(reported.out)[1]).toMatchObject({ seconds: 130, reasons: ['starting'], verdict: 'dark' });
});

test('doctor and health agree', async () => {
  const { start, config, state } = await installed();
  await start();
  const env = { VITRINE_DATA_DIR: config.dataDir };
  const results: unknown[] = [];
  for (const health of [calmHealth, watched, dark]) {
    state.health = health;
    const { out } = await invoke(doctor, {
      config,
      configSources: { noFile: true, env },
      values: { json: true },
    });
    const { checks } = JSON.parse(out) as { checks: readonly { check: string }[] };
    results.push(checks.find(({ check }) => check === 'player'));
  }
  expect(results).toMatchObject([{ result: 'ok' }, { result: 'warn' }, { result: 'fail' }]);
});

test('durations are parsed', () => {
  expect(['90s', '15m', '2h'].map(durationIn)).toEqual([90_000, 900_000, 7_200_000]);
});

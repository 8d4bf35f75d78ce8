import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startAdmin } from '../../../src/main/admin/server.ts';
import type { Command, Invocation } from '../../../src/main/cli/command.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import type { Engine } from '../../../src/main/engine/engine.ts';
import { openEngine } from '../../../src/main/engine/open-engine.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import type { Health } from '../../../src/main/health/health.ts';
import { composeStatus } from '../../../src/main/report/status.ts';
import { calmPlayer } from '../../support/calm-player.ts';
import { calmHealth } from '../../support/health.ts';
import { invoke } from '../../support/invoke.ts';

const log = createLog(() => undefined);
const noDisplays = { screens: [{ id: '1', wanted: 'on' as const, until: null }], byHand: null, switches: [] };

/** A data folder of a player without screens, and its commands. */
export async function installed(env: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-beside-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir, ...env } });
  const overlays: boolean[] = [];

  const state: { health: Health; displays: string[] } = { health: calmHealth, displays: [] };
  let stop = async (): Promise<void> => undefined;

  async function start(): Promise<Engine> {
    const engine = await openEngine(
      { config, configMistake: null },
      { clock: systemClock, log, emit: () => undefined },
    );
    const player = calmPlayer({
      status: async () =>
        composeStatus(
          { version: '9', name: 'Window 1', startedAt: '', health: state.health },
          engine.status(),
          {
            host: 'none',
            screens: [],
            display: noDisplays,
            warnings: [],
          },
        ),
      health: () => state.health,
      healthLog: async (limit) => engine.healthLog(limit),
      schedule: async (at, screenId, limit) => engine.schedule({ at, screenId, limit }),
      syncNow: () => engine.syncNow(),
      pauseSync: async () => engine.pauseSync(),
      resumeSync: async () => engine.resumeSync(),
      rollback: () => engine.rollback(),
      overlay: (visible) => overlays.push(visible),
      display: () => noDisplays,
      setDisplay: (wanted) => state.displays.push(wanted),
    });
    const admin = await startAdmin({ player, dataDir, port: 0, log });
    stop = async () => {
      await admin.stop();
      await engine.stop();
    };
    onTestFinished(() => stop());
    return engine;
  }

  async function run(command: Command, given: Partial<Invocation> = {}): Promise<string> {
    return (await invoke(command, { config, ...given })).out;
  }
  return { start, stop: () => stop(), run, overlays, config, state };
}

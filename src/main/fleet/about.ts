import { arch, cpus, hostname, totalmem } from 'node:os';
import { version } from '../ground/version.ts';
import type { FleetPort } from './port.ts';

/** Facts about the player that hardly ever change. */
export function aboutOf(player: Pick<FleetPort, 'health' | 'screens' | 'startedAt'>) {
  const { browser, clock } = player.health();
  return {
    version,
    browser,
    zone: clock?.zone ?? null,
    screens: player.screens,
    host: hostname(),
    hardware: { arch: arch(), cpu: cpus()[0]?.model ?? null, cores: cpus().length, memoryBytes: totalmem() },
    startedAt: player.startedAt,
  };
}

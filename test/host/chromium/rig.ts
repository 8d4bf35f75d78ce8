import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import type { ChromiumNeeds } from '../../../src/main/host/chromium/chromium-needs.ts';
import { createChromiumHost } from '../../../src/main/host/chromium/host.ts';
import type { ContractParts, ContractRig } from '../contract.ts';
import { Driver } from './driver.ts';
import { ownProfiles } from './own-profiles.ts';
import { descendants } from './processes.ts';
import { revealAll } from './reveal-all.ts';

export interface ChromiumRig extends ContractRig {
  readonly stage: Driver;
  readonly lines: LogLine[];
}

/** The real browser on its own virtual display. */
export async function chromiumRig(
  parts: ContractParts,
  options: Partial<ChromiumNeeds> = {},
): Promise<ChromiumRig> {
  const stage = new Driver(parts.handler, parts.events);
  const lines: LogLine[] = [];
  const host = createChromiumHost({
    handler: stage.handler,
    events: stage.events,
    log: createLog((line) => lines.push(line)),
    clock: systemClock,
    user: 'nobody',
    display: 'virtual',
    virtualSize: { width: 640, height: 360 },
    ...options,
  });
  revealAll(host);
  return {
    host,
    stage,
    events: stage.events,
    lines,
    remains: async () => [
      ...descendants()
        .filter(({ command }) => /chrom|Xvfb/.test(command[0] ?? ''))
        .map(({ command }) => command.join(' ')),
      ...ownProfiles(),
    ],
    dispose: async () => undefined,
  };
}

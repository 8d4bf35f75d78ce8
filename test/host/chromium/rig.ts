import { readdirSync } from 'node:fs';
import { systemClock } from '../../../src/main/clock.ts';
import { type ChromiumNeeds, createChromiumHost } from '../../../src/main/host/chromium/host.ts';
import { profilesFolder } from '../../../src/main/host/chromium/profile.ts';
import type { Host } from '../../../src/main/host/host.ts';
import { createLog, type LogLine } from '../../../src/main/log.ts';
import type { ContractParts, ContractRig } from '../contract.ts';
import { Driver } from './driver.ts';
import { descendants } from './processes.ts';

export interface ChromiumRig extends ContractRig {
  readonly stage: Driver;
  readonly lines: LogLine[];
}

/** The real browser on a virtual display of its own. */
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
      ...readdirSync(profilesFolder()).filter((name) => name.startsWith(`vitrine-browser-${process.pid}-`)),
    ],
    dispose: async () => undefined,
  };
}

/** These stages do not say when they have painted something true: their windows are seen as soon as they are there. */
export function revealAll(host: Host): void {
  const open = host.open.bind(host);
  host.open = async (placement, events) => {
    const window = await open(placement, events);
    const revive = window.revive.bind(window);
    window.revive = async () => {
      await revive();
      window.reveal();
    };
    window.reveal();
    return window;
  };
}

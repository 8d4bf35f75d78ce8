import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/main/clock.ts';
import type { ElectronApi } from '../../../src/main/host/electron/api.ts';
import { createElectronHost } from '../../../src/main/host/electron/host.ts';
import { createLog } from '../../../src/main/log.ts';
import { startDisplay } from '../../e2e/support/display.ts';
import { Driver } from '../chromium/driver.ts';
import { descendants } from '../chromium/processes.ts';
import { revealAll } from '../chromium/rig.ts';
import type { ContractParts, ContractRig } from '../contract.ts';
import * as electron from './module.ts';

export interface LikeRig extends ContractRig {
  readonly stage: Driver;
}

/** The Electron host and the built preload script on the Electron that is made of Chromium, on a display of its own. */
export async function likeRig(parts: ContractParts): Promise<LikeRig> {
  const display = await startDisplay(640, 360);
  process.env.DISPLAY = display.name;
  await electron.becomeReady();
  const stage = new Driver(parts.handler, parts.events);
  const host = createElectronHost({
    handler: stage.handler,
    events: stage.events,
    log: createLog(() => undefined),
    clock: systemClock,
    electron: electron as unknown as ElectronApi,
    preload: fileURLToPath(new URL('../../../dist/preload/preload.cjs', import.meta.url)),
    x11Display: display.name,
    kill: (pid) => void process.kill(pid, 'SIGKILL'),
    version: 'Electron 45.0.0 (Chromium 150.0.0.0)',
  });
  revealAll(host);
  return {
    host,
    stage,
    events: stage.events,
    // Electron's own browser ends with the program; pages must not wait for that.
    remains: async () => (await electron.pagesLeft()).map((address) => `a page: ${address}`),
    dispose: async () => {
      electron.end();
      await display.stop();
      const left = descendants().filter(({ command }) => /chrom/.test(command[0] ?? ''));
      if (left.length > 0) throw new Error(`${left.length} processes of the browser are left`);
    },
  };
}

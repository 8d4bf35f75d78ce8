import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Patience } from '../patience.ts';
import { proxyEnvironment } from '../proxy.ts';
import { browserProxy } from './browser-proxy.ts';
import { chooseHost } from './choose.ts';
import type { AppHandler, Host, HostEvents } from './host.ts';

/** The host that the configuration asks for, or that fits where we run. Only the chosen one is loaded. */
export async function createHost({
  config,
  mayShow,
  awaitsDisplay,
  paintsInSoftware,
  ...needs
}: {
  readonly config: Config;
  readonly handler: AppHandler;
  readonly events: HostEvents;
  readonly log: Log;
  readonly clock: Clock;
  /** Resolves when windows may be opened. */
  readonly mayShow: Promise<unknown>;
  /** Whether a display that is not there yet is waited for. */
  readonly awaitsDisplay: boolean;
  readonly patience: Patience;
  /** For Electron that was settled before it was ready. */
  readonly paintsInSoftware: boolean;
}): Promise<Host> {
  const proxied = { ...needs, proxy: browserProxy(proxyEnvironment(config.cms.proxy, process.env)) };
  const { name, reason } = chooseHost(config.host);
  needs.log.info(`host ${name}: ${reason}`);
  if (name === 'electron') {
    const { electronHost } = await import('./electron/index.ts');
    await mayShow;
    return electronHost({ ...proxied, overlayKey: config.overlayKey });
  }
  const { createChromiumHost } = await import('./chromium/host.ts');
  return createChromiumHost({
    ...proxied,
    mayShow,
    awaitsDisplay,
    extraFlags: paintsInSoftware ? ['--disable-gpu'] : [],
    executable: config.chromium.executable,
    user: config.chromium.user,
  });
}

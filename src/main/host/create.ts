import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { proxyEnvironment } from '../ground/proxy.ts';
import type { Slowness } from '../ground/slowness.ts';
import { type BrowserProxy, browserProxy } from './browser-proxy.ts';
import { chooseHost } from './choose.ts';
import type { AppHandler, Host, HostEvents, PageGate } from './host.ts';

/** Through which proxies web pages are loaded. */
export function configuredProxy({ cms }: Config): BrowserProxy | null {
  return browserProxy(proxyEnvironment(cms.proxy, process.env));
}

/** The host that the configuration asks for, or that fits where we run. Only the chosen one is loaded. */
export async function createHost({
  config,
  mayShow,
  awaitsDisplay,
  onDisplayMissing,
  onDisplayLost,
  onRenewalDue,
  paintsInSoftware,
  ...needs
}: {
  readonly config: Config;
  readonly handler: AppHandler;
  readonly events: HostEvents;
  /** Where web pages may lead. */
  readonly gate: PageGate;
  readonly log: Log;
  readonly clock: Clock;
  /** Resolves when windows may be opened. */
  readonly mayShow: Promise<unknown>;
  /** Whether a display that is not there yet is waited for. */
  readonly awaitsDisplay: boolean;
  /** During that wait: whether no display is plugged in, each time that this changes, and at its end. */
  readonly onDisplayMissing: (isMissing: boolean) => void;
  /** A display that is awaited is lost, and will come back. Electron exits by itself then. */
  readonly onDisplayLost: () => void;
  /** A fresh browser can do better than the one that runs. Electron's is this process. */
  readonly onRenewalDue: () => void;
  readonly slowness: Slowness;
  /** For Electron that was settled before it was ready. */
  readonly paintsInSoftware: boolean;
}): Promise<Host> {
  const proxied = { ...needs, proxy: configuredProxy(config) };
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
    onDisplayMissing,
    onDisplayLost,
    onRenewalDue,
    extraFlags: paintsInSoftware ? ['--disable-gpu'] : [],
    executable: config.chromium.executable,
    user: config.chromium.user,
  });
}

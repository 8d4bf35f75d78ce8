import { inEnglish } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { proxyEnvironment } from '../ground/proxy.ts';
import type { Slowness } from '../ground/slowness.ts';
import { type BrowserProxy, browserProxy } from './browser-proxy.ts';
import { chooseHost } from './choose.ts';
import type { AppHandler, Host, HostEvents, PageGate } from './host.ts';
import type { PageLogins } from './page-logins.ts';

/** The proxies for web pages. */
export function configuredProxy({ cms }: Pick<Config, 'cms'>): BrowserProxy | null {
  return browserProxy(proxyEnvironment(cms.proxy, process.env));
}

export interface HostNeeds {
  readonly config: Pick<Config, 'cms' | 'host' | 'overlayKey' | 'chromium'>;
  readonly handler: AppHandler;
  readonly events: HostEvents;
  /** Allowed destinations of web pages. */
  readonly gate: PageGate;
  readonly logins: PageLogins;
  readonly log: Log;
  readonly clock: Clock;
  /** Resolves when windows may be opened. */
  readonly mayShow: Promise<unknown>;
  /** Whether to wait for a display that does not exist yet. */
  readonly awaitsDisplay: boolean;
  /** Called during that wait on each change of "no display is plugged in", and at its end. */
  readonly onDisplayMissing: (isMissing: boolean) => void;
  /** An awaited display was lost and will come back. Electron exits in that case. */
  readonly onDisplayLost: () => void;
  /** A fresh browser can do better than the one that runs. Electron's is this process. */
  readonly onRenewalDue: () => void;
  readonly slowness: Slowness;
  /** Electron decides this before it is ready. */
  readonly paintsInSoftware: boolean;
}

/** The configured host, or the one that fits this environment. Only the chosen one is loaded. */
export async function createHost({
  config,
  mayShow,
  awaitsDisplay,
  onDisplayMissing,
  onDisplayLost,
  onRenewalDue,
  paintsInSoftware,
  ...needs
}: HostNeeds): Promise<Host> {
  const proxied = { ...needs, proxy: configuredProxy(config) };
  const { name, reason } = chooseHost(config.host);
  needs.log.info(`host ${name}: ${inEnglish(reason)}`);
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
    caFile: config.cms.caFile,
    user: config.chromium.user,
  });
}

import { release, type } from 'node:os';
import type { Ending } from '../ground/ending.ts';
import type { ServiceManager } from '../ground/sd-notify.ts';
import { version } from '../ground/version.ts';
import type { RunningBrowser } from '../host/host.ts';
import type { Show } from '../show/show.ts';
import { forEver, startWithRetries, whileSupervised } from './retried-start.ts';
import { isSupervised } from './supervised.ts';
import { Supervision, type SupervisionNeeds } from './supervision.ts';

interface StartNeeds extends Pick<SupervisionNeeds, 'config' | 'clock' | 'log' | 'starts' | 'vitals'> {
  readonly manager: Pick<ServiceManager, 'isThere'>;
  readonly ending: Pick<Ending, 'restart'>;
  later(): { readonly show: Pick<Show, 'sights' | 'renew'>; readonly browser: RunningBrowser };
}

/** Supervision of this process, by what started it. */
export function startSupervision({ manager, ending, later, ...needs }: StartNeeds): Supervision {
  return new Supervision({
    ...needs,
    isSupervised: manager.isThere || isSupervised(process.env, process.pid, process.ppid),
    stack: () => ({ vitrine: version, browser: later().browser.version, kernel: `${type()} ${release()}` }),
    sights: () => later().show.sights(),
    leave: () => ending.restart(),
    async renew() {
      const { show, browser } = later();
      if (browser.host !== null) await show.renew(browser.host);
    },
  });
}

interface BrowserStartNeeds extends Pick<SupervisionNeeds, 'clock' | 'log'> {
  readonly supervision: Pick<Supervision, 'restart' | 'slowness' | 'isSafe'>;
  readonly browser: { start(mayShow: Promise<void>, paintsInSoftware: boolean): Promise<void> };
  readonly mayShow: Promise<void>;
  readonly signal: AbortSignal;
}

/** Starts the browser as often as that can help; without the graphics card in safe mode, and after three failures. */
export function startBrowser({ supervision, browser, mayShow, ...needs }: BrowserStartNeeds): Promise<void> {
  const { restart, slowness, isSafe } = supervision;
  return startWithRetries({
    ...needs,
    ...(restart === null ? forEver : whileSupervised(slowness.forJudges)),
    start: (failures) => browser.start(mayShow, isSafe || failures > 2),
  });
}

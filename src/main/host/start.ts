import type { Ending } from '../ground/ending.ts';
import type { Slowness } from '../ground/slowness.ts';
import { Browser, type BrowserNeeds } from './browser.ts';
import type { Host } from './host.ts';

interface PrepareNeeds
  extends Pick<BrowserNeeds, 'config' | 'clock' | 'log' | 'gate' | 'logins' | 'signal' | 'awaitsDisplay'> {
  readonly ending: Pick<Ending, 'end' | 'restart'>;
  readonly supervision: { readonly slowness: Slowness; failed(): void };
  readonly playing: {
    readonly handler: BrowserNeeds['handler'];
    readonly show: { renew(host: Host): Promise<void> };
    readonly placement: {
      start(host: Host): Promise<void>;
      displaysChanged(): void;
      displayMissing(isMissing: boolean): void;
    };
  };
  readonly notices: { woke(): void };
}

/** The browser of this show, which is not started yet. */
export function prepareBrowser(needs: PrepareNeeds): Browser {
  const { config, clock, log, gate, logins, signal, awaitsDisplay, ending, supervision, notices } = needs;
  const { handler, show, placement } = needs.playing;
  return new Browser({
    config,
    clock,
    log,
    gate,
    logins,
    signal,
    awaitsDisplay,
    handler,
    slowness: supervision.slowness,
    events: {
      displaysChanged: () => placement.displaysChanged(),
      woke: () => notices.woke(),
      ended: () => ending.end(),
    },
    onStarted: (host) => placement.start(host),
    onRenewalDue: (host) => show.renew(host),
    onDisplayMissing: (isMissing) => placement.displayMissing(isMissing),
    onDisplayLost: () => {
      supervision.failed();
      ending.restart();
    },
  });
}

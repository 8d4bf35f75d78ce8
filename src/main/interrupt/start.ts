import type { StageInterrupt } from '../../shared/interrupts.ts';
import type { Language } from '../../shared/languages/language.ts';
import type { Clock } from '../ground/clock.ts';
import type { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import { Interrupts } from './interrupts.ts';
import { InterruptMedia, type WantedMedium } from './media.ts';
import { fleetEventOf, proofOf } from './receipts.ts';
import { InterruptSources } from './sources.ts';

interface PrepareNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Screens by the configuration. */
  readonly planned: readonly string[];
  readonly show: {
    sights(): readonly { readonly id: string }[];
    interrupts(screenId: string, shown: readonly StageInterrupt[]): void;
  };
  readonly engine: { call(name: 'interruptMedia', wanted: readonly WantedMedium[]): Promise<void> };
  readonly pageReach: {
    interruptsShow(addresses: readonly string[]): void;
    refusedOfInterrupt(address: string): VitrineError | null;
  };
  readonly notices: { showing(showing: Parameters<Parameters<typeof proofOf>[0]>[0]): void };
  vitals(): { readonly clock: { readonly trusted: boolean } } | null;
  later(): {
    readonly configured: {
      readonly language: Language;
      readonly isWhole: boolean;
      readonly config: { readonly interrupts: { readonly folder: string | null } };
    };
    readonly browser: { allowInterruptPages(addresses: readonly string[]): void };
    readonly fleet: { event(event: ReturnType<typeof fleetEventOf>): void };
  };
}

/** Interrupts on every screen, with their proof of play, and the sources that they are followed from. Nothing is started yet. */
export function prepareInterrupts(needs: PrepareNeeds) {
  const { dataDir, clock, log, planned, show, notices, vitals, later, engine, pageReach } = needs;
  const prove = proofOf((showing) => notices.showing(showing));
  const media = new InterruptMedia({
    ask: (wanted) => engine.call('interruptMedia', wanted),
    allowPages: (addresses) => {
      pageReach.interruptsShow(addresses);
      later().browser.allowInterruptPages(addresses);
    },
    refusedPage: (address) => pageReach.refusedOfInterrupt(address),
  });
  const interrupts = new Interrupts({
    dataDir,
    clock,
    log,
    fs: mainFileSystem,
    language: () => later().configured.language,
    screens: () => [...new Set([...planned, ...show.sights().map(({ id }) => id)])],
    isClockTrusted: () => vitals()?.clock.trusted ?? null,
    media,
    send: (screenId, shown) => show.interrupts(screenId, shown),
    onEvent: (event) => {
      prove(event);
      later().fleet.event(fleetEventOf(event));
    },
  });
  const path = () => {
    const { config, isWhole } = later().configured;
    return config.interrupts.folder ?? (isWhole ? null : undefined);
  };
  const interruptSources = new InterruptSources({ clock, log, path, interrupts });
  return { interrupts, interruptMedia: media, interruptSources };
}

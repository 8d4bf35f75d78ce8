import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Launched } from '../update/launched.ts';
import { EngineThread } from './engine-thread.ts';
import { Notices } from './notices.ts';
import type { EngineData, EngineEvent } from './protocol.ts';
import type { StartMode } from './suspect-edition.ts';

type Event<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>;

interface StartNeeds {
  readonly config: Config;
  readonly configMistake: EngineData['configMistake'];
  readonly launched: Launched | null;
  start(): StartMode;
  readonly clock: Clock;
  readonly log: Log;
  /** What the engine has for the rest of the player. */
  readonly to: {
    programme(programme: Programme, settings: ScreenSettings): void;
    standby(standby: Event<'standby'>['standby']): void;
    pages(pages: Event<'pages'>['pages']): void;
    touchPages(pages: Event<'touch-pages'>['pages']): void;
    cmsKind(kind: Event<'cms-kind'>['kind']): void;
    commands(commands: Event<'commands'>): void;
    alerts(feeds: Event<'alerts'>['feeds']): void;
    interruptMedia(report: Event<'interrupt-media'>): void;
  };
}

export interface PlayerEngine {
  readonly thread: EngineThread;
  readonly notices: Notices;
  /** Opens the engine. Resolves when no other player uses the data folder: the show of that one must not be covered. */
  open(): { readonly opened: Promise<void>; readonly mayShow: Promise<void> };
  /** While the screens play on. */
  reopen(config: Config): Promise<void>;
  stop(): Promise<void>;
}

const timeoutMs = 3_000;

/** The engine in its thread, and what is exchanged with it. */
export function startEngine({
  config,
  configMistake,
  launched,
  start,
  clock,
  log,
  to,
}: StartNeeds): PlayerEngine {
  const data = (chosen: Config, mistake: EngineData['configMistake']): EngineData => ({
    config: chosen,
    configMistake: mistake,
    launched,
    start: start(),
  });
  const locked = Promise.withResolvers<void>();
  const thread = new EngineThread(data(config, configMistake), {
    clock,
    log: log.named('engine'),
    onEvent(event) {
      if (event.type === 'programme') to.programme(event.programme, event.settings);
      else if (event.type === 'standby') to.standby(event.standby);
      else if (event.type === 'cms-kind') to.cmsKind(event.kind);
      else if (event.type === 'pages') to.pages(event.pages);
      else if (event.type === 'touch-pages') to.touchPages(event.pages);
      else if (event.type === 'commands') to.commands(event);
      else if (event.type === 'alerts') to.alerts(event.feeds);
      else if (event.type === 'interrupt-media') to.interruptMedia(event);
      else if (event.type === 'locked') locked.resolve();
      else log.relay(event.line);
    },
  });
  const notices = new Notices({ engine: thread, clock, log });
  return {
    thread,
    notices,
    open() {
      const opened = thread.open();
      return { opened, mayShow: Promise.race([locked.promise, opened]) };
    },
    reopen: (chosen) => thread.reopen(data(chosen, null), timeoutMs),
    async stop() {
      notices.stop();
      await thread.stop(timeoutMs);
    },
  };
}

import type { Standby } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Host, HostEvents, Picture, ScreenPlace } from '../host/host.ts';
import type { Log } from '../log.ts';
import type { ShowEvents } from './events.ts';
import { Screen, type ScreenStatus } from './screen.ts';

export interface ShowOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: ShowEvents;
}

/** The screens of one host: what they show, what they said, and that they live. */
export interface Show {
  /** To be handed to the host's factory. */
  readonly hostEvents: HostEvents;
  /** Opens a window for each screen, and keeps it alive from then on. */
  attach(host: Host, screens: readonly ScreenPlace[]): Promise<void>;
  /** Kept for the screen that it names, also when that has no window yet. */
  programme(programme: Programme, settings: ScreenSettings): void;
  /** Shown by every screen that has nothing to play. */
  standby(standby: Standby): void;
  overlay(visible: boolean): void;
  status(): readonly ScreenStatus[];
  capture(screenId: string): Promise<Picture>;
  /** No more reviving; open showings are closed. The host is stopped by its owner. */
  stop(): void;
}

export function createShow({ clock, log, events }: ShowOptions): Show {
  const screens = new Map<string, Screen>();
  /** Whatever came before there was a screen to send it to. */
  const programmes = new Map<string, { programme: Programme; settings: ScreenSettings }>();
  let standby: Standby | null = null;
  let overlay = false;

  function add(id: string): Screen {
    const screen = new Screen({ id, clock, log, events });
    screens.set(id, screen);
    if (standby) screen.standby(standby);
    const waiting = programmes.get(id);
    if (waiting) screen.programme(waiting.programme, waiting.settings);
    if (overlay) screen.overlay(true);
    return screen;
  }

  async function open(host: Host, place: ScreenPlace): Promise<void> {
    const screen = add(place.screenId);
    screen.opening();
    screen.opened(await host.open(place));
  }

  return {
    hostEvents: {
      message: (screenId, message) => screens.get(screenId)?.message(message),
      gone: (screenId, reason) => screens.get(screenId)?.gone(reason),
      hung: (screenId) => screens.get(screenId)?.hung(),
      displaysChanged: () => log.info('The displays have changed'),
      woke: () => events.woke(),
      ended: () => events.ended(),
    },
    async attach(host, places) {
      for (const place of places) await open(host, place);
    },
    programme(programme, settings) {
      programmes.set(programme.screenId, { programme, settings });
      screens.get(programme.screenId)?.programme(programme, settings);
    },
    standby(next) {
      standby = next;
      for (const screen of screens.values()) screen.standby(next);
    },
    overlay(visible) {
      overlay = visible;
      for (const screen of screens.values()) screen.overlay(visible);
    },
    status: () => [...screens.values()].map((screen) => screen.status()),
    async capture(screenId) {
      const screen = screens.get(screenId);
      if (screen) return screen.capture();
      throw new VitrineError('usage', 'no-such-screen', `There is no screen ${screenId}.`);
    },
    stop() {
      for (const screen of screens.values()) screen.stop();
    },
  };
}

import type { Standby } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Host, HostEvents, Picture, ScreenPlace } from '../host/host.ts';
import type { Log } from '../log.ts';
import type { ShowEvents } from './events.ts';
import type { MemoryRule } from './memory-watch.ts';
import { Screen, type ScreenStatus } from './screen.ts';
import type { Snapshots } from './snapshots.ts';

export interface ShowOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly events: ShowEvents;
  /** True: screens that have no programme of their own show that of screen 1. */
  readonly alike?: boolean;
  readonly snapshots?: Snapshots;
  /** For each screen. */
  readonly memory?: MemoryRule;
}

/** The screens of one host: what they show, what they said, and that they live. */
export interface Show {
  /** To be handed to the host's factory. */
  readonly hostEvents: HostEvents;
  /**
   * Opens a window for each screen, and keeps it alive from then on. Called again it goes from the old places to the
   * new ones: what stays where it is goes on undisturbed. Answers the screens that could not be opened; fails when
   * there is no window at all. `absent`: screens that are expected and have no display now.
   */
  attach(host: Host, screens: readonly ScreenPlace[], absent?: readonly string[]): Promise<readonly string[]>;
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

export function createShow({ clock, log, events, alike = false, snapshots, memory }: ShowOptions): Show {
  const screens = new Map<string, Screen>();
  /** Whatever came before there was a screen to send it to. */
  const programmes = new Map<string, { programme: Programme; settings: ScreenSettings }>();
  /** Where there is a window, or one is being opened. */
  const open = new Map<string, ScreenPlace>();
  let attaching: Promise<unknown> = Promise.resolve();
  let standby: Standby | null = null;
  let overlay = false;

  function expect(id: string): Screen {
    const known = screens.get(id);
    if (known) return known;
    const screen = new Screen({ id, clock, log, events, snapshots, memory });
    screens.set(id, screen);
    if (standby) screen.standby(standby);
    const waiting = programmes.get(id) ?? (alike ? programmes.get('1') : undefined);
    if (waiting) screen.programme(waiting.programme, waiting.settings);
    if (overlay) screen.overlay(true);
    return screen;
  }

  async function openWindow(host: Host, place: ScreenPlace): Promise<void> {
    const screen = expect(place.screenId);
    screen.opening();
    open.set(place.screenId, place);
    try {
      screen.opened(await host.open(place));
    } catch (error) {
      open.delete(place.screenId);
      screen.closed('not-opened');
      throw error;
    }
  }

  async function closeWindow(screenId: string): Promise<void> {
    const screen = screens.get(screenId);
    const window = screen?.window;
    open.delete(screenId);
    screen?.closed('display-gone');
    await window?.close();
  }

  /** True when the window is where it should be: because it was, or because it can be fitted to what changed. */
  function stays(place: ScreenPlace): boolean {
    const before = open.get(place.screenId);
    if (isSame(before, place)) return true;
    if (before?.display.id !== place.display.id) return false;
    if (!screens.get(place.screenId)?.fitTo(place.display)) return false;
    open.set(place.screenId, place);
    return true;
  }

  async function arrange(host: Host, places: readonly ScreenPlace[]): Promise<readonly string[]> {
    const staying = new Set(places.filter(stays).map(({ screenId }) => screenId));
    // First all that have to leave: two screens may change places.
    for (const screenId of [...open.keys()].filter((id) => !staying.has(id))) await closeWindow(screenId);
    const failures: { readonly screenId: string; readonly error: unknown }[] = [];
    for (const place of places.filter(({ screenId }) => !staying.has(screenId))) {
      try {
        await openWindow(host, place);
        log.state(`open ${place.screenId}`, 'works', 'debug', 'A screen was opened', {
          screen: place.screenId,
        });
      } catch (error) {
        failures.push({ screenId: place.screenId, error });
        log.state(`open ${place.screenId}`, 'fails', 'error', 'A screen could not be opened', {
          screen: place.screenId,
          error,
        });
      }
    }
    const [first] = failures;
    if (open.size === 0 && first) throw first.error;
    return failures.map(({ screenId }) => screenId);
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
    attach(host, places, absent = []) {
      const attached = attaching.then(() => arrange(host, places));
      for (const { screenId } of places) expect(screenId);
      for (const id of absent) expect(id);
      attaching = attached.catch(() => undefined);
      return attached;
    },
    programme(programme, settings) {
      programmes.set(programme.screenId, { programme, settings });
      for (const [id, screen] of screens) {
        const follows = alike && programme.screenId === '1' && !programmes.has(id);
        if (id === programme.screenId || follows) screen.programme(programme, settings);
      }
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

function isSame(a: ScreenPlace | undefined, b: ScreenPlace): boolean {
  const edges = ['id', 'left', 'top', 'width', 'height'] as const;
  return a !== undefined && edges.every((edge) => a.display[edge] === b.display[edge]);
}

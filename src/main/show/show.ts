import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import type { Identification, Standby, StreamVerdicts } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { Host, Picture, PictureSize, Placement } from '../host/host.ts';
import type { Progress } from './due.ts';
import type { Showing } from './events.ts';
import type { MemoryRule } from './memory-watch.ts';
import { Screen, type ScreenSight, type ScreenStatus } from './screen.ts';
import type { Snapshots } from './snapshots.ts';

export interface ShowNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly onShowing: (showing: Showing) => void;
  /** A browser said what it can decode. */
  readonly onStreams?: (said: StreamVerdicts) => void;
  /** True: screens that have no programme of their own show that of screen 1. */
  readonly alike?: boolean;
  readonly snapshots?: Snapshots;
  /** For each screen. */
  readonly memory?: MemoryRule;
  readonly slowness?: Slowness;
}

/** The screens of one host: what they show, what they said, and that they live. */
export interface Show {
  /**
   * Opens a window for each screen, and keeps it alive from then on. Called again it goes from the old placements to
   * the new ones: what stays where it is goes on undisturbed. Answers the screens that could not be opened; fails when
   * there is no window at all. `absent`: screens that are expected and have no display now.
   */
  attach(
    host: Host,
    placements: readonly Placement[],
    absent?: readonly string[],
  ): Promise<readonly string[]>;
  /** Kept for the screen that it names, also when that has no window yet. */
  programme(programme: Programme, settings: ScreenSettings): void;
  /** Shown by every screen that has nothing to play. */
  standby(standby: Standby): void;
  overlay(visible: boolean): void;
  /** Each screen says for so long which one it is, or shows a test picture. Answers how many screens did. */
  identify(kind: Identification['kind'], language: Language, forMs: number): number;
  /** Kept for the screen that it names, also when that has no window yet. */
  black(screenId: string, isBlack: boolean): void;
  status(): readonly ScreenStatus[];
  sights(): readonly ScreenSight[];
  progress(): readonly Progress[];
  /** A fresh browser, or where that cannot be had fresh renderers, between two items. */
  renew(host: Pick<Host, 'renew'>): Promise<void>;
  /** Resolves when the item on the first screen that plays is over, and nothing follows it; at once when it stays for longer. */
  untilBetween(longestMs?: number): Promise<void>;
  capture(screenId: string, size?: PictureSize): Promise<Picture>;
  /** No more reviving; open showings are closed. The host is stopped by its owner. */
  stop(): void;
}

export function createShow(needs: ShowNeeds): Show {
  const { log, alike = false } = needs;
  const screens = new Map<string, Screen>();
  /** Also of screens that are not there yet. */
  const programmes = new Map<string, { programme: Programme; settings: ScreenSettings }>();
  /** Where there is a window, or one is being opened. */
  const open = new Map<string, Placement>();
  const attaching = new Serial();
  let standby: Standby | null = null;
  let overlay = false;
  const blacked = new Set<string>();

  function expect(screenId: string): Screen {
    const known = screens.get(screenId);
    if (known) return known;
    const screen = new Screen({ ...needs, screenId });
    screens.set(screenId, screen);
    if (standby) screen.standby(standby);
    const waiting = programmes.get(screenId) ?? (alike ? programmes.get('1') : undefined);
    if (waiting) screen.programme(waiting.programme, waiting.settings);
    if (overlay) screen.overlay(true);
    if (blacked.has(screenId)) screen.black(true);
    return screen;
  }

  async function openWindow(host: Host, placement: Placement): Promise<void> {
    const { screenId } = placement;
    open.set(screenId, placement);
    try {
      await expect(screenId).open((events) => host.open(placement, events));
      log.state(`open ${screenId}`, 'works', 'debug', 'A screen was opened', { screen: screenId });
    } catch (error) {
      open.delete(screenId);
      log.state(`open ${screenId}`, 'fails', 'error', 'A screen could not be opened', {
        screen: screenId,
        error,
      });
      throw error;
    }
  }

  async function closeWindow(screenId: string): Promise<void> {
    open.delete(screenId);
    await screens.get(screenId)?.close('display-gone');
  }

  /** True when the window is where it should be: because it was, or because it is fitted to what changed. */
  function stays(placement: Placement): boolean {
    const { screenId, display } = placement;
    const before = open.get(screenId);
    if (before?.display.id !== display.id) return false;
    if (isSame(before, placement)) return true;
    screens.get(screenId)?.fitTo(display);
    open.set(screenId, placement);
    return true;
  }

  async function arrange(host: Host, placements: readonly Placement[]): Promise<readonly string[]> {
    const staying = new Set(placements.filter(stays).map(({ screenId }) => screenId));
    // First all that have to leave: two screens may change places.
    for (const screenId of [...open.keys()].filter((id) => !staying.has(id))) await closeWindow(screenId);
    const failures: { readonly screenId: string; readonly error: unknown }[] = [];
    for (const placement of placements.filter(({ screenId }) => !staying.has(screenId)))
      await openWindow(host, placement).catch((error: unknown) =>
        failures.push({ screenId: placement.screenId, error }),
      );
    const [first] = failures;
    if (open.size === 0 && first) throw first.error;
    return failures.map(({ screenId }) => screenId);
  }

  async function untilBetween(longestMs?: number): Promise<void> {
    const plays = [...screens.values()].find((screen) => screen.sight().plays);
    await plays?.untilBetween(longestMs);
  }

  return {
    attach(host, placements, absent = []) {
      const attached = attaching.run(() => arrange(host, placements));
      for (const { screenId } of placements) expect(screenId);
      for (const screenId of absent) expect(screenId);
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
    identify(kind, language, forMs) {
      const shown = [...open.values()].sort((a, b) => a.display.left - b.display.left);
      for (const [index, { screenId }] of shown.entries()) {
        const colour = screenColours[index % screenColours.length] ?? '';
        const name = wordsOf(language).say('stage.screen', { id: screenId });
        screens.get(screenId)?.identify({ kind, language, number: index + 1, name, colour }, forMs);
      }
      return shown.length;
    },
    black(screenId, isBlack) {
      if (isBlack) blacked.add(screenId);
      else blacked.delete(screenId);
      screens.get(screenId)?.black(isBlack);
    },
    status: () => [...screens.values()].map((screen) => screen.status()),
    sights: () => [...screens.values()].map((screen) => screen.sight()),
    progress: () => [...screens.values()].map((screen) => screen.progress()),
    untilBetween,
    async renew({ renew }) {
      if (renew === null) for (const screen of screens.values()) await screen.recycle();
      else {
        await untilBetween();
        await renew();
      }
    },
    async capture(screenId, size) {
      const screen = screens.get(screenId);
      if (screen) return screen.capture(size);
      throw new VitrineError('usage', message('no-such-screen', { screen: screenId }));
    },
    stop() {
      for (const screen of screens.values()) screen.stop();
    },
  };
}

/** Told apart by people who see few colours too, with white on each of them. */
const screenColours = ['#2b4ea3', '#a3431c', '#11705c', '#8a2a6b', '#5a5f12', '#5b3fb0'];

function isSame(one: Placement, other: Placement): boolean {
  const edges = ['left', 'top', 'width', 'height'] as const;
  return edges.every((edge) => one.display[edge] === other.display[edge]);
}

import type { InterruptReport, StageInterrupt } from '../../shared/interrupts.ts';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import type { Identification, Standby, StreamVerdicts } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { ServiceShown } from '../../shared/service.ts';
import { screenOf, zoneOf } from '../../shared/zones.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { Host, Picture, PictureSize, Placement } from '../host/host.ts';
import type { Progress } from './due.ts';
import type { Showing } from './events.ts';
import type { MemoryRule } from './memory-watch.ts';
import { Screen } from './screen.ts';
import type { ScreenSight, ScreenStatus } from './screen-status.ts';
import type { Snapshots } from './snapshots.ts';
import { zoneAt } from './zone-at.ts';

export interface ShowNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly onShowing: (showing: Showing) => void;
  /** A browser reported which streams it can decode. */
  readonly onStreams?: (verdicts: StreamVerdicts) => void;
  readonly onInterrupt?: (screenId: string, report: InterruptReport) => void;
  /** True: screens without a programme show that of screen 1. */
  readonly alike?: boolean;
  readonly snapshots?: Snapshots;
  /** For each screen. */
  readonly memory?: MemoryRule;
  readonly slowness?: Slowness;
}

/** The screens of one host: what they show, what they report, and their revival. */
export interface Show {
  /**
   * Opens a window for each screen and keeps it alive from then on. Called again, it moves from the old placements to the
   * new ones; screens that stay in place play on undisturbed. Returns the screens that could not be opened; fails without
   * any window. `absent`: screens that are planned and have no display now.
   */
  attach(
    host: Host,
    placements: readonly Placement[],
    absent?: readonly string[],
  ): Promise<readonly string[]>;
  /** Kept for its screen, even if that has no window yet. */
  programme(programme: Programme, settings: ScreenSettings): void;
  /** Shown by every screen that has nothing to play. */
  standby(standby: Standby): void;
  overlay(visible: boolean): void;
  /** As requested here. A keyboard at a screen may have toggled it there. */
  showsOverlay(): boolean;
  /** Each screen shows its name and number, or a test picture, for so long. Returns how many screens do. */
  identify(kind: Identification['kind'], language: Language, forMs: number): number;
  /** Kept for its screen, even if that has no window yet. */
  black(screenId: string, isBlack: boolean): void;
  /** Above the show, from bottom to top. Kept for its screen, even if that has no window yet. */
  interrupts(screenId: string, shown: readonly StageInterrupt[]): void;
  /** Whether a message is above the show of that screen. */
  isInterrupted(screenId: string): boolean;
  /** The service menu of that screen; null: closed. */
  service(screenId: string, shown: ServiceShown | null): void;
  status(): readonly ScreenStatus[];
  /** Each open screen with its display, and the rotation of its show. */
  places(): readonly (Placement & { readonly rotation: ScreenSettings['rotation'] })[];
  /** The zone at a point of all displays; null: none, or the screen is not divided. */
  zoneAt(screenId: string, x: number, y: number): string | null;
  /** In pixels of their displays. */
  sizes(): readonly { readonly screenId: string; readonly width: number; readonly height: number }[];
  sights(): readonly ScreenSight[];
  progress(): readonly Progress[];
  /** Replaces the browser between two items, or the renderers if the host cannot replace the browser. */
  renew(host: Pick<Host, 'renew'>): Promise<void>;
  /** Resolves when the item on the first playing screen is over, or at once if it stays longer. Nothing follows it then. */
  untilBetween(longestMs?: number): Promise<void>;
  capture(screenId: string, size?: PictureSize): Promise<Picture>;
  /** Ends reviving and closes open showings. The owner of the host stops the host. */
  stop(): void;
}

export function createShow(needs: ShowNeeds): Show {
  const { log, alike = false } = needs;
  const screens = new Map<string, Screen>();
  /** By screen and zone, also for screens that do not exist yet. */
  const programmes = new Map<string, { programme: Programme; settings: ScreenSettings }>();
  /** Placements whose window is open or being opened. */
  const open = new Map<string, Placement>();
  const attaching = new Serial();
  let standby: Standby | null = null;
  let overlay = false;
  const blacked = new Set<string>();
  const interrupts = new Map<string, readonly StageInterrupt[]>();

  const programmesOf = (screenId: string) =>
    [...programmes].filter(([id]) => screenOf(id) === screenId).map(([, waiting]) => waiting);

  function screen(screenId: string): Screen {
    const known = screens.get(screenId);
    if (known) return known;
    const made = new Screen({ ...needs, screenId });
    screens.set(screenId, made);
    if (standby) made.standby(standby);
    const own = programmesOf(screenId);
    for (const { programme, settings } of own.length > 0 || !alike ? own : programmesOf('1'))
      made.programme(programme, settings);
    if (overlay) made.overlay(true);
    if (blacked.has(screenId)) made.black(true);
    const above = interrupts.get(screenId);
    if (above) made.interrupts(above);
    return made;
  }

  async function openWindow(host: Host, placement: Placement): Promise<void> {
    const { screenId } = placement;
    open.set(screenId, placement);
    try {
      await screen(screenId).open((events) => host.open(placement, events));
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

  /** True if the window is on its display: unchanged, or fitted to the display's new size. */
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
    // Close before opening: two screens may swap displays.
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
      for (const { screenId } of placements) screen(screenId);
      for (const screenId of absent) screen(screenId);
      return attached;
    },
    programme(programme, settings) {
      const target = screenOf(programme.screenId);
      const layout = settings.zones?.map(({ id }) => id) ?? [''];
      programmes.set(programme.screenId, { programme, settings });
      for (const id of [...programmes.keys()])
        if (screenOf(id) === target && !layout.includes(zoneOf(id))) programmes.delete(id);
      for (const [id, one] of screens) {
        const follows = alike && target === '1' && programmesOf(id).length === 0;
        if (id === target || follows) one.programme(programme, settings);
      }
    },
    standby(next) {
      standby = next;
      const [first] = screens.values();
      for (const screen of screens.values())
        screen.standby(screen === first ? next : { ...next, inFront: false });
    },
    overlay(visible) {
      overlay = visible;
      for (const screen of screens.values()) screen.overlay(visible);
    },
    showsOverlay: () => overlay,
    identify(kind, language, forMs) {
      const shown = [...open.values()].sort((a, b) => a.display.left - b.display.left);
      for (const [index, { screenId }] of shown.entries()) {
        const colour = colours[index % colours.length] ?? '';
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
    interrupts(screenId, shown) {
      interrupts.set(screenId, shown);
      screens.get(screenId)?.interrupts(shown);
    },
    isInterrupted: (screenId) => (interrupts.get(screenId)?.length ?? 0) > 0,
    service: (screenId, shown) => screens.get(screenId)?.service(shown),
    places: () =>
      [...open.values()].map((placement) => {
        const [first] = programmesOf(placement.screenId);
        return { ...placement, rotation: first?.settings.rotation ?? standby?.rotation ?? 0 };
      }),
    zoneAt: (screenId, x, y) => {
      const display = open.get(screenId)?.display;
      const [first] = [...programmesOf(screenId), ...(alike ? programmesOf('1') : [])];
      return display && first ? zoneAt(display, first.settings, x, y) : null;
    },
    sizes: () =>
      [...open.values()].map(({ screenId, display: { width, height } }) => ({ screenId, width, height })),
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

/** Distinguishable with a colour vision deficiency, and readable below white text. */
const colours = ['#2b4ea3', '#a3431c', '#11705c', '#8a2a6b', '#5a5f12', '#5b3fb0'];

function isSame(one: Placement, other: Placement): boolean {
  const edges = ['left', 'top', 'width', 'height'] as const;
  return edges.every((edge) => one.display[edge] === other.display[edge]);
}

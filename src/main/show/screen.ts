import { wordsOf } from '../../shared/languages/catalogues.ts';
import { message } from '../../shared/languages/message.ts';
import type { FromScreen, Identification, Standby, StreamVerdicts, ToScreen } from '../../shared/messages.ts';
import type { ContentKind, Programme, ScreenSettings } from '../../shared/programme.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { Display, Gone, Picture, PictureSize } from '../host/host.ts';
import { isDueAt, nextDueAt, type Progress } from './due.ts';
import type { Showing } from './events.ts';
import { type HandedOver, HandOver, type Seen } from './hand-over.ts';
import { keepPictureOf } from './item-pictures.ts';
import { type MemoryRule, MemoryWatch } from './memory-watch.ts';
import { pictureWhenWell } from './page-picture.ts';
import { Farewell } from './retiring-stage.ts';
import { type OpenShowing, Showings } from './showings.ts';
import type { Snapshots } from './snapshots.ts';
import { type OpenWindow, type StageListener, StageSession } from './stage-session.ts';
import { type Sight, Watchdog } from './watchdog.ts';

export interface NowPlaying {
  readonly screenId: string;
  readonly cueId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly name: string;
  readonly kind: ContentKind;
  readonly startedAt: string;
}

export interface ScreenStatus {
  readonly id: string;
  readonly alive: boolean;
  readonly lastFrameAt: string | null;
  readonly restarts: number;
  /** How often its renderer was replaced for the memory that it held, and what it holds now. */
  readonly recycles: number;
  readonly memoryBytes: number | null;
  /** Percent; null: it has not been told what to play yet. */
  readonly volume: number | null;
  readonly nowPlaying: NowPlaying | null;
}

/** For whoever judges how the screens are doing. */
export interface ScreenSight extends Sight {
  readonly id: string;
  /** Whether an item is in sight, and not the standby screen. */
  readonly plays: boolean;
  /** It was told to be black. */
  readonly isBlack: boolean;
  readonly restarts: number;
}

export interface ScreenNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onShowing: (showing: Showing) => void;
  /** Its browser said what it can decode. */
  readonly onStreams?: (said: StreamVerdicts) => void;
  readonly snapshots?: Pick<Snapshots, 'isDue' | 'take'> | undefined;
  /** Without a rule its renderer may hold what it likes. */
  readonly memory?: MemoryRule | undefined;
  readonly slowness?: Slowness | undefined;
}

interface PlayedProgramme {
  readonly programme: Programme;
  readonly settings: ScreenSettings;
}

/** A stage that says nothing of its items for this much longer than one of them lasts stands still, though it paints. */
const overdueMs = 90_000;

/** The end of an item that stays for longer is not waited for, unless the caller says otherwise. */
const longestBetweenMs = 180_000;
/** How long a stage may take to say that its item is over, and to say its last word of it. */
const longestYieldMs = 3_000;
const longestLeaveMs = 300;

/** By then the item that was in sight is gone, and black is on the display. */
const blackSettledMs = 2_000;

/** One screen: keeps what its stage has to know, hears what it says, and has it brought back when it dies. */
export class Screen implements StageListener {
  readonly #needs: ScreenNeeds;
  readonly #watchdog: Watchdog;
  readonly #showings: Showings;
  readonly #memory: MemoryWatch | null;
  /** The stage that is seen; null while the screen has no window. */
  #stage: StageSession | null = null;
  #handOver: HandOver | null = null;
  #farewell: Farewell | null = null;
  /** Whoever waits for the item in sight to be over. */
  #yields: (message: FromScreen & { type: 'yields' }) => void = () => undefined;
  #lastFrameAt: number | null = null;
  /** When the item that came last began, by the steady clock. */
  #startedAt = 0;
  /** The first heartbeat since its stage last said something of its items, or advanced, by the stage's own clock. */
  #quietSince: number | null = null;
  /** Of a clip whose length nobody knows: what was left of it at the last heartbeat, and when it ends by that. */
  #remainingMs: number | null = null;
  #toldEnd: number | null = null;
  /** What a stage has to know; the newest of each, for one that is loaded anew. */
  #programme: PlayedProgramme | null = null;
  #standby: Standby | null = null;
  #overlay = false;
  #isBlack = false;

  constructor(needs: ScreenNeeds) {
    this.#needs = needs;
    const { screenId, clock, log, memory: rule, slowness } = needs;
    this.#showings = new Showings(needs);
    this.#watchdog = new Watchdog({
      clock,
      revive: (reason) => this.#revive(reason),
      ...(slowness ? { slowness } : {}),
    });
    const measure = async (): Promise<number | null> => (await this.#stage?.memory()) ?? null;
    this.#memory = rule
      ? new MemoryWatch({ screenId, clock, log, rule, measure, replace: () => this.#replace() })
      : null;
  }

  async open(openWindow: OpenWindow): Promise<void> {
    const stage = new StageSession(this.#needs, this, openWindow);
    this.#stage = stage;
    this.#watchdog.loading();
    try {
      await stage.open();
    } catch (error) {
      await this.close('not-opened');
      throw error;
    }
  }

  /** What it has to show is kept until it is opened again. */
  async close(reason: string): Promise<void> {
    const stage = this.#stage;
    this.#handOver?.interrupt();
    this.#farewell?.end();
    this.#showings.interrupt(reason);
    this.#watchdog.stop();
    this.#stage = null;
    stage?.reveal();
    await stage?.close();
  }

  fitTo(display: Display): void {
    this.#handOver?.interrupt();
    this.#stage?.fitTo(display);
  }

  programme(programme: Programme, settings: ScreenSettings): void {
    this.#showings.programme(programme);
    // What the stage behind has made ready may be wrong now. The hand-over is tried again soon.
    this.#handOver?.interrupt();
    this.#programme = { programme, settings };
    this.#watchdog.wakes();
    this.#stage?.send({ type: 'programme', programme, settings });
  }

  standby(standby: Standby): void {
    const { screenId: id } = this.#needs;
    const screen = wordsOf(standby.language).say('stage.screen', { id });
    const named = { ...standby, small: [screen, ...standby.small] };
    this.#standby = named;
    this.#inform({ type: 'standby', standby: named });
  }

  overlay(visible: boolean): void {
    this.#overlay = visible;
    this.#inform({ type: 'overlay', visible });
  }

  /** Over by itself; a stage that is brought back meanwhile does not show it again. */
  identify(shown: Identification, forMs: number): void {
    this.#inform({ type: 'identify', shown, forMs });
  }

  /** Asked for again and again: only what is new is told. */
  black(isBlack: boolean): void {
    if (this.#isBlack === isBlack) return;
    this.#isBlack = isBlack;
    this.#handOver?.interrupt();
    this.#inform({ type: 'black', isBlack });
    this.#watchdog.wakes();
    // Should the browser die meanwhile, the display stays black.
    if (isBlack)
      this.#needs.clock.after(blackSettledMs, () => (this.#isBlack ? this.#stage?.keepPicture() : undefined));
  }

  #inform(message: ToScreen): void {
    this.#stage?.send(message);
    this.#handOver?.inform(message);
  }

  status(): ScreenStatus {
    return {
      id: this.#needs.screenId,
      alive: this.#watchdog.alive,
      lastFrameAt: this.#lastFrameAt === null ? null : new Date(this.#lastFrameAt).toISOString(),
      restarts: this.#watchdog.restarts,
      recycles: this.#memory?.recycles ?? 0,
      memoryBytes: this.#memory?.bytes ?? null,
      volume: this.#programme && Math.round(this.#programme.settings.volume * 100),
      nowPlaying: nowPlaying(this.#showings.last),
    };
  }

  sight(): ScreenSight {
    const { sight, restarts } = this.#watchdog;
    const plays = this.#showings.last !== undefined;
    return { id: this.#needs.screenId, plays, restarts, isBlack: this.#isBlack, ...sight };
  }

  progress(): Progress {
    const { screenId, clock } = this.#needs;
    const now = clock.now();
    const programme = this.#programme?.programme;
    const isDue = programme === undefined || isDueAt(programme, now);
    const { last, longestMs } = this.#showings;
    // How long it has been in sight is told by the clock that never leaps.
    const isOver = clock.monotonic() - this.#startedAt > (longestMs ?? 0) && !last?.cue.lengthUnknown;
    return {
      screenId,
      isDue,
      isLate: isDue && (last === undefined || isOver),
      nextDueAt: programme === undefined ? null : nextDueAt(programme, now),
    };
  }

  async capture(size?: PictureSize): Promise<Picture> {
    if (this.#stage) return this.#stage.capture(size);
    throw new VitrineError('temporary', message('window-gone.none', { screen: this.#needs.screenId }));
  }

  stop(): void {
    this.#memory?.stop();
    this.#handOver?.interrupt();
    this.#watchdog.stop();
    this.#showings.interrupt('stopped');
  }

  /** From here on: what the stage that is seen tells. */
  heard(message: FromScreen): void {
    if (message.type !== 'heartbeat') this.#quietSince = null;
    switch (message.type) {
      case 'ready':
        this.#showings.interrupt('reloaded');
        this.#watchdog.ready();
        return;
      case 'heartbeat':
        // A display that sleeps takes no frames.
        if (message.frames === 0 && !this.#isBlack) return;
        this.#lastFrameAt = this.#needs.clock.now();
        // Of one that plays something nobody believes that it sleeps.
        this.#watchdog.painted(message.sleeps && this.#showings.last === undefined);
        if (this.#advances(message.remainingMs ?? null)) this.#quietSince = null;
        if (this.#standsStill(message.mono)) this.#watchdog.gone('stands-still');
        return;
      case 'started':
        this.#started(message);
        return;
      case 'preparing':
        this.#showings.preparing(message);
        return;
      case 'ended':
        this.#showings.ended(message);
        this.#handOver?.frontEnded();
        return;
      case 'yields':
        this.#handOver?.frontYields(message);
        this.#yields(message);
        return;
      case 'prepared':
        // The answer to a hand-over that is over.
        return;
      case 'failed':
        this.#showings.failed(message);
        return;
      case 'streams':
        this.#needs.onStreams?.({ browser: message.browser, decodes: message.decodes });
        return;
      case 'seen':
        this.#stage?.reveal();
        return;
    }
  }

  stands(): void {
    const after = this.#showings.mark;
    if (after) this.#stage?.send({ type: 'follow', after, standsBy: false });
    for (const message of this.#everything()) this.#stage?.send(message);
  }

  gone(reason: Gone): void {
    this.#stage?.conceal();
    this.#handOver?.interrupt();
    // A dead browser is not the fault of anything on the stage.
    if (reason === 'browser-exited') this.#showings.interrupt(`renderer-${reason}`);
    else this.#showings.blame(`renderer-${reason}`);
    this.#watchdog.gone(reason);
  }

  hung(): void {
    this.#watchdog.gone('hung');
  }

  #started(message: FromScreen & { type: 'started' }): void {
    const open = this.#showings.started(message);
    if (open === null) return;
    this.#startedAt = this.#needs.clock.monotonic();
    this.#toldEnd = null;
    this.#watchdog.wakes();
    this.#handOver?.frontStarted();
    const { clock, snapshots } = this.#needs;
    const isAlone = (showingId: string): boolean => this.#isAlone(showingId);
    keepPictureOf(open, { clock, isAlone, keepPicture: () => this.#stage?.keepPicture() });
    if (snapshots) pictureWhenWell(open, { clock, snapshots, isAlone, capture: () => this.capture() });
  }

  /** Only where no length says when it should be over: what is left of it gets less. */
  #advances(remainingMs: number | null): boolean {
    const before = this.#remainingMs;
    this.#remainingMs = remainingMs;
    const isUnknown = this.#showings.last?.cue.lengthUnknown === true;
    this.#toldEnd = isUnknown && remainingMs !== null ? this.#needs.clock.now() + remainingMs : null;
    return isUnknown && before !== null && remainingMs !== null && remainingMs < before;
  }

  /** Not judged by our own clock: we may have been stopped, and its news are still on their way. */
  #standsStill(mono: number): boolean {
    this.#quietSince ??= mono;
    const { longestMs } = this.#showings;
    return longestMs !== null && mono - this.#quietSince > longestMs + overdueMs;
  }

  #isAlone(showingId: string): boolean {
    const { ids } = this.#showings;
    return ids.length === 1 && ids[0] === showingId && !this.#overlay;
  }

  async #revive(reason: string): Promise<void> {
    const { log, screenId } = this.#needs;
    log.warn('The stage is brought back', { screen: screenId, reason });
    this.#stage?.conceal();
    this.#handOver?.interrupt();
    if (reason === 'no-frames' || reason === 'hung') this.#showings.blame(`stage-${reason}`);
    else this.#showings.interrupt(`stage-${reason}`);
    try {
      await this.#stage?.revive(reason === 'no-frames');
    } catch (error) {
      log.state(`revive-${screenId}`, 'failed', 'error', 'The stage could not be brought back', {
        screen: screenId,
        error,
      });
      throw error;
    }
  }

  /** Puts a fresh renderer in the place of this one. */
  async recycle(): Promise<void> {
    await this.#replace();
  }

  /** Resolves when the item in sight is over and its end is kept, and nothing follows it. It is not waited for very long. */
  async untilBetween(longestMs = longestBetweenMs): Promise<void> {
    const { clock } = this.#needs;
    const [stage, seen] = [this.#stage, this.#seen()];
    const leftMs = (seen?.endsAt ?? 0) - clock.now();
    if (stage === null || seen === null || this.#handOver !== null || leftMs > longestMs) return;
    const yielded = Promise.withResolvers<number>();
    this.#yields = ({ showingId, at }) => (showingId === seen.showingId ? yielded.resolve(at) : undefined);
    stage.send({ type: 'yield', showingId: seen.showingId });
    const late = this.#isLate(seen.showingId, clock.now() + longestMs).then(() => null);
    const at = await Promise.race([yielded.promise, late]);
    this.#yields = () => undefined;
    if (at === null || this.#stage !== stage) return;
    await sleep(clock, Math.max(0, at - clock.now()));
    stage.conceal();
    stage.send({ type: 'leave', at });
    await sleep(clock, longestLeaveMs);
  }

  /** Resolves when that item should have been over for a while; what is known of its end may change meanwhile. */
  async #isLate(showingId: string, longest: number): Promise<void> {
    const { clock } = this.#needs;
    const asked = clock.now();
    const leftMs = (): number => {
      const seen = this.#seen();
      const endsAt = seen?.showingId === showingId ? Math.min(seen.endsAt, longest) : asked;
      return Math.max(asked, endsAt) + longestYieldMs - clock.now();
    };
    for (let left = leftMs(); left > 0; left = leftMs()) await sleep(clock, left);
  }

  /** Puts another renderer in the place of this one, between two items. */
  async #replace(): Promise<HandedOver> {
    const front = this.#stage;
    if (front === null || !this.#watchdog.alive || this.#handOver !== null) return 'interrupted';
    this.#handOver = new HandOver({
      clock: this.#needs.clock,
      log: this.#needs.log,
      front,
      seen: () => this.#seen(),
      everything: () => this.#everything(),
      takenOver: (stage, said) => this.#takenOver(front, stage, said),
    });
    const outcome = await this.#handOver.over;
    this.#handOver = null;
    return outcome;
  }

  #seen(): Seen | null {
    const { last } = this.#showings;
    if (!last) return null;
    const { key, mark, startedAt, cue } = last;
    const isGuess = cue.lengthUnknown === true && this.#toldEnd === null;
    return { showingId: key.showingId, mark, endsAt: this.#toldEnd ?? startedAt + cue.durationMs, isGuess };
  }

  #takenOver(old: StageSession, stage: StageSession, said: readonly FromScreen[]): void {
    const { clock } = this.#needs;
    const started = said.find((message) => message.type === 'started');
    this.#farewell = new Farewell(old, this.#showings, clock, started?.at ?? clock.now());
    this.#stage = stage;
    stage.listenedToBy(this);
    for (const message of said) this.heard(message);
  }

  #everything(): readonly ToScreen[] {
    return [
      ...(this.#isBlack ? [{ type: 'black', isBlack: true } as const] : []),
      ...(this.#standby ? [{ type: 'standby', standby: this.#standby } as const] : []),
      ...(this.#programme ? [this.#newestProgramme(this.#programme)] : []),
      ...(this.#overlay ? [{ type: 'overlay', visible: true } as const] : []),
    ];
  }

  #newestProgramme({ programme, settings }: PlayedProgramme): ToScreen {
    const { turns } = this.#showings;
    return {
      type: 'programme',
      programme: turns.length === 0 ? programme : { ...programme, turns },
      settings,
    };
  }
}

function nowPlaying(open: OpenShowing | undefined): NowPlaying | null {
  if (!open) return null;
  const { key, cue, startedAt } = open;
  return {
    screenId: key.screenId,
    cueId: cue.id,
    entryId: cue.entryId,
    mediaFileId: cue.mediaFileId,
    name: cue.name,
    kind: cue.content.kind,
    startedAt: new Date(startedAt).toISOString(),
  };
}

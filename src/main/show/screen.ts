import type { InterruptReport, StageInterrupt } from '../../shared/interrupts.ts';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import { message } from '../../shared/languages/message.ts';
import type { FromScreen, Identification, Standby, StreamVerdicts, ToScreen } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { ServiceShown } from '../../shared/service.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Slowness } from '../ground/slowness.ts';
import type { Display, Gone, Picture, PictureSize } from '../host/host.ts';
import type { Progress } from './due.ts';
import type { Showing } from './events.ts';
import type { HandedOver } from './hand-over.ts';
import { ItemEnd } from './item-end.ts';
import { keepPictureOf, takePagePicture } from './item-pictures.ts';
import { type MemoryRule, MemoryWatch } from './memory-watch.ts';
import type { ScreenSight, ScreenStatus } from './screen-status.ts';
import type { Snapshots } from './snapshots.ts';
import type { OpenWindow, StageListener } from './stage-session.ts';
import { emptyStage, type StageState, stageMessages } from './stage-state.ts';
import { Stages } from './stages.ts';
import { Watchdog } from './watchdog.ts';
import { ZoneShows } from './zone-shows.ts';

export interface ScreenNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly onShowing: (showing: Showing) => void;
  /** The browser reported which streams it can decode. */
  readonly onStreams?: (verdicts: StreamVerdicts) => void;
  readonly onInterrupt?: ((screenId: string, report: InterruptReport) => void) | undefined;
  readonly snapshots?: Pick<Snapshots, 'isDue' | 'take'> | undefined;
  /** Left out: no limit. */
  readonly memory?: MemoryRule | undefined;
  readonly slowness?: Slowness | undefined;
}

/** By then the last item has left the display, and black is on it. */
const blackSettledMs = 2_000;

/** One screen: keeps its stages informed, acts on their reports, and revives a stage that dies. */
export class Screen implements StageListener {
  readonly #needs: ScreenNeeds;
  readonly #watchdog: Watchdog;
  readonly #shows: ZoneShows;
  readonly #itemEnd: ItemEnd;
  readonly #memory: MemoryWatch | null;
  readonly #stages: Stages;
  #lastFrameAt: number | null = null;
  #state: StageState = emptyStage;

  constructor(needs: ScreenNeeds) {
    this.#needs = needs;
    const { screenId, clock, log, memory: rule, slowness } = needs;
    const shows = new ZoneShows(needs);
    this.#shows = shows;
    const state = (): readonly ToScreen[] => stageMessages(this.#state, shows.messages);
    this.#itemEnd = new ItemEnd(clock, () => shows.seen);
    const onDecoder: ZoneShows['decodes'] = (address, decoder) => shows.decodes(address, decoder);
    this.#stages = new Stages({ screenId, clock, log, slowness, shows, state, onDecoder }, this);
    const revive = (reason: string): Promise<void> => this.#revive(reason);
    this.#watchdog = new Watchdog({ clock, revive, ...(slowness ? { slowness } : {}) });
    const measure = async (): Promise<number | null> => (await this.#stages.front?.memory()) ?? null;
    this.#memory = rule
      ? new MemoryWatch({ screenId, clock, log, rule, measure, replace: () => this.recycle() })
      : null;
  }

  async open(openWindow: OpenWindow): Promise<void> {
    this.#watchdog.loading();
    try {
      await this.#stages.open(openWindow);
    } catch (error) {
      await this.close('not-opened');
      throw error;
    }
  }

  /** Its state is kept until it is opened again. */
  async close(reason: string): Promise<void> {
    const stage = this.#stages.release();
    this.#shows.interrupt(reason);
    this.#watchdog.stop();
    stage?.reveal();
    await stage?.close();
  }

  fitTo(display: Display): void {
    this.#stages.handOver?.interrupt();
    this.#stages.front?.fitTo(display);
  }

  programme(programme: Programme, settings: ScreenSettings): void {
    const isOnScreen = this.#shows.programme(programme, settings);
    // The stage behind may have prepared the wrong item. The hand-over is tried again soon.
    this.#stages.handOver?.interrupt();
    this.#watchdog.wakes();
    if (isOnScreen) this.#stages.front?.send({ type: 'programme', programme, settings });
  }

  standby(standby: Standby): void {
    const { screenId: id } = this.#needs;
    const screen = wordsOf(standby.language).say('stage.screen', { id });
    const named = { ...standby, small: [screen, ...standby.small] };
    this.#state = { ...this.#state, standby: named };
    this.#stages.send({ type: 'standby', standby: named });
  }

  overlay(visible: boolean): void {
    this.#state = { ...this.#state, overlay: visible };
    this.#stages.send({ type: 'overlay', visible });
  }

  /** Above the show, from bottom to top. */
  interrupts(shown: readonly StageInterrupt[]): void {
    this.#state = { ...this.#state, interrupts: shown };
    this.#stages.send({ type: 'interrupts', shown });
  }

  service(shown: ServiceShown | null): void {
    this.#state = { ...this.#state, service: shown };
    this.#stages.send({ type: 'service', shown });
  }

  /** Not part of the state: a revived stage does not show it again. */
  identify(shown: Identification, forMs: number): void {
    this.#stages.send({ type: 'identify', shown, forMs });
  }

  /** Called repeatedly; only changes are sent. */
  black(isBlack: boolean): void {
    if (this.#state.isBlack === isBlack) return;
    this.#state = { ...this.#state, isBlack };
    this.#stages.handOver?.interrupt();
    this.#stages.send({ type: 'black', isBlack });
    this.#watchdog.wakes();
    // The kept picture is black too, so that the display stays black if the browser dies.
    if (isBlack)
      this.#needs.clock.after(blackSettledMs, () =>
        this.#state.isBlack ? this.#stages.front?.keepPicture() : undefined,
      );
  }

  status(): ScreenStatus {
    const { settings } = this.#shows;
    return {
      id: this.#needs.screenId,
      alive: this.#watchdog.alive,
      lastFrameAt: this.#lastFrameAt === null ? null : new Date(this.#lastFrameAt).toISOString(),
      restarts: this.#watchdog.restarts,
      recycles: this.#memory?.recycles ?? 0,
      memoryBytes: this.#memory?.bytes ?? null,
      volume: settings && Math.round(settings.volume * 100),
      ...this.#shows.status,
    };
  }

  sight(): ScreenSight {
    const { sight, restarts } = this.#watchdog;
    const { plays, edition } = this.#shows;
    return { id: this.#needs.screenId, plays, edition, restarts, isBlack: this.#state.isBlack, ...sight };
  }

  progress(): Progress {
    const { screenId, clock } = this.#needs;
    return { screenId, ...this.#shows.progress(clock.now()) };
  }

  async capture(size?: PictureSize): Promise<Picture> {
    const stage = this.#stages.front;
    if (stage) return stage.capture(size);
    throw new VitrineError('temporary', message('window-gone.none', { screen: this.#needs.screenId }));
  }

  stop(): void {
    this.#memory?.stop();
    this.#stages.handOver?.interrupt();
    this.#watchdog.stop();
    this.#shows.interrupt('stopped');
  }

  /** Resolves when the item in sight is over, or at once when it stays for too long. Nothing follows it until then. */
  async untilBetween(longestMs?: number): Promise<void> {
    const stage = this.#stages.front;
    if (stage === null || this.#stages.handOver !== null) return;
    await this.#itemEnd.wait(stage, () => this.#stages.front === stage, longestMs);
  }

  /** Replaces the renderer by a fresh one, between two items. */
  async recycle(): Promise<HandedOver> {
    return this.#watchdog.alive ? this.#stages.replace() : 'interrupted';
  }

  onMessage(message: FromScreen): void {
    if (message.type !== 'heartbeat') this.#shows.reported(message);
    switch (message.type) {
      case 'ready':
        this.#shows.interrupt('reloaded');
        this.#watchdog.ready();
        return;
      case 'heartbeat':
        this.#heartbeat(message);
        return;
      case 'started':
        this.#started(message);
        return;
      case 'preparing':
        this.#shows.preparing(message);
        return;
      case 'ended':
        this.#shows.ended(message);
        this.#stages.handOver?.frontEnded();
        return;
      case 'yields':
        this.#stages.handOver?.frontYields(message);
        this.#itemEnd.yields(message);
        return;
      case 'prepared':
        // Answers a hand-over that has ended.
        return;
      case 'failed':
        this.#shows.failed(message);
        return;
      case 'streams':
        this.#needs.onStreams?.({ browser: message.browser, decodes: message.decodes });
        return;
      case 'interrupt':
        this.#needs.onInterrupt?.(this.#needs.screenId, message);
        return;
      case 'seen':
        this.#stages.front?.reveal();
        return;
    }
  }

  onReady(): void {
    this.#stages.inform();
  }

  onGone(reason: Gone): void {
    this.#stages.front?.conceal();
    this.#stages.handOver?.interrupt();
    // No item on the stage is the cause of a dead browser.
    if (reason === 'browser-exited') this.#shows.interrupt(`renderer-${reason}`);
    else this.#shows.strike(`renderer-${reason}`);
    this.#watchdog.gone(reason);
  }

  onHung(): void {
    this.#watchdog.gone('hung');
  }

  #heartbeat(message: FromScreen & { type: 'heartbeat' }): void {
    // A display that sleeps takes no frames.
    if (message.frames === 0 && !this.#state.isBlack) return;
    this.#lastFrameAt = this.#needs.clock.now();
    // A stage that is playing cannot be asleep: ignore `sleeps`.
    this.#watchdog.painted(message.sleeps && !this.#shows.plays);
    this.#shows.heartbeat(message);
    if (this.#shows.standsStill(message.mono)) this.#watchdog.gone('stands-still');
  }

  #started(message: FromScreen & { type: 'started' }): void {
    const open = this.#shows.started(message);
    if (open === null) return;
    this.#watchdog.wakes();
    this.#stages.handOver?.frontStarted(this.#shows.leads(message));
    const { clock, snapshots } = this.#needs;
    // A kept picture must not show an interrupt that is over by then.
    const isUncovered = (): boolean => !this.#state.overlay && this.#state.interrupts.length === 0;
    const isSettled = (showingId: string): boolean => this.#shows.isSettled(showingId) && isUncovered();
    const isAlone = (showingId: string): boolean => this.#shows.isAlone(showingId) && isUncovered();
    const isOpen = (showingId: string): boolean => this.#shows.ids.includes(showingId);
    const keepPicture = (): void => this.#stages.front?.keepPicture();
    keepPictureOf(open, { clock, isOpen, isSettled, keepPicture });
    if (snapshots) takePagePicture(open, { clock, snapshots, isAlone, capture: () => this.capture() });
  }

  async #revive(reason: string): Promise<void> {
    const { log, screenId } = this.#needs;
    log.warn('The stage is being revived', { screen: screenId, reason });
    this.#stages.front?.conceal();
    this.#stages.handOver?.interrupt();
    if (reason === 'no-frames' || reason === 'hung') this.#shows.strike(`stage-${reason}`);
    else this.#shows.interrupt(`stage-${reason}`);
    try {
      await this.#stages.front?.revive(reason === 'no-frames');
      log.state(`revive-${screenId}`, 'works', 'debug', 'The stage was revived', { screen: screenId });
    } catch (error) {
      log.state(`revive-${screenId}`, 'failed', 'error', 'The stage could not be revived', {
        screen: screenId,
        error,
      });
      throw error;
    }
  }
}

import { type FromScreen, parseFromScreen, type Standby, type ToScreen } from '../../shared/messages.ts';
import type { ContentKind, Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Display, Gone, HostWindow, Picture } from '../host/host.ts';
import type { Log } from '../log.ts';
import type { ShowEvents } from './events.ts';
import { type HandedOver, HandOver, type Seen } from './hand-over.ts';
import { type MemoryRule, MemoryWatch } from './memory-watch.ts';
import { type Open, Showings } from './showings.ts';
import type { Snapshots } from './snapshots.ts';
import { Watchdog } from './watchdog.ts';

/** A page that has been shown for so long looks as it should. */
const pageWellMs = 3_000;

export interface NowPlaying {
  readonly screenId: string;
  readonly cueId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
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
  readonly nowPlaying: NowPlaying | null;
}

export interface ScreenOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: ShowEvents;
  readonly snapshots?: Pick<Snapshots, 'isDue' | 'take'> | undefined;
  /** Left out: its memory is nobody's concern. */
  readonly memory?: MemoryRule | undefined;
}

/** A stage that another one took over from is heard to its last word, but not for long. */
const longestFarewellMs = 500;

/** Which of a screen's windows says something: the one that its host opened first, or one that took over. */
type Voice = symbol;
const first: Voice = Symbol('first');

/** What the stage was last sent, so that a fresh one can be told everything again. */
interface Sent {
  programme: { readonly programme: Programme; readonly settings: ScreenSettings } | null;
  standby: Standby | null;
  overlay: boolean;
}

/** One screen: keeps what its stage has to know, hears what it says, and has it brought back when it dies. */
export class Screen {
  readonly #options: ScreenOptions;
  readonly #watchdog: Watchdog;
  readonly #sent: Sent = { programme: null, standby: null, overlay: false };
  readonly #showings: Showings;
  #window: HostWindow | null = null;
  #ready = false;
  #lastFrameAt: number | null = null;
  readonly #memory: MemoryWatch | null;
  #voice: Voice = first;
  /** Whose window was replaced and may still say its last word, and what is done then. */
  #leaving: { readonly voice: Voice; readonly bidFarewell: () => void } | null = null;
  #handOver: { readonly voice: Voice; readonly it: HandOver } | null = null;

  constructor(options: ScreenOptions) {
    this.#options = options;
    const { id: screenId, clock, log, events, memory: rule } = options;
    this.#showings = new Showings({ screenId, clock, events });
    this.#watchdog = new Watchdog({ clock, revive: (reason) => this.#revive(reason) });
    const measure = async (): Promise<number | null> => (await this.#window?.memory()) ?? null;
    this.#memory = rule
      ? new MemoryWatch({ screenId, clock, log, rule, measure, replace: () => this.#replace() })
      : null;
  }

  /** Null: it is being opened, or has none. */
  get window(): HostWindow | null {
    return this.#window;
  }

  /** The window may be painting already: its first messages come while it is still being opened. */
  opening(): void {
    this.#voice = first;
    this.#ready = false;
    this.#watchdog.loading();
  }

  /** It has no window until it is opened again. What it has to show is kept. */
  closed(reason: string): void {
    this.#handOver?.it.interrupt();
    this.#leaving?.bidFarewell();
    this.#showings.interrupt(reason);
    this.#window = null;
    this.#ready = false;
    this.#watchdog.stop();
  }

  /** False when its window cannot follow its display. */
  fitTo(display: Display): boolean {
    if (!this.#window?.fitTo) return false;
    this.#handOver?.it.interrupt();
    this.#window.fitTo(display);
    return true;
  }

  opened(window: HostWindow): void {
    this.#window = window;
    if (this.#ready) this.#sendAll();
  }

  programme(programme: Programme, settings: ScreenSettings): void {
    this.#showings.programme(programme);
    // What the stage behind has made ready may be wrong now. It is tried again soon.
    this.#handOver?.it.interrupt();
    this.#sent.programme = { programme, settings };
    this.#send({ type: 'programme', programme, settings });
  }

  standby(standby: Standby): void {
    this.#sent.standby = standby;
    this.#inform({ type: 'standby', standby });
  }

  overlay(visible: boolean): void {
    this.#sent.overlay = visible;
    this.#inform({ type: 'overlay', visible });
  }

  #inform(message: ToScreen): void {
    this.#send(message);
    this.#handOver?.it.inform(message);
  }

  status(): ScreenStatus {
    return {
      id: this.#options.id,
      alive: this.#watchdog.alive,
      lastFrameAt: this.#lastFrameAt === null ? null : new Date(this.#lastFrameAt).toISOString(),
      restarts: this.#watchdog.restarts,
      recycles: this.#memory?.recycles ?? 0,
      memoryBytes: this.#memory?.bytes ?? null,
      nowPlaying: nowPlaying(this.#showings.last),
    };
  }

  async capture(): Promise<Picture> {
    if (this.#window) return this.#window.capture();
    throw new VitrineError('temporary', 'window-gone', `Screen ${this.#options.id} has no window yet.`);
  }

  message(raw: unknown, voice: Voice = first): void {
    if (voice !== this.#voice) {
      this.#aside(raw, voice);
      return;
    }
    const message = parseFromScreen(raw);
    if (message) this.#hear(message);
    else
      this.#options.log.state(
        `screen-${this.#options.id}`,
        'unreadable',
        'warn',
        'A screen said something unreadable',
      );
  }

  /** From a window that is not in front. */
  #aside(raw: unknown, voice: Voice): void {
    if (this.#handOver?.voice === voice) this.#handOver.it.message(raw);
    if (this.#leaving?.voice !== voice) return;
    const message = parseFromScreen(raw);
    if (message?.type !== 'ended') return;
    this.#showings.ended(message);
    this.#leaving.bidFarewell();
  }

  gone(reason: Gone, voice: Voice = first): void {
    if (this.#handOver?.voice === voice) this.#handOver.it.gone();
    if (this.#leaving?.voice === voice) this.#leaving.bidFarewell();
    if (voice !== this.#voice) return;
    this.#handOver?.it.interrupt();
    // A dead browser is nobody's fault on the stage.
    if (reason === 'browser-exited') this.#showings.interrupt(`renderer-${reason}`);
    else this.#showings.blame(`renderer-${reason}`);
    this.#ready = false;
    this.#watchdog.gone(reason);
  }

  hung(voice: Voice = first): void {
    if (this.#handOver?.voice === voice) this.#handOver.it.gone();
    if (voice === this.#voice) this.#watchdog.gone('hung');
  }

  stop(): void {
    this.#memory?.stop();
    this.#handOver?.it.interrupt();
    this.#watchdog.stop();
    this.#showings.interrupt('stopped');
  }

  #hear(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
        this.#showings.interrupt('reloaded');
        this.#ready = true;
        this.#watchdog.ready();
        this.#sendAll();
        return;
      case 'heartbeat':
        this.#send({ type: 'clock', echo: message.mono, epochMs: this.#options.clock.now() });
        if (message.frames === 0) return;
        this.#lastFrameAt = this.#options.clock.now();
        this.#watchdog.painted();
        return;
      case 'started':
        this.#started(message);
        return;
      case 'preparing':
        this.#showings.preparing(message);
        return;
      case 'ended':
        this.#showings.ended(message);
        this.#handOver?.it.frontEnded();
        return;
      case 'yields':
        this.#handOver?.it.frontYields(message);
        return;
      case 'prepared':
        // Said to a hand-over that is over.
        return;
      case 'failed':
        this.#showings.failed(message);
        return;
      case 'seen':
        return;
    }
  }

  #started(message: FromScreen & { type: 'started' }): void {
    const open = this.#showings.started(message);
    if (open === null) return;
    this.#handOver?.it.frontStarted();
    this.#pictureLater(open);
  }

  /** A page that stays well for a while is pictured, for when it cannot be had. */
  #pictureLater({ key, cue: { content } }: Open): void {
    const { snapshots, clock } = this.#options;
    if (content.kind !== 'page' || !snapshots?.isDue(content.address)) return;
    clock.after(pageWellMs, () => {
      // Alone: not while something else comes in over it.
      const { ids } = this.#showings;
      const isAlone = ids.length === 1 && ids[0] === key.showingId;
      if (!isAlone || this.#sent.overlay || !snapshots.isDue(content.address)) return;
      void snapshots.take(content.address, () => this.capture());
    });
  }

  async #revive(reason: string): Promise<void> {
    const { log, id } = this.#options;
    log.warn('The stage is brought back', { screen: id, reason });
    this.#handOver?.it.interrupt();
    if (reason === 'no-frames' || reason === 'hung') this.#showings.blame(`stage-${reason}`);
    else this.#showings.interrupt(`stage-${reason}`);
    this.#ready = false;
    try {
      await this.#window?.revive();
    } catch (error) {
      log.state(`revive-${id}`, 'failed', 'error', 'The stage could not be brought back', {
        screen: id,
        error,
      });
      throw error;
    }
  }

  /** Puts another renderer in the place of this one, between two items. */
  async #replace(): Promise<HandedOver> {
    const front = this.#window;
    if (front === null || !this.#watchdog.alive || this.#handOver !== null) return 'interrupted';
    const voice: Voice = Symbol('successor');
    const it = new HandOver({
      clock: this.#options.clock,
      log: this.#options.log,
      front,
      seen: () => this.#seen(),
      everything: () => this.#everything(),
      openBehind: () =>
        front.openBehind({
          message: (message) => this.message(message, voice),
          gone: (reason) => this.gone(reason, voice),
          hung: () => this.hung(voice),
        }),
      takenOver: (window, said) => this.#takenOver(voice, window, said),
    });
    this.#handOver = { voice, it };
    const outcome = await it.over;
    this.#handOver = null;
    return outcome;
  }

  #seen(): Seen | null {
    const { last } = this.#showings;
    if (!last) return null;
    const { key, mark, startedAt, cue } = last;
    return { showingId: key.showingId, mark, endsAt: startedAt + cue.durationMs };
  }

  #takenOver(voice: Voice, window: HostWindow, said: readonly FromScreen[]): void {
    const { clock, log } = this.#options;
    const [old, voiceBefore, showings] = [this.#window, this.#voice, this.#showings.ids];
    const since = said.find(({ type }) => type === 'started');
    const bidFarewell = (): void => {
      cancel();
      if (this.#leaving?.voice === voiceBefore) this.#leaving = null;
      this.#showings.leave('recycled', showings);
      old?.close().catch((error: unknown) => log.debug('A window was gone before it was closed', { error }));
    };
    const cancel = clock.after(longestFarewellMs, bidFarewell);
    this.#voice = voice;
    this.#window = window;
    this.#leaving = { voice: voiceBefore, bidFarewell };
    if (showings.length > 0)
      old?.send({ type: 'leave', at: since && 'at' in since ? since.at : clock.now() });
    else bidFarewell();
    for (const message of said) this.#hear(message);
  }

  #sendAll(): void {
    const after = this.#showings.mark;
    if (after) this.#send({ type: 'follow', after, standsBy: false });
    for (const message of this.#everything()) this.#send(message);
  }

  #everything(): readonly ToScreen[] {
    const { programme, standby, overlay } = this.#sent;
    return [
      ...(standby ? [{ type: 'standby', standby } as const] : []),
      ...(programme ? [{ type: 'programme', ...programme } as const] : []),
      ...(overlay ? [{ type: 'overlay', visible: true } as const] : []),
    ];
  }

  #send(message: ToScreen): void {
    if (this.#ready) this.#window?.send(message);
  }
}

function nowPlaying(open: Open | undefined): NowPlaying | null {
  if (!open) return null;
  const { key, cue, startedAt } = open;
  return {
    screenId: key.screenId,
    cueId: cue.id,
    entryId: cue.entryId,
    mediaFileId: cue.mediaFileId,
    kind: cue.content.kind,
    startedAt: new Date(startedAt).toISOString(),
  };
}

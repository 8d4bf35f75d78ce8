import {
  type FromScreen,
  type Mark,
  parseFromScreen,
  type Standby,
  type ToScreen,
} from '../../shared/messages.ts';
import type { ContentKind, Cue, Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { Display, Gone, HostWindow, Picture } from '../host/host.ts';
import type { Log } from '../log.ts';
import type { ShowEvents, ShowingKey } from './events.ts';
import { type HandedOver, HandOver, type Seen } from './hand-over.ts';
import { type MemoryRule, MemoryWatch } from './memory-watch.ts';
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

interface Open {
  readonly key: ShowingKey;
  readonly cue: Cue;
  readonly mark: Mark;
  readonly startedAt: number;
}

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
  /** Cues of the programme before too: what began under it ends under the next one. */
  #cues: ReadonlyMap<string, { readonly cue: Cue; readonly editionId: string | null }> = new Map();
  #window: HostWindow | null = null;
  #ready = false;
  /** Showings that have begun and not ended, oldest first. Two at a time while one fades into the next. */
  readonly #open = new Map<string, Open>();
  /** What began last: a stage that is loaded anew goes on after it. */
  #mark: Mark | null = null;
  #lastFrameAt: number | null = null;
  readonly #memory: MemoryWatch | null;
  #voice: Voice = first;
  /** Whose window was replaced and may still say its last word, and what is done then. */
  #leaving: { readonly voice: Voice; readonly bidFarewell: () => void } | null = null;
  #handOver: { readonly voice: Voice; readonly it: HandOver } | null = null;

  constructor(options: ScreenOptions) {
    this.#options = options;
    const { id: screenId, clock, log, memory: rule } = options;
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
    this.#close('interrupted', reason);
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
    const known = (from: Programme): [string, { cue: Cue; editionId: string | null }][] =>
      from.cues.map((cue) => [cue.id, { cue, editionId: from.editionId }]);
    const before = this.#sent.programme?.programme;
    this.#cues = new Map([...(before ? known(before) : []), ...known(programme)]);
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
      nowPlaying: nowPlaying([...this.#open.values()].at(-1)),
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
    this.#ended(message);
    this.#leaving.bidFarewell();
  }

  gone(reason: Gone, voice: Voice = first): void {
    if (this.#handOver?.voice === voice) this.#handOver.it.gone();
    if (this.#leaving?.voice === voice) this.#leaving.bidFarewell();
    if (voice !== this.#voice) return;
    this.#handOver?.it.interrupt();
    // A dead browser is nobody's fault on the stage; a dead renderer is blamed on what it was showing.
    this.#close(reason === 'browser-exited' ? 'interrupted' : 'failed', `renderer-${reason}`);
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
    this.#close('interrupted', 'stopped');
  }

  #hear(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
        this.#close('interrupted', 'reloaded');
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
      case 'ended':
        this.#ended(message);
        return;
      case 'yields':
        this.#handOver?.it.frontYields(message);
        return;
      case 'prepared':
        // Said to a hand-over that is over.
        return;
      case 'failed': {
        const known = this.#find(message.showingId, message.cueId);
        if (!known) return;
        const { at, reason } = message;
        this.#options.events.showing({ ...known.key, type: 'failed', at, reason });
        return;
      }
    }
  }

  #started({ showingId, cueId, pass, index, at }: FromScreen & { type: 'started' }): void {
    const known = this.#find(showingId, cueId);
    if (!known) return;
    this.#mark = { cueId, pass, index };
    this.#open.set(showingId, { ...known, mark: this.#mark, startedAt: at });
    this.#handOver?.it.frontStarted();
    this.#options.events.showing({ ...known.key, type: 'started', at });
    this.#pictureLater(showingId, known.cue);
  }

  /** A page that stays well for a while is pictured, for when it cannot be had. */
  #pictureLater(showingId: string, { content }: Cue): void {
    const { snapshots, clock } = this.#options;
    if (content.kind !== 'page' || !snapshots?.isDue(content.address)) return;
    clock.after(pageWellMs, () => {
      // Alone: not while something else comes in over it.
      const isAlone = this.#open.size === 1 && this.#open.has(showingId);
      if (!isAlone || this.#sent.overlay || !snapshots.isDue(content.address)) return;
      void snapshots.take(content.address, () => this.capture());
    });
  }

  #ended({ showingId, cueId, at, outcome, reason }: FromScreen & { type: 'ended' }): void {
    // Its programme may have been replaced twice since it began.
    const known = this.#open.get(showingId) ?? this.#find(showingId, cueId);
    this.#open.delete(showingId);
    if (!known) return;
    this.#options.events.showing({ ...known.key, type: 'ended', at, outcome, reason });
  }

  #find(showingId: string, cueId: string): { readonly key: ShowingKey; readonly cue: Cue } | null {
    const known = this.#cues.get(cueId);
    if (!known) return null;
    const { cue, editionId } = known;
    const { entryId, mediaFileId } = cue;
    return { key: { showingId, screenId: this.#options.id, entryId, mediaFileId, editionId }, cue };
  }

  /** Ends what is open in the name of a stage that cannot do so itself any more; the newest bears the blame. */
  #close(outcome: 'interrupted' | 'failed', reason: string, only?: readonly string[]): void {
    const open = [...this.#open.values()].filter(({ key }) => only?.includes(key.showingId) ?? true);
    for (const { key } of open) this.#open.delete(key.showingId);
    const at = this.#options.clock.now();
    for (const { key } of open) {
      const own = key === open.at(-1)?.key ? outcome : 'interrupted';
      this.#options.events.showing({ ...key, type: 'ended', at, outcome: own, reason });
    }
  }

  async #revive(reason: string): Promise<void> {
    const { log, id } = this.#options;
    log.warn('The stage is brought back', { screen: id, reason });
    this.#handOver?.it.interrupt();
    const hung = reason === 'no-frames' || reason === 'hung';
    this.#close(hung ? 'failed' : 'interrupted', `stage-${reason}`);
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
    const last = [...this.#open.values()].at(-1);
    if (!last) return null;
    const { key, mark, startedAt, cue } = last;
    return { showingId: key.showingId, mark, endsAt: startedAt + cue.durationMs };
  }

  #takenOver(voice: Voice, window: HostWindow, said: readonly FromScreen[]): void {
    const { clock, log } = this.#options;
    const [old, voiceBefore, showings] = [this.#window, this.#voice, [...this.#open.keys()]];
    const since = said.find(({ type }) => type === 'started');
    const bidFarewell = (): void => {
      cancel();
      if (this.#leaving?.voice === voiceBefore) this.#leaving = null;
      this.#close('interrupted', 'recycled', showings);
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
    if (this.#mark) this.#send({ type: 'follow', after: this.#mark, standsBy: false });
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

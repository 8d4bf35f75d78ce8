import { type FromScreen, parseFromScreen, type Standby, type ToScreen } from '../../shared/messages.ts';
import type { ContentKind, Cue, Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Clock } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { HostEvents, HostWindow, Picture } from '../host/host.ts';
import type { Log } from '../log.ts';
import type { ShowEvents, ShowingKey } from './events.ts';
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
  readonly nowPlaying: NowPlaying | null;
}

export interface ScreenOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: ShowEvents;
  readonly snapshots?: Pick<Snapshots, 'isDue' | 'take'> | undefined;
}

interface Open {
  readonly key: ShowingKey;
  readonly cue: Cue;
  readonly startedAt: number;
}

type Gone = Parameters<HostEvents['gone']>[1];

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
  #lastFrameAt: number | null = null;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#watchdog = new Watchdog({ clock: options.clock, revive: (reason) => this.#revive(reason) });
  }

  /** The window may be painting already: its first messages come while it is still being opened. */
  opening(): void {
    this.#ready = false;
    this.#watchdog.loading();
  }

  /** It has no window until it is opened again. What it has to show is kept. */
  closed(reason: string): void {
    this.#close('interrupted', reason);
    this.#window = null;
    this.#ready = false;
    this.#watchdog.stop();
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
    this.#sent.programme = { programme, settings };
    this.#send({ type: 'programme', programme, settings });
  }

  standby(standby: Standby): void {
    this.#sent.standby = standby;
    this.#send({ type: 'standby', standby });
  }

  overlay(visible: boolean): void {
    this.#sent.overlay = visible;
    this.#send({ type: 'overlay', visible });
  }

  status(): ScreenStatus {
    return {
      id: this.#options.id,
      alive: this.#watchdog.alive,
      lastFrameAt: this.#lastFrameAt === null ? null : new Date(this.#lastFrameAt).toISOString(),
      restarts: this.#watchdog.restarts,
      nowPlaying: nowPlaying([...this.#open.values()].at(-1)),
    };
  }

  async capture(): Promise<Picture> {
    if (this.#window) return this.#window.capture();
    throw new VitrineError('temporary', 'window-gone', `Screen ${this.#options.id} has no window yet.`);
  }

  message(raw: unknown): void {
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

  gone(reason: Gone): void {
    // A dead browser is nobody's fault on the stage; a dead renderer is blamed on what it was showing.
    this.#close(reason === 'browser-exited' ? 'interrupted' : 'failed', `renderer-${reason}`);
    this.#ready = false;
    this.#watchdog.gone(reason);
  }

  hung(): void {
    this.#watchdog.gone('hung');
  }

  stop(): void {
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
      case 'failed': {
        const known = this.#find(message.showingId, message.cueId);
        if (!known) return;
        const { at, reason } = message;
        this.#options.events.showing({ ...known.key, type: 'failed', at, reason });
        return;
      }
    }
  }

  #started({ showingId, cueId, at }: FromScreen & { type: 'started' }): void {
    const known = this.#find(showingId, cueId);
    if (!known) return;
    this.#open.set(showingId, { ...known, startedAt: at });
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
  #close(outcome: 'interrupted' | 'failed', reason: string): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    const at = this.#options.clock.now();
    for (const { key } of open) {
      const own = key === open.at(-1)?.key ? outcome : 'interrupted';
      this.#options.events.showing({ ...key, type: 'ended', at, outcome: own, reason });
    }
  }

  async #revive(reason: string): Promise<void> {
    const { log, id } = this.#options;
    log.warn('The stage is brought back', { screen: id, reason });
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

  #sendAll(): void {
    const { programme, standby, overlay } = this.#sent;
    if (standby) this.#send({ type: 'standby', standby });
    if (programme) this.#send({ type: 'programme', ...programme });
    if (overlay) this.#send({ type: 'overlay', visible: true });
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

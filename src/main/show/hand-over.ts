import type { FromScreen, Mark, ToScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { StageListener, StageSession } from './stage-session.ts';

/** What is seen on the stage in front. */
export interface Seen {
  readonly showingId: string;
  readonly mark: Mark;
  /** As planned or as its stage reports, epoch milliseconds. */
  readonly endsAt: number;
  /** Its length is not known yet. */
  readonly isGuess: boolean;
  /** Left out: the screen is not divided. */
  readonly zone?: string;
}

export interface HandOverNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly front: StageSession;
  /** Null: nothing plays. */
  seen(): Seen | null;
  /** What a stage that stands by goes on after. */
  follow(): ToScreen | null;
  /** Everything that a stage must know. */
  state(): readonly ToScreen[];
  /** The stage behind is in sight now; `reports` are its messages until then. */
  takenOver(stage: StageSession, reports: readonly FromScreen[]): void;
}

/** `interrupted`: another event on the screen came first; it can be tried again soon. */
export type HandedOver = 'done' | 'failed' | 'interrupted';

/** The stage behind is opened when the item in front has less than this left: two stages need twice the memory. */
const openAheadMs = 20_000;
/** The hand-over does not wait for the end of an item that stays longer: much may have changed by then. */
const longestWaitMs = 180_000;
/** A stage reports with each heartbeat how much is left of a clip of unknown length. */
const heartbeatMs = 1_000;
/** If no item begins within this time after another ended, nothing is in sight in front. */
const nothingFollowsMs = 200;
/** From the opening of the stage behind until it can take over. */
const longestStandByMs = 60_000;
/**
 * From the instant of the take-over until the stage behind shows something. The stage in front holds its picture for
 * 10 s at most; this and coming forward may take half of that.
 */
const longestTakeOverMs = 3_000;

/**
 * Replaces the stage in front by one with a fresh renderer, between two items. The new stage opens unseen, prepares the
 * next item and waits; the one in front holds the end of its item until that is painted. If anything fails before that,
 * the stage in front carries on.
 */
export class HandOver implements StageListener {
  readonly #needs: HandOverNeeds;
  readonly #over = Promise.withResolvers<HandedOver>();
  #state: 'waiting' | 'opening' | 'standing-by' | 'yielding' | 'taking-over' | 'coming' | 'over' = 'waiting';
  #behind: StageSession | null = null;
  /** Whether the stage behind has an item to show. */
  #shows = false;
  /** Reports of the stage behind on its showings. They count only once that stage is in sight. */
  #reports: FromScreen[] = [];
  #cancel: () => void = () => undefined;

  constructor(needs: HandOverNeeds) {
    this.#needs = needs;
    this.#await();
  }

  get over(): Promise<HandedOver> {
    return this.#over.promise;
  }

  send(message: ToScreen): void {
    this.#behind?.send(message);
  }

  /** Another item came into sight in front. `leads`: in the zone that was to hold its item. */
  frontStarted(leads = true): void {
    // It was to hold the previous item, but its wait for the stage behind ran out.
    if (this.#state === 'taking-over' && leads) this.#end('interrupted');
    this.#followFront();
  }

  /** An item in front ended. */
  frontEnded(): void {
    // Usually the next one comes into sight at the same moment.
    this.#needs.clock.after(nothingFollowsMs, () => {
      if (this.#needs.seen() === null) this.#followFront();
    });
  }

  #followFront(): void {
    if (this.#state === 'waiting') this.#await();
    if (this.#state === 'yielding') this.#state = 'standing-by';
    if (this.#state === 'standing-by') this.#follow();
  }

  frontYields({ showingId, at }: FromScreen & { type: 'yields' }): void {
    if (this.#state !== 'yielding' || this.#needs.seen()?.showingId !== showingId) return;
    this.#takeOver(at);
  }

  onMessage(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
      case 'heartbeat':
        return;
      case 'prepared':
        void this.#prepared(message);
        return;
      default:
        this.#reports.push(message);
        if (message.type === 'started') void this.#bringForward();
    }
  }

  onReady(): void {
    // The second time means that it was reloaded.
    if (this.#state !== 'opening') {
      this.#end('failed');
      return;
    }
    this.#state = 'standing-by';
    this.#follow();
    for (const message of this.#needs.state()) this.send(message);
  }

  onGone(): void {
    this.#end('failed');
  }

  onHung(): void {
    this.#end('failed');
  }

  /** Another event on the screen comes first. */
  interrupt(): void {
    this.#end('interrupted');
  }

  #await(): void {
    this.#cancel();
    const { clock, log, seen } = this.#needs;
    const now = seen();
    const left = (now?.endsAt ?? 0) - openAheadMs - clock.now();
    if (now?.isGuess && clock.now() < now.endsAt)
      this.#cancel = clock.after(heartbeatMs, () => this.#await());
    else if (left > longestWaitMs) this.#end('interrupted');
    else if (left <= 0)
      this.#open().catch((error: unknown) => {
        log.warn('A second stage could not be opened', { error });
        this.#end('failed');
      });
    else this.#cancel = clock.after(left, () => this.#await());
  }

  async #open(): Promise<void> {
    this.#state = 'opening';
    this.#cancel = this.#needs.clock.after(longestStandByMs, () => this.#end('failed'));
    this.#behind = this.#needs.front.behind(this);
    await this.#behind.open();
  }

  #follow(): void {
    const follow = this.#needs.follow();
    if (follow) this.send(follow);
  }

  async #prepared({ after, shows }: FromScreen & { type: 'prepared' }): Promise<void> {
    const { clock, seen, front, log } = this.#needs;
    // A browser that is short of time would show an earlier frame of the stage first.
    await this.#behind
      ?.drawn()
      .catch((error: unknown) => log.debug('The stage behind was not seen to draw', { error }));
    const now = seen();
    // The item it is ready to follow may be over: it has been sent what to follow instead.
    if (this.#state !== 'standing-by' || !isSame(after, now?.mark ?? null)) return;
    this.#shows = shows;
    if (now === null) {
      this.#takeOver(clock.now());
      return;
    }
    this.#state = 'yielding';
    front.send({ type: 'yield', showingId: now.showingId, ...(now.zone ? { zone: now.zone } : {}) });
  }

  #takeOver(at: number): void {
    const { clock } = this.#needs;
    this.#state = 'taking-over';
    this.send({ type: 'take-over', at });
    this.#cancel();
    const left = Math.max(0, at - clock.now());
    this.#cancel = this.#shows
      ? clock.after(left + longestTakeOverMs, () => this.#end('failed'))
      : clock.after(left, () => void this.#bringForward());
  }

  async #bringForward(): Promise<void> {
    const stage = this.#behind;
    if (this.#state !== 'taking-over' || stage === null) return;
    this.#state = 'coming';
    this.#cancel();
    try {
      await stage.comeForward();
    } catch (error) {
      this.#needs.log.warn('A stage could not come forward', { error });
      this.#end('failed');
    }
    if (this.#isOver) return;
    this.#state = 'over';
    this.#needs.takenOver(stage, this.#reports);
    this.#over.resolve('done');
  }

  #end(outcome: HandedOver): void {
    if (this.#isOver) return;
    const { front } = this.#needs;
    const mayHold = this.#state !== 'waiting' && this.#state !== 'opening';
    this.#state = 'over';
    this.#cancel();
    if (mayHold) front.send({ type: 'carry-on' });
    void this.#behind?.close();
    this.#over.resolve(outcome);
  }

  get #isOver(): boolean {
    return this.#state === 'over';
  }
}

function isSame(one: Mark | null, other: Mark | null): boolean {
  return one?.cueId === other?.cueId && one?.pass === other?.pass && one?.index === other?.index;
}

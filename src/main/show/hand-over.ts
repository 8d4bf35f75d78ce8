import type { FromScreen, Mark, ToScreen } from '../../shared/messages.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { StageListener, StageSession } from './stage-session.ts';

/** What is seen on the stage in front. */
export interface Seen {
  readonly showingId: string;
  readonly mark: Mark;
  /** As planned or as its stage says, epoch milliseconds. */
  readonly endsAt: number;
  /** Nobody has said yet how long it is. */
  readonly isGuess: boolean;
}

export interface HandOverNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly front: StageSession;
  /** Null: nothing plays. */
  seen(): Seen | null;
  /** Everything that a stage has to know. */
  everything(): readonly ToScreen[];
  /** The stage that was behind is seen now; `said` is what it has told until then. */
  takenOver(stage: StageSession, said: readonly FromScreen[]): void;
}

/** `interrupted`: something else happened to the screen, and it can be tried again soon. */
export type HandedOver = 'done' | 'failed' | 'interrupted';

/** The other stage is opened when the item in front has less than this left: two stages need the memory of two. */
const openAheadMs = 20_000;
/** The end of an item that stays longer is not waited for: much may have changed by then. */
const longestWaitMs = 180_000;
/** A stage says with each heartbeat how much is left of a clip whose length nobody knew. */
const untilToldMs = 1_000;
/** When an item has been over for so long and no other one has begun, nothing is in sight in front. */
const nothingFollowsMs = 200;
/** From the opening of the other stage until it could take over. */
const longestStandByMs = 60_000;
/**
 * From the instant at which it should take over until it has something to show. The stage in front holds its picture
 * meanwhile, for 10 s at most; this and the coming forward may take half of that.
 */
const longestTakeOverMs = 3_000;

/**
 * Puts another stage, with a renderer of its own, in the place of the one in front, where one item ends and the next
 * begins. It is opened unseen, makes the next item ready and waits; the one in front holds the end of its item until
 * that is painted. Whatever goes wrong before that: the one in front carries on.
 */
export class HandOver implements StageListener {
  readonly #needs: HandOverNeeds;
  readonly #over = Promise.withResolvers<HandedOver>();
  #state: 'waiting' | 'opening' | 'standing-by' | 'yielding' | 'taking-over' | 'coming' | 'over' = 'waiting';
  #behind: StageSession | null = null;
  /** Whether there is something for it to show. */
  #shows = false;
  /** What the stage behind has said of its showings. It counts only once that stage is seen. */
  #said: FromScreen[] = [];
  #cancel: () => void = () => undefined;

  constructor(needs: HandOverNeeds) {
    this.#needs = needs;
    this.#await();
  }

  get over(): Promise<HandedOver> {
    return this.#over.promise;
  }

  /** Something that every stage has to know has changed. */
  inform(message: ToScreen): void {
    this.#tell(message);
  }

  /** Another item is in sight in front. */
  frontStarted(): void {
    // It was to hold the item before, and has waited in vain.
    if (this.#state === 'taking-over') this.#end('interrupted');
    this.#followFront();
  }

  /** An item in front is over. */
  frontEnded(): void {
    // Most often the next one comes into sight in the same moment.
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

  /** What the stage behind tells. */
  heard(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
      case 'heartbeat':
        return;
      case 'prepared':
        this.#prepared(message);
        return;
      default:
        this.#said.push(message);
        if (message.type === 'started') void this.#come();
    }
  }

  stands(): void {
    // The second time: it was loaded anew.
    if (this.#state !== 'opening') {
      this.#end('failed');
      return;
    }
    this.#state = 'standing-by';
    this.#follow();
    for (const known of this.#needs.everything()) this.#tell(known);
  }

  gone(): void {
    this.#end('failed');
  }

  hung(): void {
    this.#end('failed');
  }

  /** Something else happens to the screen, and goes first. */
  interrupt(): void {
    this.#end('interrupted');
  }

  #await(): void {
    this.#cancel();
    const { clock, log, seen } = this.#needs;
    const now = seen();
    const left = (now?.endsAt ?? 0) - openAheadMs - clock.now();
    if (now?.isGuess && clock.now() < now.endsAt)
      this.#cancel = clock.after(untilToldMs, () => this.#await());
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
    this.#tell({ type: 'follow', after: this.#needs.seen()?.mark ?? null, standsBy: true });
  }

  #prepared({ after, shows }: FromScreen & { type: 'prepared' }): void {
    const { clock, seen, front } = this.#needs;
    const now = seen();
    // What it is ready to follow may be over by now: it has been told what to follow instead.
    if (this.#state !== 'standing-by' || !isSame(after, now?.mark ?? null)) return;
    this.#shows = shows;
    if (now === null) {
      this.#takeOver(clock.now());
      return;
    }
    this.#state = 'yielding';
    front.send({ type: 'yield', showingId: now.showingId });
  }

  #takeOver(at: number): void {
    const { clock } = this.#needs;
    this.#state = 'taking-over';
    this.#tell({ type: 'take-over', at });
    this.#cancel();
    const left = Math.max(0, at - clock.now());
    this.#cancel = this.#shows
      ? clock.after(left + longestTakeOverMs, () => this.#end('failed'))
      : clock.after(left, () => void this.#come());
  }

  async #come(): Promise<void> {
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
    this.#needs.takenOver(stage, this.#said);
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

  #tell(message: ToScreen): void {
    this.#behind?.send(message);
  }
}

function isSame(one: Mark | null, other: Mark | null): boolean {
  return one?.cueId === other?.cueId && one?.pass === other?.pass && one?.index === other?.index;
}

import type { FromScreen, ToScreen } from '../../shared/messages.ts';
import { type HandedOver, HandOver, type Seen } from './hand-over.ts';
import { RetiringStage } from './retiring-stage.ts';
import { type OpenWindow, type SessionNeeds, type StageListener, StageSession } from './stage-session.ts';
import type { ZoneShows } from './zone-shows.ts';

export interface StagesNeeds extends SessionNeeds {
  readonly shows: ZoneShows;
  /** Everything that a stage must know. */
  state(): readonly ToScreen[];
}

/** The stages of one screen: the one in front, the one that is to take over, and the one that retires. */
export class Stages {
  readonly #needs: StagesNeeds;
  readonly #listener: StageListener;
  #front: StageSession | null = null;
  #handOver: HandOver | null = null;
  #retiring: RetiringStage | null = null;

  /** The listener always listens to the stage in front. */
  constructor(needs: StagesNeeds, listener: StageListener) {
    this.#needs = needs;
    this.#listener = listener;
  }

  /** Null while the screen has no window. */
  get front(): StageSession | null {
    return this.#front;
  }

  get handOver(): HandOver | null {
    return this.#handOver;
  }

  async open(openWindow: OpenWindow): Promise<void> {
    this.#front = new StageSession(this.#needs, this.#listener, openWindow);
    await this.#front.open();
  }

  /** Ends all but the one in front, which is answered for closing. */
  release(): StageSession | null {
    const front = this.#front;
    this.#handOver?.interrupt();
    this.#retiring?.end();
    this.#front = null;
    return front;
  }

  send(message: ToScreen): void {
    this.#front?.send(message);
    this.#handOver?.send(message);
  }

  /** Puts a fresh stage, with a renderer of its own, in the place of the one in front, between two items. */
  async replace(): Promise<HandedOver> {
    const front = this.#front;
    if (front === null || this.#handOver !== null) return 'interrupted';
    const { clock, log, shows, state } = this.#needs;
    const seen = (): Seen | null => shows.seen;
    const follow = (): ToScreen | null => shows.follow(true);
    const takenOver = (stage: StageSession, reports: readonly FromScreen[]): void =>
      this.#takenOver(front, stage, reports);
    this.#handOver = new HandOver({ clock, log, front, seen, follow, state, takenOver });
    const outcome = await this.#handOver.over;
    this.#handOver = null;
    return outcome;
  }

  /** A reloaded stage goes on where the one before it died. */
  inform(): void {
    const follow = this.#needs.shows.follow(false);
    if (follow) this.#front?.send(follow);
    for (const message of this.#needs.state()) this.#front?.send(message);
  }

  #takenOver(old: StageSession, stage: StageSession, reports: readonly FromScreen[]): void {
    const { clock, shows } = this.#needs;
    const started = reports.find((message) => message.type === 'started');
    this.#retiring = new RetiringStage(old, shows, clock, started?.at ?? clock.now());
    this.#front = stage;
    stage.setListener(this.#listener);
    for (const message of reports) this.#listener.onMessage(message);
  }
}

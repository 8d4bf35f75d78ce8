import * as v from 'valibot';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, doubledMs } from '../ground/retry.ts';
import type { ActionRequest } from './command.ts';

/** The broker retains this for players that are offline. A missing field leaves that state unchanged. */
const desiredSchema = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.parseJson(),
  v.object({
    overlay: v.optional(v.boolean()),
    updates: v.optional(v.picklist(['go', 'hold'])),
  }),
);

interface DesiredNeeds {
  readonly clock: Clock;
  readonly log: Log;
  act(request: ActionRequest): Promise<unknown>;
}

const backoff: Backoff = { firstMs: 5_000, mostMs: 300_000 };

/** Applies the desired state when it changes, and once after each start. */
export class Desired {
  readonly #needs: DesiredNeeds;
  readonly #overlay: Goal<boolean>;
  readonly #updates: Goal<'go' | 'hold'>;

  constructor(needs: DesiredNeeds) {
    this.#needs = needs;
    this.#overlay = new Goal(needs, (visible) => ({ name: 'overlay', args: { visible } }));
    this.#updates = new Goal(needs, (updates) => ({
      name: 'update-hold',
      args: { held: updates === 'hold' },
    }));
  }

  receive(payload: Uint8Array): void {
    if (payload.length === 0) return;
    const parsed = v.safeParse(desiredSchema, Buffer.from(payload).toString('utf8'));
    if (!parsed.success) {
      this.#needs.log.state('desired', 'rubbish', 'warn', 'The desired state of the fleet is unreadable');
      return;
    }
    this.#overlay.aim(parsed.output.overlay);
    this.#updates.aim(parsed.output.updates);
  }

  stop(): void {
    this.#overlay.aim(undefined);
    this.#updates.aim(undefined);
  }
}

/** One field of the desired state. `undefined` leaves it unchanged. */
class Goal<State> {
  readonly #needs: DesiredNeeds;
  readonly #commandFor: (state: State) => ActionRequest;
  #desired: State | undefined;
  #reached: State | undefined;
  #isBusy = false;
  #attempt = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(needs: DesiredNeeds, commandFor: (state: State) => ActionRequest) {
    this.#needs = needs;
    this.#commandFor = commandFor;
  }

  aim(desired: State | undefined): void {
    this.#desired = desired;
    if (desired === undefined) this.#reached = undefined;
    this.#attempt = 0;
    this.#cancelRetry();
    void this.#reach();
  }

  /** One at a time, so that the latest desired state is applied last. */
  async #reach(): Promise<void> {
    const { act, log, clock } = this.#needs;
    const desired = this.#desired;
    if (this.#isBusy || desired === undefined || desired === this.#reached) return;
    this.#isBusy = true;
    const request = this.#commandFor(desired);
    let error: unknown = null;
    try {
      await act(request);
      this.#reached = desired;
    } catch (thrown) {
      error = thrown;
    }
    this.#isBusy = false;
    if (this.#desired !== desired) return this.aim(this.#desired);
    if (error === null) return;
    log.state(
      `desired ${request.name}`,
      'failed',
      'warn',
      'A desired state of the fleet could not be applied',
      {
        error,
      },
    );
    // A permanent failure is retried when the fleet sends the state again.
    if (!asVitrineError(error).retryable) return;
    this.#cancelRetry = clock.after(doubledMs(this.#attempt++, backoff), () => void this.#reach());
  }
}

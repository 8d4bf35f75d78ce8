import * as v from 'valibot';
import type { Log } from '../log.ts';
import type { Asked } from './command-list.ts';

/** States to reach, which the broker keeps for a player that is away. What is left out is left as it is. */
const desiredSchema = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.parseJson(),
  v.object({
    overlay: v.optional(v.boolean()),
    updates: v.optional(v.picklist(['go', 'hold'])),
  }),
);

type Reachable = Extract<Asked, { readonly name: 'overlay' | 'update-hold' }>;

interface DesiredNeeds {
  readonly log: Log;
  act(asked: Reachable): Promise<unknown>;
}

/** Reaches what is desired when that changes, and once after each start. */
export class Desired {
  readonly #needs: DesiredNeeds;
  #overlay: boolean | undefined;
  #updates: 'go' | 'hold' | undefined;

  constructor(needs: DesiredNeeds) {
    this.#needs = needs;
  }

  saw(payload: Uint8Array): void {
    if (payload.length === 0) return;
    const parsed = v.safeParse(desiredSchema, Buffer.from(payload).toString('utf8'));
    if (!parsed.success) {
      this.#needs.log.state('desired', 'rubbish', 'warn', 'What the fleet desires cannot be read');
      return;
    }
    const { overlay, updates } = parsed.output;
    if (overlay !== undefined && overlay !== this.#overlay)
      this.#reach({ name: 'overlay', args: { visible: overlay } });
    if (updates !== undefined && updates !== this.#updates)
      this.#reach({ name: 'update-hold', args: { held: updates === 'hold' } });
    this.#overlay = overlay;
    this.#updates = updates;
  }

  #reach(asked: Reachable): void {
    this.#needs
      .act(asked)
      .catch((error: unknown) =>
        this.#needs.log.warn('What the fleet desires could not be reached', { what: asked.name, error }),
      );
  }
}

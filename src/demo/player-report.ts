import * as v from 'valibot';

/** The part of the player's status that is used here. */
const statusShape = v.object({
  edition: v.nullable(
    v.object({
      unplayable: v.array(v.object({ mediaFileId: v.string(), detail: v.string() })),
    }),
  ),
  staged: v.nullable(
    v.object({
      missing: v.array(
        v.object({
          mediaFileId: v.string(),
          error: v.nullable(v.object({ message: v.string() })),
          failed: v.boolean(),
        }),
      ),
    }),
  ),
});
type Troubles = ReadonlyMap<number, string>;

const fetchEveryMs = 2000;

/** What the player of this demo reports as unplayable, and why. */
export class PlayerReport {
  /** The address of the player's status page; null = unknown. */
  address: string | null = null;
  readonly #now: () => number;
  #troubles: Troubles = new Map();
  #requestedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** By id of the media file, as last received: the player is queried in the background. */
  get troubles(): Troubles {
    const now = this.#now();
    if (this.address !== null && Math.abs(now - this.#requestedAt) >= fetchEveryMs) {
      this.#requestedAt = now;
      this.#fetch(this.address).then(
        (troubles) => {
          this.#troubles = troubles;
        },
        // The player is starting, ending or gone: nothing is known.
        () => {
          this.#troubles = new Map();
        },
      );
    }
    return this.#troubles;
  }

  async #fetch(address: string): Promise<Troubles> {
    const answer = await fetch(new URL('api/status', address), { signal: AbortSignal.timeout(fetchEveryMs) });
    const { edition, staged } = v.parse(statusShape, await answer.json());
    const troubles = new Map<number, string>();
    for (const { mediaFileId, detail } of edition?.unplayable ?? [])
      troubles.set(Number(mediaFileId), detail);
    for (const { mediaFileId, failed, error } of staged?.missing ?? []) {
      if (failed && error) troubles.set(Number(mediaFileId), error.message);
    }
    return troubles;
  }
}

import * as v from 'valibot';
import { HttpProblem } from './problem.ts';

/** The part of the player's status that is used here. */
const statusShape = v.object({
  source: v.optional(v.nullable(v.object({ kind: v.string(), name: v.string() })), null),
  screens: v.optional(v.array(v.object({ id: v.string() })), []),
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
interface Report {
  readonly troubles: Troubles;
  /** The name of its device; null: it is none of this CMS. */
  readonly plays: string | null;
  readonly screenId: string | null;
}
const nothing: Report = { troubles: new Map(), plays: null, screenId: null };

const fetchEveryMs = 2000;
const pictureMs = 5000;

/** What the player of this demo reports as unplayable, and why; and its picture. */
export class PlayerReport {
  /** The address of the player's status page; null = unknown. */
  address: string | null = null;
  readonly #now: () => number;
  #report = nothing;
  #requestedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** By id of the media file, as last received: the player is queried in the background. */
  get troubles(): Troubles {
    return this.#fresh().troubles;
  }

  get plays(): string | null {
    return this.#fresh().plays;
  }

  /** What its first screen shows now, as a small picture. */
  async picture(): Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
    const { screenId } = this.#fresh();
    if (this.address === null || screenId === null)
      throw new HttpProblem(404, 'No player shows anything here.');
    const path = `api/screens/${encodeURIComponent(screenId)}/picture?size=small`;
    const gone = (): never => {
      throw new HttpProblem(404, 'The player does not answer.');
    };
    const answer = await fetch(new URL(path, this.address), { signal: AbortSignal.timeout(pictureMs) }).catch(
      gone,
    );
    if (!answer.ok) return gone();
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { type: answer.headers.get('content-type') ?? 'image/jpeg', bytes };
  }

  #fresh(): Report {
    const now = this.#now();
    if (this.address !== null && Math.abs(now - this.#requestedAt) >= fetchEveryMs) {
      this.#requestedAt = now;
      this.#fetch(this.address).then(
        (report) => {
          this.#report = report;
        },
        // The player is starting, ending or gone: nothing is known.
        () => {
          this.#report = nothing;
        },
      );
    }
    return this.#report;
  }

  async #fetch(address: string): Promise<Report> {
    const answer = await fetch(new URL('api/status', address), { signal: AbortSignal.timeout(fetchEveryMs) });
    const { edition, staged, source, screens } = v.parse(statusShape, await answer.json());
    const troubles = new Map<number, string>();
    for (const { mediaFileId, detail } of edition?.unplayable ?? [])
      troubles.set(Number(mediaFileId), detail);
    for (const { mediaFileId, failed, error } of staged?.missing ?? []) {
      if (failed && error) troubles.set(Number(mediaFileId), error.message);
    }
    return {
      troubles,
      plays: source?.kind === 'device' ? source.name : null,
      screenId: screens[0]?.id ?? null,
    };
  }
}

import * as v from 'valibot';
import type { DemoContent } from './content.ts';

/** As much of the player's status and schedule as is read here. */
const statusShape = v.object({
  edition: v.nullable(
    v.object({
      missing: v.array(v.object({ mediaFileId: v.string(), reason: v.string(), failed: v.boolean() })),
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
const scheduleShape = v.object({
  excluded: v.array(v.object({ entryId: v.string(), reason: v.string(), detail: v.optional(v.string()) })),
});

type Troubles = ReadonlyMap<number, string>;

const askEveryMs = 2000;

/** What the player of this demo says it cannot play, and why. Nobody else is asked, and nothing is guessed here. */
export class PlayerReport {
  /** Where the player's status page is; null = it is not known. */
  address: string | null = null;
  readonly #content: DemoContent;
  readonly #now: () => number;
  #troubles: Troubles = new Map();
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(content: DemoContent, now: () => number) {
    this.#content = content;
    this.#now = now;
  }

  /** By id of the media file, as it was heard last: the player is asked while nobody waits. */
  get troubles(): Troubles {
    const now = this.#now();
    if (this.address !== null && Math.abs(now - this.#askedAt) >= askEveryMs) {
      this.#askedAt = now;
      this.#ask(this.address).then(
        (troubles) => {
          this.#troubles = troubles;
        },
        // It is starting, ending or gone: then nothing is known.
        () => {
          this.#troubles = new Map();
        },
      );
    }
    return this.#troubles;
  }

  async #ask(address: string): Promise<Troubles> {
    const [{ edition, staged }, { excluded }] = await Promise.all([
      read(new URL('api/status', address), statusShape),
      read(new URL('api/schedule', address), scheduleShape),
    ]);
    const troubles = new Map<number, string>();
    for (const { entryId, reason, detail } of excluded) {
      const media = this.#content.entries.get(Number(entryId))?.media_file_id ?? null;
      if (media !== null && reason === 'unsupported')
        troubles.set(media, 'It cannot show files of this kind.');
      if (media !== null && reason === 'media-failed')
        troubles.set(media, detail ?? 'It failed on the screen.');
    }
    for (const { mediaFileId, failed, reason } of edition?.missing ?? []) {
      if (failed) troubles.set(Number(mediaFileId), reason);
    }
    for (const { mediaFileId, failed, error } of staged?.missing ?? []) {
      if (failed && error) troubles.set(Number(mediaFileId), error.message);
    }
    return troubles;
  }
}

async function read<Output>(address: URL, shape: v.GenericSchema<unknown, Output>): Promise<Output> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(askEveryMs) });
  return v.parse(shape, await answer.json());
}

import type { Programme } from '../../shared/programme.ts';
import type { Store } from '../store/store.ts';

/**
 * Tells the store which objects screens still hold. A stage goes on with the cue of its last programme for a while
 * after it has been given a new one, so the objects of both are kept.
 */
export class Keeping {
  readonly #store: Pick<Store, 'keep'>;
  readonly #last = new Map<string, readonly string[]>();

  constructor(store: Pick<Store, 'keep'>) {
    this.#store = store;
  }

  shows(screenId: string, programme: Programme): void {
    const before = this.#last.get(screenId) ?? [];
    const now = objectsOf(programme);
    this.#last.set(screenId, now);
    this.#store.keep(screenId, [...new Set([...before, ...now])]);
  }
}

function objectsOf({ cues }: Programme): readonly string[] {
  return cues.flatMap(({ content }) => {
    const sha256 = 'source' in content ? /^media\/([0-9a-f]{64})\./.exec(content.source)?.[1] : undefined;
    return sha256 === undefined ? [] : [sha256];
  });
}

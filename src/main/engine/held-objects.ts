import type { Programme } from '../../shared/programme.ts';
import type { Store } from '../store/store.ts';

/**
 * Keeps objects that screens still use from being reclaimed. A stage finishes the cue of its last programme after it
 * receives a new one, so the objects of both are kept.
 */
export class HeldObjects {
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

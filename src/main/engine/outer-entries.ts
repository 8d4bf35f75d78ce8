import type { Showing } from '../show/events.ts';

/** An entry that begins or ends on a screen. */
export interface EntryEdge {
  readonly entryId: string;
  readonly editionId: string | null;
  readonly when: 'start' | 'end';
}

interface OnScreen {
  readonly outer: readonly string[];
  readonly editionId: string | null;
  readonly open: ReadonlySet<string>;
}

const nothing: OnScreen = { outer: [], editionId: null, open: new Set() };

/**
 * Which entries have begun on each screen, including entries that nest a playlist: these begin with their first item, and
 * end when an item outside of them begins or when nothing plays. An entry that follows itself continues.
 */
export class OuterEntries {
  readonly #screens = new Map<string, OnScreen>();

  /** The entries that begin and end with this showing, in order. */
  edges(showing: Showing & { readonly type: 'started' | 'ended' }): readonly EntryEdge[] {
    return showing.type === 'started' ? this.#started(showing) : this.#ended(showing);
  }

  #started({ screenId, showingId, entryId, editionId, outer = [] }: Showing): readonly EntryEdge[] {
    const before = this.#screens.get(screenId) ?? nothing;
    const firstOther = outer.findIndex((id, index) => id !== before.outer[index]);
    const kept = firstOther < 0 ? outer.length : firstOther;
    this.#screens.set(screenId, { outer, editionId, open: new Set([...before.open, showingId]) });
    return [
      ...edges(before.outer.slice(kept).toReversed(), before.editionId, 'end'),
      ...edges([...outer.slice(kept), entryId], editionId, 'start'),
    ];
  }

  #ended(showing: Showing & { readonly type: 'ended' }): readonly EntryEdge[] {
    const { screenId, showingId, entryId, editionId, outcome } = showing;
    const before = this.#screens.get(screenId) ?? nothing;
    const open = new Set([...before.open].filter((id) => id !== showingId));
    // An item follows one that completed or failed.
    const isLast = open.size === 0 && outcome === 'interrupted';
    this.#screens.set(screenId, isLast ? nothing : { ...before, open });
    return [
      ...edges([entryId], editionId, 'end'),
      ...(isLast ? edges(before.outer.toReversed(), before.editionId, 'end') : []),
    ];
  }
}

function edges(ids: readonly string[], editionId: string | null, when: EntryEdge['when']): EntryEdge[] {
  return ids.map((entryId) => ({ entryId, editionId, when }));
}

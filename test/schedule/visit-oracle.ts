import { expect } from 'vitest';
import type { Item, List } from './timed-lists.ts';

/** Where a screen is in one list: the item, and those that the visit or pass has had, with it. */
interface Step {
  readonly list: string;
  readonly item: string;
  readonly had: readonly string[];
  /** What played as the visit or pass began; null: something has changed since, or the stage was reloaded. */
  readonly show: string | null;
}

/**
 * Second by second: what may follow the item on screen, by the editor's words alone. Random and shuffled lists leave a
 * choice.
 */
export class VisitOracle {
  #lists: ReadonlyMap<string, List>;
  readonly #last = new Map<string, { readonly id: string; readonly place: number }>();
  #now: readonly Step[] | null = null;
  #second: number;

  constructor(lists: readonly List[], second = 0) {
    this.#lists = new Map(lists.map((list) => [list.id, list]));
    this.#second = second;
  }

  /** The item has been shown from that second on: may it be? And for how long, before its hours end? */
  shown(path: string, second: number): void {
    const possible = this.#possible(second);
    const taken = possible.find((steps) => nameOf(steps) === path);
    if (taken === undefined) {
      expect(possible.map(nameOf), `second ${second}`).toContain(path);
      return;
    }
    expect(second, `start of ${path}`).toBe(this.#second);
    this.#now = taken;
    for (const { list, item } of taken)
      this.#last.set(list, { id: item, place: this.#items(list).findIndex(({ id }) => id === item) });
    const length = this.#item(taken)?.seconds ?? 0;
    // An item whose hours end before it does is cut there, and the show begins anew.
    for (this.#second = second + 1; this.#second < second + length; this.#second++)
      if (!this.#stands(taken, this.#second)) {
        this.#now = null;
        return;
      }
  }

  /** The next item is due already: the hours of the one on screen end before it, or with it. */
  get isCut(): boolean {
    return this.#now === null || !this.#stands(this.#now, this.#second);
  }

  restart(): void {
    this.#now = null;
  }

  reload(): void {
    this.#now = this.#now?.map((step) => ({ ...step, show: null })) ?? null;
  }

  change(lists: readonly List[]): void {
    const before = this.#lists;
    this.#lists = new Map(lists.map((list) => [list.id, list]));
    for (const [id, { id: last, place }] of this.#last) {
      const now = this.#items(id).findIndex((item) => item.id === last);
      const was = before.get(id)?.items.findIndex((item) => item.id === last) ?? -1;
      this.#last.set(id, { id: last, place: now >= 0 ? now : was >= 0 ? was - 0.5 : place });
    }
    this.reload();
    if (this.isCut) this.#now = null;
  }

  #possible(second: number): readonly (readonly Step[])[] {
    const now = this.#now ?? [];
    const possible: (readonly Step[])[] = [];
    for (let depth = now.length - 1; depth >= 0; depth--) {
      const step = now[depth];
      const outer = now.slice(0, depth);
      if (step === undefined || !this.#stands(outer, second)) continue;
      const { next, mayEnd } = this.#next(step.list, step, second);
      possible.push(...this.#down(outer, next, second));
      if (!mayEnd) return possible;
    }
    return [...possible, ...this.#down([], this.#next('main', null, second).next, second)];
  }

  #down(outer: readonly Step[], steps: readonly Step[], second: number): readonly (readonly Step[])[] {
    return steps.flatMap((step) => {
      const nested = this.#items(step.list).find(({ id }) => id === step.item)?.nests;
      const path = [...outer, step];
      return nested === undefined ? [path] : this.#down(path, this.#next(nested, null, second).next, second);
    });
  }

  /** The items that may come after that one in a visit or pass, and whether it may be over; null: it begins. */
  #next(
    id: string,
    step: Step | null,
    second: number,
  ): { readonly next: readonly Step[]; readonly mayEnd: boolean } {
    const list = this.#lists.get(id);
    if (!list) return { next: [], mayEnd: true };
    const now = this.#show(second);
    const isSame = step === null || step.show === now;
    const playing = list.items.filter((item) => this.#plays(item, second));
    const had = step?.had ?? [];
    const choice = (items: readonly Item[], mayEnd = items.length === 0) => ({
      next: items.map(({ id: item }) => ({ list: id, item, had: [...had, item], show: isSame ? now : null })),
      mayEnd,
    });
    const others = playing.filter((item) => !had.includes(item.id));
    // A shuffled list whose items change takes another order, of which some have been shown.
    if (list.rule === 'all' && list.isShuffled) return isSame ? choice(others) : choice(playing, true);
    if (list.rule === 'all') return choice(this.#inOrder(list, step, second).slice(0, 1));
    if (had.length >= Math.min(list.count, playing.length)) return choice([]);
    if (list.rule === 'random' || list.isShuffled) return choice(others);
    const place = this.#last.get(id)?.place ?? -1;
    return choice([...playing.filter((item) => list.items.indexOf(item) > place), ...playing].slice(0, 1));
  }

  /** After an item whose hours ended with it, those that begin at that very second in its place come too. */
  #inOrder({ items }: List, step: Step | null, second: number): readonly Item[] {
    let place = step === null ? -1 : items.findIndex(({ id }) => id === step.item);
    const stands = (item: Item | undefined, at: number): boolean =>
      item !== undefined && this.#plays(item, at);
    if (place >= 0 && !stands(items[place], second))
      while (place >= 0 && !(stands(items[place], second) && stands(items[place], second - 1))) place--;
    return items.slice(place + 1).filter((item) => this.#plays(item, second));
  }

  #show(second: number): string {
    const lists = [...this.#lists.values()];
    return JSON.stringify(lists.map(({ items }) => items.map((item) => this.#plays(item, second))));
  }

  #plays({ hours, nests }: Item, second: number): boolean {
    if (hours && (second < hours[0] || second >= hours[1])) return false;
    return nests === undefined || this.#items(nests).some((item) => this.#plays(item, second));
  }

  #stands(steps: readonly Step[], second: number): boolean {
    return steps.every(({ list, item }) => {
      const found = this.#items(list).find(({ id }) => id === item);
      return found !== undefined && this.#plays(found, second);
    });
  }

  #item(steps: readonly Step[]): Item | undefined {
    const last = steps.at(-1);
    return last && this.#items(last.list).find(({ id }) => id === last.item);
  }

  #items(list: string): readonly Item[] {
    return this.#lists.get(list)?.items ?? [];
  }
}

const nameOf = (steps: readonly Step[]): string => steps.map(({ item }) => item).join('>');

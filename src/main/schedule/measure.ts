import type { CompiledList } from './compiled.ts';

export type Building = { -readonly [Key in keyof CompiledList]: CompiledList[Key] } & {
  /** The lists of its entries that may play, each as often as it is nested. */
  readonly nested: Building[];
};

/** Finds heights and cycles, visiting each list once: a depth-first walk without recursion over entries that may play. */
export function measure(lists: readonly Building[]): void {
  const state = new Map<CompiledList, 'open' | 'done'>();
  for (const start of lists) {
    if (state.has(start)) continue;
    const stack: { list: Building; inner: readonly Building[]; next: number }[] = [];
    const open = (list: Building): void => {
      state.set(list, 'open');
      stack.push({ list, inner: [...new Set(list.nested)], next: 0 });
    };
    open(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const inner = top.inner[top.next++];
      if (inner === undefined) {
        state.set(top.list, 'done');
        top.list.mostRows = rowsOf(top.list);
        stack.pop();
        const outer = stack.at(-1)?.list;
        if (outer) takeOver(outer, top.list);
      } else if (state.get(inner) === undefined) {
        open(inner);
      } else if (state.get(inner) === 'open') {
        top.list.leadsIntoCycle = true;
        top.list.height = Number.POSITIVE_INFINITY;
      } else {
        takeOver(top.list, inner);
      }
    }
  }
}

function takeOver(outer: Building, inner: CompiledList): void {
  outer.leadsIntoCycle ||= inner.leadsIntoCycle;
  outer.height = Math.max(outer.height, inner.height + 1);
}

function rowsOf({ leadsIntoCycle, entries, nested }: Building): number {
  if (leadsIntoCycle) return Number.POSITIVE_INFINITY;
  return nested.reduce((rows, { mostRows }) => rows - 1 + Math.max(1, mostRows), entries.length);
}

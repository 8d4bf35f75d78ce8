import type { CompiledEntry, CompiledList } from './compiled.ts';
import type { Judgement } from './judgement.ts';
import type { Rule } from './rule.ts';

/**
 * The conditions that now determine the content of these lists: those of every entry that could play, and inside a nested
 * playlist only if the conditions of the entry around it hold.
 */
export function frontier(from: readonly CompiledList[], judgement: Judgement): ReadonlySet<Rule> {
  return collect(from, judgement, ({ rule }) => rule === null || judgement.holds(rule) === 0);
}

/** Every condition that could matter in these lists at any time. */
export function rulesWithin(from: readonly CompiledList[], judgement: Judgement): ReadonlySet<Rule> {
  return collect(from, judgement, () => true);
}

function collect(
  from: readonly CompiledList[],
  judgement: Judgement,
  isOpen: (entry: CompiledEntry) => boolean,
): ReadonlySet<Rule> {
  const rules = new Set<Rule>();
  const lists = new Set(from);
  // A loop over a set also visits items added during the loop: no recursion, however deep the nesting.
  for (const list of lists)
    for (const entry of list.entries) {
      if (entry.fixed !== null) continue;
      const nested = entry.nesting?.list ?? null;
      if (nested === null && !judgement.isReady(entry)) continue;
      if (entry.rule !== null) rules.add(entry.rule);
      if (nested !== null && isOpen(entry)) lists.add(nested);
    }
  return rules;
}

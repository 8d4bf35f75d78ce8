import type { Interrupt } from './interrupt.ts';
import type { Ended, Source } from './kept.ts';
import { isOf, type Live } from './live.ts';
import { above } from './order.ts';
import { mostKept, refused } from './refused.ts';

interface Admitted {
  readonly state: 'new' | 'replaced' | 'unchanged';
  /** What ends for it. */
  readonly ends: { readonly one: Live; readonly end: 'replaced' | 'dropped' } | null;
}

/** How an interrupt relates to those that are there and that have ended; throws when it is refused. */
export function admit(
  interrupt: Interrupt,
  source: Source,
  live: ReadonlyMap<string, Live>,
  ended: readonly Ended[],
): Admitted {
  const { id, version, hash } = interrupt;
  const before = live.get(id);
  const known = before ?? ended.find((one) => one.interrupt.id === id);
  if (before && !isOf(before.source, source) && source.kind === 'token') throw refused('foreign');
  if (
    before?.interrupt.hash === hash &&
    before.interrupt.version === version &&
    before.source.kind === source.kind
  )
    return { state: 'unchanged', ends: null };
  const knownVersion = known?.interrupt.version ?? null;
  if (version !== null && knownVersion !== null && version <= knownVersion) throw refused('outdated');
  if (before) return { state: 'replaced', ends: { one: before, end: 'replaced' } };
  if (live.size < mostKept) return { state: 'new', ends: null };
  const lowest = [...live.values()].toSorted(above).at(-1);
  if (lowest === undefined || lowest.interrupt.priority >= interrupt.priority) throw refused('full');
  return { state: 'new', ends: { one: lowest, end: 'dropped' } };
}

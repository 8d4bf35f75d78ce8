import type { Source } from './direction.ts';

/**
 * The circles among files: each as the files of which every one reaches every other one, by Tarjan's algorithm. Who wants to
 * understand one file of a circle must read all of them.
 */
export function circles(sources: readonly Source[]): readonly (readonly string[])[] {
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];

  /** Answers the earliest open file that this one reaches. */
  function earliest(path: string): number {
    const own = order.size;
    order.set(path, own);
    open.push(path);
    let least = own;
    for (const other of imports.get(path) ?? []) {
      if (!imports.has(other)) continue;
      const seen = order.get(other);
      if (seen === undefined) least = Math.min(least, earliest(other));
      else if (open.includes(other)) least = Math.min(least, seen);
    }
    if (least < own) return least;
    const members = open.splice(open.indexOf(path));
    if (members.length > 1 || imports.get(path)?.includes(path)) found.push(members.sort());
    return least;
  }

  for (const path of imports.keys()) if (!order.has(path)) earliest(path);
  return found.sort();
}

/** A longer word is no typo of a setting or command, and would cost time. */
const longest = 60;

/** The known word nearest to a mistyped one, with at most a third of its letters changed; null: none. */
export function nearest(typed: string, known: readonly string[]): string | null {
  if (typed.length > longest) return null;
  const most = Math.max(1, Math.floor(typed.length / 3));
  const [best] = known
    .map((word) => ({ word, far: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far);
  return best?.word ?? null;
}

/** The edit distance: letters inserted, omitted, replaced, or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (next[to - 1] ?? 0) + 1,
          (row[to - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

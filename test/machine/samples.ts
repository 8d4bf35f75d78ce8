/** A sample of a display at an instant in epoch milliseconds: points as hexadecimal colours; null: no display. */
export interface Sample {
  readonly at: number;
  readonly colors: readonly string[] | null;
}

/** Since when the picture has been moving with no pause as long as that; null: it stands still or cannot be seen. */
export function movingSince(samples: readonly Sample[], pauseMs: number, now: number): number | null {
  let since = now;
  for (const at of movements(samples).toReversed()) {
    if (since - at > pauseMs) break;
    since = at;
  }
  return since === now ? null : since;
}

/** The longest time without motion between these instants. */
export function longestPause(samples: readonly Sample[], from: number, until: number): number {
  const instants = [from, ...movements(samples).filter((at) => at > from && at < until), until];
  return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] ?? at)));
}

/** The time with a black or missing display between these instants. */
export function blackMs(samples: readonly Sample[], from: number, until: number): number {
  const seen = samples.filter(({ at }) => at >= from && at < until);
  return seen.reduce((sum, sample, index) => {
    const next = seen[index + 1]?.at ?? until;
    return isDark(sample) ? sum + next - sample.at : sum;
  }, 0);
}

/** The instants of changes. */
function movements(samples: readonly Sample[]): readonly number[] {
  return samples
    .filter(({ colors }, index) => {
      const before = samples[index - 1]?.colors;
      return colors !== null && before != null && colors.join() !== before.join();
    })
    .map(({ at }) => at);
}

function isDark({ colors }: Sample): boolean {
  const isBlack = (color: string): boolean =>
    [0, 2, 4].every((at) => Number.parseInt(color.slice(at, at + 2), 16) < 24);
  return colors === null || colors.every(isBlack);
}

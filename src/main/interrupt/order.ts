import type { Interrupt } from './interrupt.ts';

export interface Ranked {
  readonly interrupt: Interrupt;
  /** Grows with each that arrives. */
  readonly sequence: number;
}

/** What is above first: the higher priority, then the one that came later. */
export function above(one: Ranked, other: Ranked): number {
  return other.interrupt.priority - one.interrupt.priority || other.sequence - one.sequence;
}

export interface Place<One extends Ranked> {
  readonly one: One;
  /** Empty: the whole screen. */
  readonly zone: string;
  /** The id of what covers it; null: it is in sight. */
  readonly coveredBy: string | null;
}

/**
 * What is seen on one screen, from the top. A full one covers all below it in its part of the screen, also the zones below one
 * of the whole screen; a banner or corner covers the one below it in the same place.
 */
export function arrange<One extends Ranked>(all: readonly One[], screenId: string): readonly Place<One>[] {
  const taken: { zone: string; layout: Interrupt['layout']; id: string }[] = [];
  return all
    .filter(({ interrupt: { screens } }) => screens === null || screens.includes(screenId))
    .toSorted(above)
    .flatMap((one) =>
      (one.interrupt.zones ?? ['']).map((zone) => {
        const { id, layout } = one.interrupt;
        const cover = taken.find(
          (other) =>
            (other.zone === zone || other.zone === '') &&
            (other.layout === 'full' || (other.layout === layout && other.zone === zone)),
        );
        if (cover === undefined) taken.push({ zone, layout, id });
        return { one, zone, coveredBy: cover?.id ?? null };
      }),
    );
}

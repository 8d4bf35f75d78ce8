import type { Sequence } from '../shared/programme.ts';

/** The cues of one pass in order, by their position in the programme. */
export function orderOf(sequence: Sequence, pass: number): readonly number[] {
  return sequence.items.flatMap((item) => (typeof item === 'number' ? [item] : orderOf(item, pass)));
}

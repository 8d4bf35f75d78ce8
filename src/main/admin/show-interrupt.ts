import type { InterruptShown } from '../actions/table/interrupt-text.ts';
import type { InterruptGiven } from '../interrupt/interrupt.ts';
import type { Interrupts } from '../interrupt/interrupts.ts';
import type { Source } from '../interrupt/kept.ts';

const longestMs = 3_000;

/** Answers what became of it on each screen, and whether it outlives a power cut. */
export async function showInterrupt(
  interrupts: Pick<Interrupts, 'show' | 'settled' | 'isKept' | 'list'>,
  given: InterruptGiven,
  source: Source,
): Promise<InterruptShown> {
  const accepted = interrupts.show(given, source);
  await interrupts.settled(accepted.id, longestMs);
  // Afterwards: each receipt is written too.
  const isKept = await interrupts.isKept();
  const { live, ended } = interrupts.list();
  const one = [...live, ...ended].find(({ interrupt }) => interrupt.id === accepted.id);
  return { ...accepted, isKept, places: one?.receipts ?? [] };
}

import { randomUUID } from 'node:crypto';
import { textOnly } from '../../shared/interrupts.ts';
import { inEnglish, message } from '../../shared/languages/message.ts';
import { knownFailure } from '../edition/failure-on-screen.ts';
import type { InterruptEvent } from './interrupts-needs.ts';

/** A showing as proof of play records it: see `show/events.ts`. */
interface Row {
  readonly showingId: string;
  readonly screenId: string;
  readonly entryId: string;
  readonly mediaFileId: string;
  readonly editionId: null;
  readonly isInterrupt: true;
  readonly at: number;
}

type InterruptShowing =
  | (Row & { readonly type: 'started' })
  | (Row & {
      readonly type: 'ended';
      readonly outcome: 'completed' | 'interrupted';
      readonly reason: string | null;
    });

/** Turns receipts into showings: from the first paint until it is covered or over. The entry is named by the interrupt's id. */
export function proofOf(record: (showing: InterruptShowing) => void): (event: InterruptEvent) => void {
  const open = new Map<string, string>();
  return ({ id, place, state, at, why }) => {
    const key = `${id} ${place}`;
    const showingId = open.get(key);
    const row = {
      screenId: place,
      entryId: `interrupt:${id}`,
      mediaFileId: 'interrupt',
      editionId: null,
      isInterrupt: true,
      at,
    } as const;
    if (state === 'painted') {
      if (showingId !== undefined) return;
      const started = randomUUID();
      open.set(key, started);
      record({ ...row, type: 'started', showingId: started });
    } else if (showingId !== undefined) {
      open.delete(key);
      const outcome = state === 'expired' ? 'completed' : 'interrupted';
      record({
        ...row,
        type: 'ended',
        showingId,
        outcome,
        reason: why ?? (outcome === 'completed' ? null : state),
      });
    }
  };
}

/** What a stage reports, with its words for a failed medium as a sentence. A sentence that main sent it comes back as it is. */
export function receiptReason(reported: string | null): string | null {
  if (reported === null || !reported.startsWith(textOnly)) return reported;
  const failure = knownFailure(reported.slice(textOnly.length));
  return failure === null ? reported : `${textOnly}${inEnglish(failure)}`;
}

/** For a fleet's operator. */
export function fleetEventOf({ id, place, state, at, why }: InterruptEvent) {
  const sentence =
    why === null
      ? message('interrupt-event', { id, place, state })
      : message('interrupt-event.why', { id, place, state, why });
  return { at, kind: `interrupt-${state}`, sentence: inEnglish(sentence) };
}

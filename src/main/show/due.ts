import type { Programme, Segment, Sequence } from '../../shared/programme.ts';

/** How one screen keeps to its programme. */
export interface Progress {
  readonly screenId: string;
  /** An item is due now, or the first programme has not arrived yet. */
  readonly isDue: boolean;
  /** An item is due, but none is in sight, or the one in sight is overdue. */
  readonly isLate: boolean;
  /** When the next stretch with items begins, as an epoch; null: not within the programme. */
  readonly nextDueAt: number | null;
}

export function isDueAt(programme: Programme, at: number): boolean {
  const { segments } = programme;
  const now = segments.findLast(({ from }) => from <= at) ?? segments[0];
  return now !== undefined && plays(programme, now);
}

export function nextDueAt(programme: Programme, at: number): number | null {
  return programme.segments.find((segment) => segment.from > at && plays(programme, segment))?.from ?? null;
}

function plays({ cues }: Programme, { sequence }: Segment): boolean {
  const has = ({ members }: Sequence): boolean =>
    members.some((member) =>
      typeof member === 'number' ? (cues[member]?.content.kind ?? 'absent') !== 'absent' : has(member),
    );
  return has(sequence);
}

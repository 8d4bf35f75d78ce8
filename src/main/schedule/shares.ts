import type { Cue, Sequence } from '../../shared/programme.ts';
import { keyOf } from '../../shared/sequence.ts';
import type { Edition } from '../edition/edition.ts';
import type { Evaluation } from './evaluate.ts';
import { entryNames } from './names.ts';

/** A nested playlist that plays only some items at each visit. */
export interface VisitReport {
  /** The entry that nests it. */
  readonly entryId: string;
  readonly path: readonly string[];
  readonly name: string;
  readonly order: 'in-order' | 'random';
  /** Items per visit, of the `of` items that play now. */
  readonly count: number;
  readonly of: number;
}

/** The share of the screen time of each cue in the long run, parallel to `cues`. */
export function sharesOf({ sequence, cues }: Pick<Evaluation, 'sequence' | 'cues'>): readonly number[] {
  const times = cues.map(() => 0);
  addTimes(sequence, 1);
  const whole = times.reduce((sum, time) => sum + time, 0);
  return times.map((time) => (whole > 0 ? time / whole : 0));

  /** `often`: how often a pass plays the list on average. */
  function addTimes({ members, visit }: Sequence, often: number): void {
    const each =
      visit === undefined ? often : (often * Math.min(visit.count, members.length)) / members.length;
    for (const member of members) {
      if (typeof member === 'object') addTimes(member, each);
      else times[member] = each * (cues[member]?.durationMs ?? 0);
    }
  }
}

export function visitsOf({ sequence, cues }: Evaluation, edition: Edition): readonly VisitReport[] {
  const names = entryNames(edition);
  return visits(sequence, cues, []).map(({ path, ...visit }) => {
    const entryId = path.at(-1) ?? '';
    return { entryId, path, name: names.get(entryId) ?? '', ...visit };
  });
}

function visits(
  { members, visit }: Sequence,
  cues: readonly Cue[],
  path: readonly string[],
): readonly Omit<VisitReport, 'entryId' | 'name'>[] {
  const own =
    visit === undefined
      ? []
      : [
          {
            path,
            order: visit.random ? ('random' as const) : ('in-order' as const),
            count: Math.min(visit.count, members.length),
            of: members.length,
          },
        ];
  const inner = members.flatMap((member) =>
    typeof member === 'number' ? [] : visits(member, cues, [...path, keyOf(member, cues, path.length)]),
  );
  return [...own, ...inner];
}

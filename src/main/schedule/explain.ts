import type { Message } from '../../shared/languages/message.ts';
import type { ContentKind, Sequence } from '../../shared/programme.ts';
import type { Edition } from '../edition/edition.ts';
import { editionFaults } from './edition-faults.ts';
import type { Evaluation } from './evaluate.ts';
import { meaningOf } from './meaning.ts';
import { entriesOf, entryNames } from './names.ts';
import type { Exclusion } from './place.ts';
import { sharesOf, type VisitReport, visitsOf } from './shares.ts';

/** The contract of `vitrine schedule --json`. */
export interface ScheduleReport {
  /** With the zone where the screen has zones: `1/side`. */
  readonly screenId: string;
  /** Instants are UTC with `Z`. */
  readonly at: string;
  readonly zone: string;
  readonly cues: readonly {
    /** The innermost entry. */
    readonly entryId: string;
    readonly path: readonly string[];
    readonly mediaFileId: string;
    /** The name of the media file, for people. */
    readonly name: string;
    readonly kind: ContentKind;
    readonly durationMs: number;
    readonly sound: boolean;
    /** Its share of the screen time in the long run, from 0 to 1. */
    readonly share: number;
  }[];
  /** Nested playlists that play only some items at each visit. */
  readonly visits: readonly VisitReport[];
  /** `name`: of the media file or playlist; left out if unknown to the CMS. `meaning`: the reason for people. */
  readonly excluded: readonly (Exclusion & { readonly name?: string; readonly meaning: Message })[];
  readonly nextChangeAt: string | null;
  /** The order changes with each pass; `cues` are in list order. */
  readonly shuffled: boolean;
  /** What has to be mended in the CMS, or in the zones of the configuration; empty when all is well. */
  readonly faults: readonly Message[];
}

export function explain(
  evaluation: Evaluation,
  edition: Edition,
  screenId: string,
  faults: readonly Message[] = editionFaults(edition),
): ScheduleReport {
  const names = entryNames(edition);
  const entries = entriesOf(edition);
  const { at, zone, cues, excluded, nextChangeAt } = evaluation;
  const shares = sharesOf(evaluation);
  return {
    screenId,
    at: new Date(at).toISOString(),
    zone,
    cues: cues.map(({ entryId, path, mediaFileId, name, content, durationMs, sound }, index) => ({
      entryId,
      path,
      mediaFileId,
      name,
      kind: content.kind,
      durationMs,
      sound,
      share: Math.round((shares[index] ?? 0) * 1e6) / 1e6,
    })),
    visits: visitsOf(evaluation, edition),
    excluded: excluded.map((exclusion) => {
      const name = names.get(exclusion.entryId);
      const meaning = meaningOf(exclusion.reason, entries.get(exclusion.entryId));
      return { ...exclusion, ...(name === undefined ? {} : { name }), meaning };
    }),
    nextChangeAt: nextChangeAt === null ? null : new Date(nextChangeAt).toISOString(),
    shuffled: isShuffled(evaluation.sequence),
    faults,
  };
}

function isShuffled({ seed, members }: Sequence): boolean {
  return seed !== null || members.some((member) => typeof member !== 'number' && isShuffled(member));
}

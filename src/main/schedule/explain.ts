import type { ContentKind } from '../../shared/programme.ts';
import type { Evaluation } from './evaluate.ts';
import type { Exclusion } from './place.ts';

/** The contract of `vitrine schedule --json`. */
export interface ScheduleReport {
  /** Instants are UTC with `Z`. */
  readonly at: string;
  readonly zone: string;
  readonly cues: readonly {
    /** The innermost entry. */
    readonly entryId: string;
    readonly path: readonly string[];
    readonly mediaFileId: string;
    readonly kind: ContentKind;
    readonly durationMs: number;
    readonly sound: boolean;
  }[];
  readonly excluded: readonly Exclusion[];
  readonly nextChangeAt: string | null;
}

export function explain(evaluation: Evaluation): ScheduleReport {
  const { at, zone, cues, excluded, nextChangeAt } = evaluation;
  return {
    at: new Date(at).toISOString(),
    zone,
    cues: cues.map(({ entryId, path, mediaFileId, content, durationMs, sound }) => ({
      entryId,
      path,
      mediaFileId,
      kind: content.kind,
      durationMs,
      sound,
    })),
    excluded: excluded.map(({ entryId, path, reason }) => ({ entryId, path, reason })),
    nextChangeAt: nextChangeAt === null ? null : new Date(nextChangeAt).toISOString(),
  };
}

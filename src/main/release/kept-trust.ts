// The kept state of a source of releases. Separate from the checks: every start reads this, and checks are rare.
import * as v from 'valibot';

/** The newest valid metadata of each role as text; all but root may be missing. */
export const metadataSchema = v.object({
  root: v.string(),
  timestamp: v.optional(v.string()),
  snapshot: v.optional(v.string()),
  targets: v.optional(v.string()),
});
export type Metadata = v.InferOutput<typeof metadataSchema>;

/** The oldest versions that are trusted, even when the metadata themselves were lost. */
export const floorsSchema = v.object({
  root: v.number(),
  timestamp: v.number(),
  snapshot: v.number(),
  targets: v.number(),
  /** The newest instant known to be past, in epoch milliseconds: what expired before stays expired when the clock is set back. */
  instant: v.optional(v.number(), 0),
});
export type Floors = v.InferOutput<typeof floorsSchema>;
export const noFloors: Floors = { root: 0, timestamp: 0, snapshot: 0, targets: 0, instant: 0 };

export function withInstant(floors: Floors, instant: number): Floors {
  return { ...floors, instant: Math.max(floors.instant, instant) };
}

// What is kept of a source of releases. Apart from the checks: every start reads it, and seldom is anything checked.
import * as v from 'valibot';

/** Signed metadata as text, the newest of each role that was found to be good; timestamp and the rest may be missing. */
export const metadataSchema = v.object({
  root: v.string(),
  timestamp: v.optional(v.string()),
  snapshot: v.optional(v.string()),
  targets: v.optional(v.string()),
});
export type Metadata = v.InferOutput<typeof metadataSchema>;

/** The versions below which nothing is believed any more, even when the metadata themselves were lost. */
export const floorsSchema = v.object({
  root: v.number(),
  timestamp: v.number(),
  snapshot: v.number(),
  targets: v.number(),
  /** The newest instant that is known to be over, as an epoch: what expired before it stays expired when the clock is set back. */
  instant: v.optional(v.number(), 0),
});
export type Floors = v.InferOutput<typeof floorsSchema>;
export const noFloors: Floors = { root: 0, timestamp: 0, snapshot: 0, targets: 0, instant: 0 };

export function withInstant(floors: Floors, instant: number): Floors {
  return { ...floors, instant: Math.max(floors.instant, instant) };
}

import * as v from 'valibot';
import { layouts, severities } from '../../shared/interrupts.ts';
import { mediumKinds } from './medium.ts';

const text = v.pipe(v.string(), v.maxLength(500));
const list = v.pipe(v.array(text), v.readonly());

const interrupt = v.object({
  id: text,
  version: v.nullable(v.number()),
  hash: text,
  severity: v.picklist(severities),
  title: text,
  lines: list,
  blank: v.boolean(),
  medium: v.optional(
    v.nullable(v.object({ kind: v.picklist(mediumKinds), from: v.pipe(v.string(), v.maxLength(2_000)) })),
    null,
  ),
  layout: v.picklist(layouts),
  screens: v.nullable(list),
  zones: v.nullable(list),
  priority: v.number(),
  sound: v.union([v.boolean(), text]),
  acknowledge: v.boolean(),
});

/** Who sent it. */
const source = v.object({
  kind: v.picklist(['terminal', 'screen', 'page', 'fleet', 'token', 'folder', 'cap']),
  /** Of the token, or the address of the page's user. */
  name: v.optional(text),
});

const receipt = v.object({
  /** A screen, or a zone of it: `1/side`. */
  place: text,
  state: v.picklist(['waiting', 'painted', 'covered', 'failed']),
  /** Epoch milliseconds. */
  at: v.number(),
  /** When it was on the display first; null: never. */
  paintedAt: v.nullable(v.number()),
  /** What covers it, or why it is not on the display. */
  why: v.nullable(text),
});

const live = v.object({
  interrupt,
  sequence: v.number(),
  source,
  receivedAt: v.number(),
  /** Epoch milliseconds; null: not known, as the clock was not trusted. */
  startsAt: v.nullable(v.number()),
  endsAt: v.nullable(v.number()),
  /** What was left on the steady clock when this was written. */
  startsInMs: v.number(),
  endsInMs: v.number(),
  acknowledgedAt: v.nullable(v.number()),
  receipts: v.array(receipt),
});

const ended = v.object({
  interrupt,
  source,
  receivedAt: v.number(),
  end: v.picklist(['expired', 'cancelled', 'replaced', 'dropped']),
  endedAt: v.number(),
  acknowledgedAt: v.nullable(v.number()),
  receipts: v.array(receipt),
});

const kept = v.object({
  sequence: v.number(),
  live: v.array(live),
  ended: v.array(ended),
  /** What followed sources state: by source and id, the hash of the content that was shown. */
  taken: v.optional(v.record(text, v.record(text, text)), {}),
});

export type Kept = v.InferOutput<typeof kept>;
export type KeptLive = v.InferOutput<typeof live>;
export type Ended = v.InferOutput<typeof ended>;
export type Receipt = v.InferOutput<typeof receipt>;
export type Source = v.InferOutput<typeof source>;

export const nothingKept: Kept = { sequence: 0, live: [], ended: [], taken: {} };

export function readKept(value: unknown): Kept {
  const parsed = v.safeParse(kept, value);
  return parsed.success ? parsed.output : nothingKept;
}

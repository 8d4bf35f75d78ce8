import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import { readArgs, type Table } from '../actions/table/table.ts';
import type { Incoming } from './connection.ts';
import { isSignedBy } from './signed-command.ts';

/** A command as the broker delivers it. */
export const envelopeSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - and _')),
  name: v.pipe(v.string(), v.maxLength(40)),
  args: v.optional(v.unknown()),
  issuedAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The players that receive it start at random moments within so many seconds. */
  spread: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3600)), 0),
  /** Made with the operator's key; hexadecimal. */
  signature: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/))),
});

export type Envelope = v.InferOutput<typeof envelopeSchema>;

/** The outcome of a command, as it is sent. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly state: 'accepted' | 'done' | 'failed' | 'refused';
  /** Set for failures and refusals. */
  readonly code?: string;
  readonly reason?: Message;
  readonly answer?: unknown;
  readonly at: string;
}

/** An action of the table, with its arguments. */
export interface ActionRequest {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Command {
  readonly id: string;
  readonly request: ActionRequest;
  readonly expiresAt: number;
  /** Delay that spreads a thousand players over time. */
  readonly afterMs: number;
}

/** Everything that decides whether a command is accepted. */
export interface Circumstances {
  readonly now: number;
  readonly isClockTrusted: boolean;
  readonly device: string;
  /** The operator's public key; null: commands need no signature. */
  readonly commandKey: string | null;
  /** The topics from which commands are taken. */
  readonly topics: readonly string[];
  readonly table: Table;
  /** Names of actions. */
  readonly allowed: readonly string[];
  /** Commands that run or wait. */
  readonly running: number;
}

/** `id` is null, and `name` empty, where they are unreadable. */
export interface Refusal {
  readonly id: string | null;
  readonly name: string;
  readonly code: string;
  readonly reason: Message;
}

const largestBytes = 8 * 1024;
const mostRunning = 16;
/** Tolerated difference between two machines' clocks. */
const aheadMs = 5 * 60_000;
/** Ids are kept until their command expires, so the lifetime is bounded. */
const longestLifeMs = 24 * 3600_000;

/** Pure: the command, or the reason for its refusal. */
export function judged(incoming: Incoming, around: Circumstances): Command | Refusal {
  const { payload, topic, isRetained } = incoming;
  const nobody = { id: null, name: '' };
  if (payload.length > largestBytes)
    return {
      ...nobody,
      code: 'oversized',
      reason: message('command-refused.oversized', { most: largestBytes }),
    };
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), envelopeSchema),
    Buffer.from(payload).toString('utf8'),
  );
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const [where, what] = [v.getDotPath(issue) ?? '{}', issue.message.slice(0, 120)];
    const reason = message('command-refused.malformed', { where, what });
    return { ...readable(payload), code: 'malformed', reason };
  }
  const { id, name, args, spread } = parsed.output;
  const refuse = (reason: Message): Refusal => ({ id, name, code: refusalCode(reason), reason });
  if (isRetained) return refuse(message('command-refused.retained'));
  if (!around.topics.includes(topic)) return refuse(message('command-refused.not-for-us'));
  if (around.commandKey !== null) {
    if (parsed.output.signature === undefined) return refuse(message('command-refused.unsigned'));
    if (!isSignedBy(around.commandKey, topic, parsed.output))
      return refuse(message('command-refused.signature'));
  }
  const action = around.table.get(name);
  if (action === undefined) return refuse(message('command-refused.unknown', { name }));
  if (!around.allowed.includes(name)) return refuse(message('command-refused.not-allowed'));
  const read = readArgs(action, args);
  if ('what' in read) return refuse(message('command-refused.malformed', read));
  if (!around.isClockTrusted) return refuse(message('command-refused.clock'));
  const issuedAt = Date.parse(parsed.output.issuedAt);
  const expiresAt = Date.parse(parsed.output.expiresAt);
  if (expiresAt - issuedAt > longestLifeMs) return refuse(message('command-refused.malformed.lifetime'));
  if (expiresAt <= around.now) return refuse(message('command-refused.expired'));
  if (issuedAt > around.now + aheadMs) return refuse(message('command-refused.clock.ahead'));
  if (around.running >= mostRunning) return refuse(message('command-refused.busy'));
  return { id, request: { name, args: read.args }, expiresAt, afterMs: afterMs(around.device, id, spread) };
}

/** `command-refused.clock.ahead` → `clock`. Programs rely on these codes. */
const refusalCode = ({ code }: Message): string => code.split('.')[1] ?? code;

/** Reads the id even when the rest is invalid, so that the sender gets an answer. */
function readable(payload: Uint8Array): { readonly id: string | null; readonly name: string } {
  const parsed = v.safeParse(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.object({ id: envelopeSchema.entries.id, name: v.fallback(v.pipe(v.string(), v.maxLength(40)), '') }),
    ),
    Buffer.from(payload).toString('utf8'),
  );
  return parsed.success ? parsed.output : { id: null, name: '' };
}

/** Differs by player and command, and stays the same after a restart. */
function afterMs(device: string, id: string, spread: number): number {
  const hash = createHash('sha256').update(`${device} ${id}`).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * spread * 1000);
}

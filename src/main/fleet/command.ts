import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Asked, askedOf, type CommandName, isCommandName } from './command-list.ts';
import type { Incoming } from './connection.ts';
import { isSignedBy } from './signed-command.ts';

/** `{id, name, args, issuedAt, expiresAt, spread}` as it comes over the broker. */
export const envelopeSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, - and _')),
  name: v.pipe(v.string(), v.maxLength(40)),
  args: v.optional(v.unknown()),
  issuedAt: v.pipe(v.string(), v.isoTimestamp()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Over so many seconds those spread themselves whom it is for. */
  spread: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3600)), 0),
  /** By the operator's key, in hexadecimal. */
  signature: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/))),
});

export type Envelope = v.InferOutput<typeof envelopeSchema>;

/** What became of a command, as it is told. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly state: 'accepted' | 'done' | 'failed' | 'refused';
  /** Of failures and refusals: for programs, and as one sentence. */
  readonly code?: string;
  readonly reason?: string;
  readonly answer?: unknown;
  readonly at: string;
}

export interface Command {
  readonly id: string;
  readonly asked: Asked;
  readonly expiresAt: number;
  /** It is done after so long, so that a thousand players do not do it in one moment. */
  readonly afterMs: number;
}

/** Everything that decides whether a command is done. */
export interface Circumstances {
  readonly now: number;
  readonly isClockTrusted: boolean;
  readonly device: string;
  /** The operator's public key; null: commands need no signature. */
  readonly commandKey: string | null;
  /** The topics from which commands are taken. */
  readonly topics: readonly string[];
  readonly allowed: readonly CommandName[];
  /** So many are being done or wait. */
  readonly running: number;
}

/** `id` and `name`: null where they could not be read. */
export interface Refusal {
  readonly id: string | null;
  readonly name: string;
  readonly code: string;
  readonly reason: string;
}

const largestBytes = 8 * 1024;
const mostRunning = 16;
/** Clocks of two machines differ a little. */
const aheadMs = 5 * 60_000;
/** Ids of what can still be sent again are kept; so nothing lives for ever. */
const longestLifeMs = 24 * 3600_000;

/** Pure: the command, or why not. */
export function judged(incoming: Incoming, around: Circumstances): Command | Refusal {
  const { payload, topic, isRetained } = incoming;
  const nobody = { id: null, name: '' };
  if (payload.length > largestBytes)
    return { ...nobody, code: 'oversized', reason: `A command has ${largestBytes} bytes at most.` };
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), envelopeSchema),
    Buffer.from(payload).toString('utf8'),
  );
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const where = v.getDotPath(issue);
    return {
      ...readable(payload),
      code: 'malformed',
      reason: `${where ?? 'It'}: ${issue.message.slice(0, 120)}`,
    };
  }
  const { id, name, args, spread } = parsed.output;
  const refuse = (code: string, reason: string): Refusal => ({ id, name, code, reason });
  if (isRetained)
    return refuse(
      'retained',
      'A command may not be retained: it would be done again and again. Clear that topic.',
    );
  if (!around.topics.includes(topic))
    return refuse('not-for-us', 'It came on a topic that is not for this player.');
  if (around.commandKey !== null) {
    if (parsed.output.signature === undefined)
      return refuse(
        'unsigned',
        'This player does only commands that are signed with the key of its operator.',
      );
    if (!isSignedBy(around.commandKey, topic, parsed.output))
      return refuse('signature', 'The signature is not of the operator’s key, or not for this command.');
  }
  if (!isCommandName(name))
    return refuse('unknown', `This player (or its version) knows no command ${name.slice(0, 40)}.`);
  if (!around.allowed.includes(name))
    return refuse('not-allowed', 'fleet.commands of this player does not have it.');
  const read = askedOf(name, args);
  if ('why' in read) return refuse('malformed', read.why);
  if (!around.isClockTrusted)
    return refuse(
      'clock',
      'The clock of this player is wrong: it cannot tell whether the command has expired.',
    );
  const issuedAt = Date.parse(parsed.output.issuedAt);
  const expiresAt = Date.parse(parsed.output.expiresAt);
  if (expiresAt - issuedAt > longestLifeMs)
    return refuse('malformed', 'A command lives for 24 hours at most.');
  if (expiresAt <= around.now) return refuse('expired', 'It came after its time.');
  if (issuedAt > around.now + aheadMs)
    return refuse('clock', 'It comes from the future: one of the two clocks is wrong.');
  if (around.running >= mostRunning) return refuse('busy', 'Too many commands are being done already.');
  return { id, asked: read.asked, expiresAt, afterMs: afterMs(around.device, id, spread) };
}

/** Whom it is for is answered even when the rest is rubbish. */
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

/** Each player at its own moment, another one for each command, and the same one after a restart. */
function afterMs(device: string, id: string, spread: number): number {
  const hash = createHash('sha256').update(`${device} ${id}`).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * spread * 1000);
}

import * as v from 'valibot';
import type { Programme } from '../../shared/programme.ts';
import type { Edition } from '../edition/edition.ts';
import { compile } from './compile.ts';

export type KeptTurns = NonNullable<Programme['turns']>;

const id = v.pipe(v.string(), v.maxLength(1_000));
const turn = v.object({
  last: id,
  at: v.number(),
  bag: v.optional(
    v.object({ round: v.pipe(v.number(), v.integer(), v.minValue(0)), upTo: id, deferred: v.array(id) }),
  ),
});
const keptTurns = v.pipe(
  v.string(),
  v.parseJson(),
  v.pipe(v.array(v.tuple([id, turn])), v.maxLength(10_000)),
);

/** Without the visit, as a restarted player begins a new one. Unreadable text counts as empty: rotations start over. */
export function parseTurns(text: string | null): KeptTurns {
  const parsed = v.safeParse(keptTurns, text);
  return parsed.success ? (JSON.parse(JSON.stringify(parsed.output)) as KeptTurns) : [];
}

/**
 * The turns with their places in this edition. If the entry is gone, the entry that moved up to its place is next.
 * Playlists that the edition does not contain are dropped.
 */
export function turnsIn(edition: Edition, turns: KeptTurns): KeptTurns {
  const { lists } = compile(edition);
  return turns.flatMap(([list, turn]) => {
    const entries = lists.get(list)?.entries;
    if (entries === undefined) return [];
    const index = entries.findIndex(({ record }) => record.id === turn.last);
    const at = index === -1 ? Math.ceil(turn.at) - 0.5 : index;
    return [[list, { ...turn, at }] as const];
  });
}

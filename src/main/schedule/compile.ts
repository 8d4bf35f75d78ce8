import { atOnce, entriesPerStep, type Steps } from '../../shared/steps.ts';
import type { Edition, EditionPlaylist } from '../edition/edition.ts';
import type { EntryRecord, MediaFileRecord } from '../edition/records.ts';
import type { CompiledEdition, CompiledEntry, CompiledList } from './compiled.ts';
import { fingerprint, seedOf } from './fingerprint.ts';
import { type Building, measure } from './measure.ts';
import type { Reason } from './reason.ts';
import type { Rule } from './rule.ts';
import { Rules } from './rules.ts';

const compiled = new WeakMap<Edition, CompiledEdition>();

export function compile(edition: Edition): CompiledEdition {
  return atOnce(compileSteps(edition));
}

/** Editions are immutable: each is compiled once. */
export function* compileSteps(edition: Edition): Steps<CompiledEdition> {
  const kept = compiled.get(edition);
  if (kept) return kept;
  const made = yield* compileNow(edition);
  // Other work may have needed it in between.
  const first = compiled.get(edition) ?? made;
  compiled.set(edition, first);
  return first;
}

function* compileNow(edition: Edition): Steps<CompiledEdition> {
  const lists = new Map<string, Building>();
  for (const playlist of Object.values(edition.playlists)) {
    // Its seed is made of all its entries.
    if (playlist.shuffled) yield;
    lists.set(playlist.id, {
      id: playlist.id,
      seed: playlist.shuffled ? seedOf(contentOf(playlist)) : null,
      entries: [],
      leadsIntoCycle: false,
      height: 0,
      mostRows: 0,
    });
  }

  const rules = new Rules();
  let count = 0;
  for (const playlist of Object.values(edition.playlists)) {
    const list = lists.get(playlist.id);
    if (!list) continue;
    const entries: CompiledEntry[] = [];
    for (const record of playlist.entries.toSorted(byIndex)) {
      if (++count % entriesPerStep === 0) yield;
      entries.push(compileEntry(record, edition, lists, rules));
    }
    list.entries = entries;
  }
  measure([...lists.values()]);
  return { lists, ruleCount: rules.count };
}

function compileEntry(
  record: EntryRecord,
  edition: Edition,
  lists: ReadonlyMap<string, CompiledList>,
  rules: Rules,
): CompiledEntry {
  const rule = record.playRule === 'schedule' ? rules.of(record) : null;
  const media = own(edition.mediaFiles, record.mediaFileId);
  const playlist = own(edition.playlists, record.nestedPlaylistId);
  const nested = playlist && playlist.deletedAt === null ? (lists.get(playlist.id) ?? null) : null;
  const { nestedSeed, visit } =
    playlist === null || nested === null ? notNested : howNested(record, playlist, nested);
  return {
    record,
    fixed: fixedReason(record, rule, media),
    rule: rule === 'malformed' ? null : rule,
    media,
    nested,
    nestedSeed,
    visit,
  };
}

const notNested = { nestedSeed: null, visit: null };

/** The entry's values count; the playlist supplies those it leaves out. */
function howNested(
  record: EntryRecord,
  playlist: EditionPlaylist,
  nested: CompiledList,
): Pick<CompiledEntry, 'nestedSeed' | 'visit'> {
  const isShuffled = record.shuffled ?? playlist.shuffled;
  const { rule, count } = { ...playlist.visit, ...record.visit };
  // A count of a shuffled list means so many at random.
  if (count !== undefined && (rule === 'continuous' || rule === 'random'))
    return { nestedSeed: null, visit: { count, random: rule === 'random' || isShuffled } };
  return { nestedSeed: isShuffled ? (nested.seed ?? seedOf(contentOf(playlist))) : null, visit: null };
}

/** Names from outside must not reach inherited properties (`constructor`, `__proto__`). */
function own<Value>(table: Readonly<Record<string, Value>>, key: string | null): Value | null {
  // `Object.hasOwn` would search the large table twice for each entry.
  if (key === null || (key in Object.prototype && !Object.hasOwn(table, key))) return null;
  return table[key] ?? null;
}

function fixedReason(
  record: EntryRecord,
  rule: Rule | null | 'malformed',
  media: MediaFileRecord | null,
): Reason | null {
  const namesOne = (record.mediaFileId === null) !== (record.nestedPlaylistId === null);
  const measurable = Number.isFinite(record.duration) && record.duration >= 0;
  const readable = record.unreadable === null && namesOne && measurable && Number.isFinite(record.index);
  if (!readable || rule === 'malformed') return 'unreadable';
  if (record.deletedAt !== null || (media !== null && media.deletedAt !== null)) return 'deleted';
  if (record.playRule === 'never') return 'never';
  return null;
}

/** By index, then by id; ids are compared as numbers if both are. */
function byIndex(a: EntryRecord, b: EntryRecord): number {
  if (a.index !== b.index) {
    // A non-finite index makes its entry unreadable; it must not disturb the order of the others.
    if (!Number.isFinite(a.index) || !Number.isFinite(b.index))
      return Number(!Number.isFinite(a.index)) - Number(!Number.isFinite(b.index)) || byId(a.id, b.id);
    return a.index - b.index;
  }
  return byId(a.id, b.id);
}

function byId(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b)) {
    const difference = BigInt(a) - BigInt(b);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The input of a shuffle's seed: the same on every screen, whatever is downloaded. */
function contentOf(playlist: EditionPlaylist): string {
  const entries = playlist.entries.map((entry) => [entry.id, entry.mediaFileId, entry.nestedPlaylistId]);
  return fingerprint(JSON.stringify([playlist.id, ...entries.map((entry) => JSON.stringify(entry)).sort()]));
}

import type { Edition, EditionPlaylist } from '../edition/edition.ts';
import type { EntryRecord, MediaFileRecord } from '../edition/records.ts';
import type { CompiledEdition, CompiledEntry, CompiledList } from './compiled.ts';
import { fingerprint, seedOf } from './fingerprint.ts';
import { type Building, measure } from './measure.ts';
import type { Reason } from './reason.ts';
import { type Rule, readRule } from './rule.ts';

const compiled = new WeakMap<Edition, CompiledEdition>();

/** Editions are immutable: each is compiled once. */
export function compile(edition: Edition): CompiledEdition {
  const kept = compiled.get(edition);
  if (kept) return kept;
  const made = compileNow(edition);
  compiled.set(edition, made);
  return made;
}

function compileNow(edition: Edition): CompiledEdition {
  const lists = new Map<string, Building>();
  for (const playlist of Object.values(edition.playlists))
    lists.set(playlist.id, {
      id: playlist.id,
      seed: playlist.shuffled ? seedOf(contentOf(playlist)) : null,
      entries: [],
      leadsIntoCycle: false,
      height: 0,
      mostRows: 0,
    });

  const rules = new Map<string, Rule | null | 'malformed'>();
  for (const playlist of Object.values(edition.playlists)) {
    const list = lists.get(playlist.id);
    if (!list) continue;
    list.entries = [...playlist.entries]
      .sort(byIndex)
      .map((record) => compileEntry(record, edition, lists, rules));
  }
  measure([...lists.values()]);
  return { lists, ruleCount: rules.size };
}

function compileEntry(
  record: EntryRecord,
  edition: Edition,
  lists: ReadonlyMap<string, CompiledList>,
  rules: Map<string, Rule | null | 'malformed'>,
): CompiledEntry {
  const rule = record.playRule === 'schedule' ? sharedRule(record, rules) : null;
  const media = own(edition.mediaFiles, record.mediaFileId);
  const playlist = own(edition.playlists, record.nestedPlaylistId);
  const nested = playlist && playlist.deletedAt === null ? (lists.get(playlist.id) ?? null) : null;
  return {
    record,
    fixed: fixedReason(record, rule, media),
    rule: rule === 'malformed' ? null : rule,
    media,
    nested,
    ...howNested(record, playlist, nested),
  };
}

/** The entry's values count; the playlist supplies those it leaves out. */
function howNested(
  record: EntryRecord,
  playlist: EditionPlaylist | null,
  nested: CompiledList | null,
): Pick<CompiledEntry, 'nestedSeed' | 'visit'> {
  if (playlist === null || nested === null) return { nestedSeed: null, visit: null };
  const isShuffled = record.shuffled ?? playlist.shuffled;
  const { rule, count } = { ...playlist.visit, ...record.visit };
  // A count of a shuffled list means so many at random.
  if (count !== undefined && (rule === 'continuous' || rule === 'random'))
    return { nestedSeed: null, visit: { count, random: rule === 'random' || isShuffled } };
  return { nestedSeed: isShuffled ? (nested.seed ?? seedOf(contentOf(playlist))) : null, visit: null };
}

/** Names from outside must not reach inherited properties (`constructor`, `__proto__`). */
function own<Value>(table: Readonly<Record<string, Value>>, key: string | null): Value | null {
  return key !== null && Object.hasOwn(table, key) ? (table[key] ?? null) : null;
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

/** Thousands of entries usually share a handful of conditions. */
function sharedRule(
  record: EntryRecord,
  rules: Map<string, Rule | null | 'malformed'>,
): Rule | null | 'malformed' {
  const { startDate, endDate, startTime, endTime, weekdays } = record;
  // Null and the text "null" differ. Text with the separator in it is malformed, whatever shares its key.
  const key = `${weekdays}\n${conditionKey(startDate)}\n${conditionKey(endDate)}\n${conditionKey(startTime)}\n${conditionKey(endTime)}`;
  const kept = rules.get(key);
  if (kept !== undefined) return kept;
  const made = readRule(record, rules.size);
  rules.set(key, made);
  return made;
}

function conditionKey(text: string | null): string {
  return text === null ? '' : `=${text}`;
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

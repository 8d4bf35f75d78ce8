import { atOnce, entriesPerStep, type Steps } from '../../shared/steps.ts';
import type { Edition, EditionPlaylist } from '../edition/edition.ts';
import type { EntryRecord } from '../edition/records.ts';
import { type CompiledEdition, CompiledEntry, type Nesting, own } from './compiled.ts';
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
  const playlists = Object.values(edition.playlists);
  for (const playlist of playlists) {
    // Its seed is made of all its entries.
    if (playlist.shuffled) yield;
    lists.set(playlist.id, {
      id: playlist.id,
      seed: playlist.shuffled ? seedOf(contentOf(playlist)) : null,
      entries: [],
      nested: [],
      leadsIntoCycle: false,
      height: 0,
      mostRows: 0,
    });
  }

  const rules = new Rules();
  let count = 0;
  for (const playlist of playlists) {
    const list = lists.get(playlist.id);
    if (!list) continue;
    const entries: CompiledEntry[] = [];
    list.entries = entries;
    for (const record of inOrder(playlist.entries)) {
      if (++count % entriesPerStep === 0) yield;
      const rule = record.playRule === 'schedule' ? rules.of(record) : null;
      const fault = faultOf(record, rule);
      const nesting = record.nestedPlaylistId === null ? null : nestingOf(record, edition, lists);
      if (fault === null && nesting?.list) list.nested.push(nesting.list);
      const readable = rule === 'malformed' ? null : rule;
      entries.push(new CompiledEntry(record, entries.length, fault, readable, nesting, edition.mediaFiles));
    }
  }
  measure([...lists.values()]);
  return { lists, ruleCount: rules.count };
}

interface BuildingNesting extends Nesting {
  readonly list: Building | null;
}

/** The entry's values count; the playlist supplies those it leaves out. */
function nestingOf(
  record: EntryRecord,
  edition: Edition,
  lists: ReadonlyMap<string, Building>,
): BuildingNesting {
  const playlist = own(edition.playlists, record.nestedPlaylistId);
  const list = playlist?.deletedAt === null ? (lists.get(playlist.id) ?? null) : null;
  if (playlist === null || list === null) return nowhere;
  const isShuffled = record.shuffled ?? playlist.shuffled;
  const { rule, count } = { ...playlist.visit, ...record.visit };
  // A count of a shuffled list means so many at random.
  if (count !== undefined && (rule === 'continuous' || rule === 'random'))
    return { list, seed: null, visit: { count, random: rule === 'random' || isShuffled } };
  return { list, seed: isShuffled ? (list.seed ?? seedOf(contentOf(playlist))) : null, visit: null };
}

const nowhere = { list: null, seed: null, visit: null };

function faultOf(record: EntryRecord, rule: Rule | null | 'malformed'): Reason | null {
  const namesOne = (record.mediaFileId === null) !== (record.nestedPlaylistId === null);
  const measurable = Number.isFinite(record.duration) && record.duration >= 0;
  const readable = record.unreadable === null && namesOne && measurable && Number.isFinite(record.index);
  if (!readable || rule === 'malformed') return 'unreadable';
  if (record.deletedAt !== null) return 'deleted';
  if (record.playRule === 'never') return 'never';
  return null;
}

/** Most playlists come in order: those are not copied. */
function inOrder(entries: readonly EntryRecord[]): readonly EntryRecord[] {
  for (let index = 1; index < entries.length; index++) {
    const [before, entry] = [entries[index - 1], entries[index]];
    if (before && entry && byIndex(before, entry) > 0) return entries.toSorted(byIndex);
  }
  return entries;
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

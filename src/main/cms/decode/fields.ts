import { inEnglish, type Message, message } from '../../../shared/languages/message.ts';

/** One JSON object of an answer. Fields are read by name only. */
export type Raw = Readonly<Record<string, unknown>>;

/** A record is unusable. Thrown inside `decode/`; the decoder of the record catches it. */
export class RefusedRecord extends Error {
  /** Of the field; empty: the whole record. */
  readonly path: string;
  /** `is missing`: what is wrong with it. */
  readonly reason: Message;

  constructor(path: string, reason: Message) {
    super(`${path}: ${inEnglish(reason)}`);
    this.path = path;
    this.reason = reason;
  }

  /** `media_file_id is missing`. */
  get sentence(): Message {
    const { path: field, reason: why } = this;
    return field === '' ? message('cms.record.whole', { why }) : message('cms.record.field', { field, why });
  }
}

/** The record, where it is an object. */
export function asObject(raw: unknown): Raw {
  if (isObject(raw)) return raw;
  throw new RefusedRecord('', message('cms.record.no-object', { seen: kindOf(raw) }));
}

export function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the fields of one kind of record under every known spelling, that of the profile first. */
export class FieldReader {
  readonly #renames: Readonly<Record<string, string>>;
  readonly #spellings = new Map<string, readonly string[]>();

  constructor(renames: Readonly<Record<string, string>> = {}) {
    this.#renames = renames;
  }

  /** The first of these fields that has a value. An inherited name such as `constructor` is no field. */
  value(record: Raw, ...names: readonly string[]): unknown {
    for (const name of names) {
      for (const spelling of this.#spellingsOf(name)) {
        if (!Object.hasOwn(record, spelling)) continue;
        const value = record[spelling];
        if (value !== null && value !== undefined) return value;
      }
    }
    return null;
  }

  has(record: Raw, ...names: readonly string[]): boolean {
    return this.value(record, ...names) !== null;
  }

  /** The field is there, also with nothing in it. */
  mentions(record: Raw, name: string): boolean {
    return this.#spellingsOf(name).some((spelling) => Object.hasOwn(record, spelling));
  }

  /** A record without an id is refused, as nothing could refer to it. */
  id(record: Raw, name = 'id'): string {
    const value = this.value(record, name);
    if (value === null) throw new RefusedRecord(name, message('cms.record.missing'));
    const id = idText(value);
    if (id === null) throw new RefusedRecord(name, message('cms.record.no-id', { seen: kindOf(value) }));
    return id;
  }

  /** The id of another record, bare or as an object. Empty text, 0 and an object without an id mean none. */
  reference(record: Raw, ...names: readonly string[]): string | null {
    for (const name of names) {
      const value = this.value(record, name);
      if (value === null || value === '' || value === 0 || value === '0' || value === false) continue;
      const bare = isObject(value) ? this.value(value, 'id') : value;
      if (bare === null) continue;
      const id = idText(bare);
      if (id === null) throw new RefusedRecord(name, message('cms.record.no-id', { seen: kindOf(value) }));
      return id;
    }
    return null;
  }

  object(record: Raw, ...names: readonly string[]): Raw | null {
    for (const name of names) {
      const value = this.value(record, name);
      if (isObject(value)) return value;
    }
    return null;
  }

  /** A number is written out, and a text that is too long is cut. */
  text(record: Raw, ...names: readonly string[]): string | null {
    const value = this.value(record, ...names);
    return typeof value === 'string'
      ? cutText(value, longestText)
      : typeof value === 'number'
        ? String(value)
        : null;
  }

  /** What people call it. */
  name(record: Raw): string {
    return cutText(this.text(record, 'name', 'title') ?? '', longestName);
  }

  filledText(record: Raw, ...names: readonly string[]): string | null {
    const text = this.text(record, ...names)?.trim() ?? '';
    return text === '' ? null : text;
  }

  /** A number, also as text; anything else is refused. */
  number(record: Raw, ...names: readonly string[]): number | null {
    const value = this.value(record, ...names);
    if (value === null || value === '') return null;
    const number = numberOf(value);
    if (number === null)
      throw new RefusedRecord(names[0] ?? '', message('cms.record.no-number', { seen: kindOf(value) }));
    return number;
  }

  /** The same where nothing depends on it: anything else is null. */
  looseNumber(record: Raw, ...names: readonly string[]): number | null {
    return numberOf(this.value(record, ...names));
  }

  flag(record: Raw, absent: boolean, ...names: readonly string[]): boolean {
    const value = this.value(record, ...names);
    if (value === true || value === 1 || value === '1' || value === 'true') return true;
    if (value === false || value === 0 || value === '0' || value === 'false') return false;
    return absent;
  }

  #spellingsOf(name: string): readonly string[] {
    const known = this.#spellings.get(name);
    if (known) return known;
    const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    const renamed = Object.hasOwn(this.#renames, name) ? this.#renames[name] : undefined;
    const spellings = [...new Set([...(renamed === undefined ? [] : [renamed]), name, camel])];
    this.#spellings.set(name, spellings);
    return spellings;
  }
}

const longestId = 200;
const longestName = 500;
/** Of a comment or a ticker: a ticker takes hours for it. */
const longestText = 20_000;
/** Longer ones are refused by most servers. */
const longestAddress = 8_000;

function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}

/** Ids are text in the player. Long numbers come as text already, so `JSON.parse` has rounded none. */
export function idText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || value.length > longestId) return null;
  const text = value.trim();
  return text === '' || /\p{Cc}/u.test(text) ? null : text;
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' && value.length < longestId && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value))
    return Number(value);
  return null;
}

export function httpAddress(path: string, text: string, base?: string): string {
  if (text.length > longestAddress)
    throw new RefusedRecord(path, message('cms.record.long-address', { most: longestAddress }));
  const url = URL.parse(text, base);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new RefusedRecord(path, message('cms.record.no-address', { seen: kindOf(text) }));
}

/** Describes a value without quoting more of the answer than necessary. */
export function kindOf(value: unknown): string | Message {
  if (Array.isArray(value)) return message('cms.value.list');
  if (typeof value === 'object' && value !== null) return message('cms.value.object');
  if (typeof value === 'string') return message('cms.value.text', { text: value.slice(0, 40) });
  return String(value).slice(0, 60);
}

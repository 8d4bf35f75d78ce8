import { type Message, message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { isObject, kindOf, type Raw } from './decode/fields.ts';
import { type Paging, readPaging } from './paging.ts';

/** One page of a list, without what it was wrapped in. */
export interface Page extends Paging {
  readonly elements: readonly unknown[];
}

/** What one kind of record, or a list of it, may be wrapped in. */
export interface Envelope {
  /** Names of the wrapper, beside `data` and the like. */
  readonly names: readonly string[];
  /** Dotted path from the profile. */
  readonly path: string | null;
  readonly isRecord: (raw: Raw) => boolean;
}

export function readPage(
  body: unknown,
  envelope: Envelope,
  url: string,
  linkHeader: string | undefined,
): Page {
  const start = envelope.path === null ? body : valueAt(body, envelope.path);
  const holders: Raw[] = [];
  const elements = elementsOf(start, envelope, holders);
  if (elements === null) {
    throw new VitrineError('temporary', message('cms-bad-answer.list', { seen: shape(body) }));
  }
  if (isObject(body) && !holders.includes(body)) holders.push(body);
  return { elements, ...readPaging(holders, url, linkHeader) };
}

const wrappers = ['data', 'items', 'results', 'records', 'list'];

function elementsOf(
  value: unknown,
  envelope: Envelope,
  holders: Raw[],
  depth = 0,
): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth > 3) return null;
  // A single object for a list of one.
  if (envelope.isRecord(value)) return [value];
  holders.push(value);
  for (const name of [...wrappers, ...envelope.names]) {
    if (!Object.hasOwn(value, name)) continue;
    const found = elementsOf(value[name], envelope, holders, depth + 1);
    if (found !== null) return found;
  }
  // Some servers write a list with gaps in its numbering as an object.
  const keys = Object.keys(value);
  const isNumbered = keys.length > 0 && keys.every((key) => /^\d+$/.test(key) && isObject(value[key]));
  return isNumbered ? Object.values(value) : null;
}

/** A single record, bare or wrapped in `data` or its own name. */
export function readRecord(body: unknown, envelope: Envelope): unknown {
  let value = envelope.path === null ? body : (valueAt(body, envelope.path) ?? body);
  for (let depth = 0; depth < 3; depth++) {
    if (Array.isArray(value) && value.length === 1) value = value[0];
    if (!isObject(value) || envelope.isRecord(value)) return value;
    const wrapped: Raw = value;
    const name = ['data', 'item', 'result', ...envelope.names].find((each) => Object.hasOwn(wrapped, each));
    if (name === undefined) return value;
    value = wrapped[name];
  }
  return value;
}

function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return null;
    value = value[name];
  }
  return value;
}

function shape(body: unknown): string | Message {
  if (!isObject(body)) return kindOf(body);
  const fields = Object.keys(body)
    .slice(0, 8)
    .map((key) => key.slice(0, 30));
  return fields.length > 0
    ? message('cms.value.fields', { fields, count: fields.length })
    : message('cms.value.empty-object');
}

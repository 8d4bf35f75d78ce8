import { hash } from 'node:crypto';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { Recent } from '../ground/recent.ts';
import { type JsonLimits, parseJson } from '../net/json.ts';
import type { Answer } from '../net/send.ts';
import type { CmsExchange } from './exchange.ts';

/** A decoded answer, kept without its bytes to detect an unchanged one. */
interface Kept<Value> {
  readonly value: Value;
  readonly digest: string;
  readonly validators: Readonly<Record<string, string>>;
  /** Of the answer; the value made of it takes about as much. */
  readonly bytes: number;
}

export interface ReadOptions<Value> {
  readonly url: string;
  /** Makes the value of the parsed body: for one address always a value of the same type. */
  readonly decode: (body: unknown, answer: Answer) => Value;
  readonly signal?: AbortSignal | undefined;
  /** Requests the whole answer, even if nothing has changed. */
  readonly fresh?: boolean;
}

/** More than the pages of the longest list that is accepted. */
const mostKept = 50_000;
/** A CMS with thousands of playlists at addresses that change must not fill the memory of a small machine. */
const mostKeptBytes = 64 * 2 ** 20;
/** As RFC 7232 (2.2.2) advises, as the clocks of a server may differ. */
const settledMs = 60_000;

/**
 * Conditional reading: the same object comes back when the server says 304, and also when the bytes are those of the
 * last time. Equal dates in a record prove nothing, equal bytes do.
 */
export class CmsDocuments {
  readonly #exchange: CmsExchange;
  readonly #limits: JsonLimits;
  /** By address. */
  readonly #kept = new Recent<Kept<unknown>>(mostKept, {
    weight: mostKeptBytes,
    weightOf: ({ bytes }) => bytes,
  });

  constructor(exchange: CmsExchange, limits: JsonLimits) {
    this.#exchange = exchange;
    this.#limits = limits;
  }

  async read<Value>({ url, decode, signal, fresh = false }: ReadOptions<Value>): Promise<Value> {
    const kept = this.#kept.get(url) as Kept<Value> | undefined;
    const headers = fresh ? {} : (kept?.validators ?? {});
    const isConditional = Object.keys(headers).length > 0;
    const answer = await this.#exchange.call({
      method: 'GET',
      url,
      repeatable: true,
      signal,
      ...(isConditional ? { headers } : {}),
    });
    if (answer.status === 304 && kept) return this.#keep(url, kept);
    const digest = hash('sha256', answer.body, 'base64');
    if (kept?.digest === digest) return this.#keep(url, { ...kept, validators: validatorsOf(answer) });
    const value = decode(parseAnswer(answer, this.#limits), answer);
    return this.#keep(url, { value, digest, validators: validatorsOf(answer), bytes: answer.body.length });
  }

  #keep<Value>(url: string, kept: Kept<Value>): Value {
    this.#kept.set(url, kept);
    return kept.value;
  }
}

function validatorsOf(answer: Answer): Readonly<Record<string, string>> {
  const tag = answer.headers.etag;
  const date = answer.headers['last-modified'];
  return {
    ...(tag !== undefined && tag.length <= 1024 ? { 'if-none-match': tag } : {}),
    ...(date !== undefined && date.length <= 100 && isSettled(date, answer)
      ? { 'if-modified-since': date }
      : {}),
  };
}

/** Dates have whole seconds: after a younger one another change may get the same date, and would be answered by 304 for ever. */
function isSettled(date: string, { headers }: Answer): boolean {
  return Date.parse(headers.date ?? '') - Date.parse(date) >= settledMs;
}

/** Parses JSON, or throws an error that describes what arrived instead. */
export function parseAnswer(answer: Answer, limits: JsonLimits): unknown {
  const type = answer.headers['content-type'] ?? '';
  if (startOf(answer).startsWith('<') || /\bhtml\b/i.test(type)) throw webPage();
  if (answer.body.length === 0) {
    throw new VitrineError('temporary', message('cms-not-json.empty'));
  }
  return parseJson(answer.body, limits);
}

/**
 * Accepts an answer whose shape is not documented: nothing, any word or any data. A web page never comes from the
 * interface, whatever its status, and JSON that is cut off proves nothing. The content type is ignored: some
 * frameworks call an empty answer, or a bare `1`, a web page.
 */
export function checkAnswer(answer: Answer, limits: JsonLimits): void {
  const start = startOf(answer);
  if (start.startsWith('<')) throw webPage();
  if (start.startsWith('{') || start.startsWith('[')) parseJson(answer.body, limits);
}

/** The first characters, without a byte order mark. */
function startOf(answer: Answer): string {
  return answer.body.subarray(0, 200).toString('utf8').trimStart();
}

function webPage(): VitrineError {
  return new VitrineError('temporary', message('cms-not-json.page'));
}

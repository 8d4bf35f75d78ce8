import { texts as translated } from './en/index.ts';
import { terminal } from './en/terminal.ts';
import { formatter } from './formatter.js';
import type { Message, Placeholders, Text, Values, ValuesOf } from './text.ts';

export type { Message } from './text.ts';

const texts = { ...translated, ...terminal };
type English = typeof texts;
export type MessageCode = keyof English;

/** A message may have a remedy beside it: `disk-full` has `disk-full.remedy`. */
type RemedyOf<Code> = `${Code & string}.remedy` extends infer Key extends MessageCode ? English[Key] : never;
type Needed<Code extends MessageCode> = English[Code] | RemedyOf<Code>;
type Arguments<T extends Text> = [Placeholders<T>] extends [never]
  ? readonly [values?: Readonly<Record<string, never>>]
  : readonly [values: ValuesOf<T>];

/** Creates a message. An unknown code does not compile, nor does a missing value of the text or its remedy. */
export function message<Code extends MessageCode>(code: Code, ...[values]: Arguments<Needed<Code>>): Message {
  return messageOf(code, values);
}

const messageOf = (code: string, values?: Values): Message =>
  (values === undefined ? { code } : { code, values }) as Message;

/** The remedy of a message, if the catalogue has one. */
export function remedyFor({ code, values }: Message): Message | null {
  const remedy = `${code}.remedy`;
  if (!Object.hasOwn(texts, remedy)) return null;
  return messageOf(remedy, values);
}

/** The message followed by its remedy, if the catalogue has one. */
export function withRemedy(problem: Message): Message {
  const next = remedyFor(problem);
  return next === null ? problem : message('sentences', { first: problem, next });
}

const { message: text } = formatter('en', texts);

/**
 * A text that no catalogue can have: of another program or another version of the player, or of a command that only
 * publishers of releases run, in English.
 */
export const verbatim = (text: string): Message => message('verbatim', { text });

/** English text for logs, terminals and other programs. */
export const inEnglish = (sentence: Message): string => text(sentence);

export const isSameMessage = (one: Message | null, other: Message | null): boolean =>
  one === other || (one !== null && other !== null && inEnglish(one) === inEnglish(other));

/**
 * Plain data for other programs: each message becomes its English text, and `i18n` beside it keeps the message, which a
 * page formats in the reader's language.
 */
export function readable(value: unknown): unknown {
  if (isMessage(value)) return text(value);
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const messages = fields.filter(
    ([, field]) => isMessage(field) || (Array.isArray(field) && field.some(isMessage)),
  );
  const texts = Object.fromEntries(fields.map(([key, field]) => [key, readable(field)]));
  return messages.length === 0 ? texts : { ...texts, i18n: Object.fromEntries(messages) };
}

/** Whether a stored or received message of any version of the player has a text here. */
export function isKnownMessage(value: unknown): value is Message {
  return isMessage(value) && Object.hasOwn(texts, value.code) && hasPlainValues(value);
}

function hasPlainValues({ values = {} }: Message): boolean {
  return typeof values === 'object' && values !== null && Object.values(values).every(isPlainValue);
}

const isPlainValue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every((one) => typeof one === 'string' || isKnownMessage(one))
    : ['string', 'number'].includes(typeof value) || isKnownMessage(value);

/** Undoes `readable` for the answer of another process of the player. */
export function restored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  const { i18n = {}, ...fields } = value as Readonly<Record<string, unknown>>;
  const texts = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, restored(field)]));
  const messages = Object.entries(i18n as object).map(([key, one]) => [key, meant(texts[key], one)]);
  return { ...texts, ...Object.fromEntries(messages) };
}

/** Keeps the English text of a message of another version that this catalogue lacks. */
function meant(english: unknown, one: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(english)) return one.map((each, at) => meant(english[at], each));
  if (!isMessage(one)) return english;
  return isKnownMessage(one) ? one : verbatim(String(english));
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  return (
    Object.keys(value).every((key) => key === 'code' || key === 'values') && typeof value.code === 'string'
  );
}

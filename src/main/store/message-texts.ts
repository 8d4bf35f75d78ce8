import * as v from 'valibot';
import { inEnglish, isKnownMessage, type Message, verbatim } from '../../shared/languages/message.ts';
import type { Database } from './database.ts';

/**
 * Columns keep the English text of a message, which every version of the player can read. This keeps the message behind the
 * text, for display in other languages. Call it inside the transaction that writes the text.
 */
export function keptText(database: Database, sentence: Message | string): string {
  if (typeof sentence === 'string') return sentence;
  const text = inEnglish(sentence);
  if (sentence.code === 'verbatim') return text;
  database.prepare('INSERT OR REPLACE INTO message VALUES (?, ?)').run(text, JSON.stringify(sentence));
  return text;
}

/** For a SELECT: the message of the text in this column, for `messageIn` and `storedMessage`. */
export const messageOf = (column: string): string => `(SELECT message FROM message WHERE text = ${column})`;

/** Null: there is none, or this version does not know it. */
export function storedMessage(stored: string | null): Message | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), stored);
  return parsed.success && isKnownMessage(parsed.output) ? parsed.output : null;
}

/** A text without a known message stays English. */
export const messageIn = (text: string, stored: string | null): Message =>
  storedMessage(stored) ?? verbatim(text);

/** Removes the messages of texts that no row has any more. */
export function sweepMessages(database: Database): void {
  const unused = `SELECT text FROM message WHERE text NOT IN
    (SELECT sentence FROM health UNION SELECT message FROM attempt UNION SELECT reason FROM strike)`;
  if (database.get(unused) !== null) database.run(`DELETE FROM message WHERE text IN (${unused})`);
}

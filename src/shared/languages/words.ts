import type { texts } from './en/index.ts';
import { formatter } from './formatter.js';
import type { Language } from './language.ts';
import type { Catalogue, Message, Placeholders, Translation, ValueArguments } from './text.ts';

type English = typeof texts;
export type TextKey = keyof English;
/** Keys of texts without values. */
export type PlainKey = {
  [Key in TextKey]: [Placeholders<English[Key]>] extends [never] ? Key : never;
}[TextKey];
export type Texts = Translation<English>;

/** The texts of one language. */
export interface Words {
  readonly language: Language;
  say<Key extends TextKey>(key: Key, ...values: ValueArguments<English[Key]>): string;
  message(message: Message): string;
  /** Formats 0.21 as `21 %`. */
  share(part: number): string;
}

/** A page receives its texts from the server and carries no catalogue. `time` formats instants, which else stay ISO. */
export function wordsFrom(language: Language, texts: Catalogue, time?: (instant: string) => string): Words {
  const { text, message, percent } = formatter(language, texts, time);
  return { language, say: (key, ...[values]) => text(key, values), message, share: percent };
}

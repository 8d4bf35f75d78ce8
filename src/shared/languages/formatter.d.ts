import type { Catalogue, Message, Values } from './text.ts';

export interface Formatter {
  /** A text of the catalogue with its values; an unknown code is returned unchanged. */
  text(code: string, values?: Values): string;
  message(message: Message): string;
  bytes(value: number): string;
  duration(ms: number): string;
  percent(part: number): string;
  number(value: number): string;
}

export function localized<Value>(value: Value, message: (message: Message) => string): Value;

/** `time` formats instants; the default is ISO text, which is unambiguous in logs and for programs. */
export function formatter(
  language: string,
  catalogue: Catalogue,
  time?: (instant: string) => string,
): Formatter;

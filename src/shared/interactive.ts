import * as v from 'valibot';
import type { Language } from './languages/language.ts';
import type { ScreenSettings } from './programme.ts';

/** An interactive page, as its frame is to show it. */
export interface InteractiveShown {
  readonly address: string;
  readonly language: Language;
  readonly rotation: ScreenSettings['rotation'];
  readonly hasBar: boolean;
}

/** The page did not get where it wanted to: it may not, or the document could not be loaded. */
export interface InteractiveMissed {
  readonly why: 'refused' | 'failed';
  /** No document is there yet. */
  readonly isEmpty: boolean;
}

/** What the frame of an interactive page reports: a person wants the show, or typed on the on-screen keyboard. */
const report = v.variant('type', [
  v.strictObject({ type: v.literal('show') }),
  v.strictObject({ type: v.literal('typed'), typed: v.unknown() }),
]);

export function parseInteractive(said: unknown): v.InferOutput<typeof report> | null {
  const parsed = v.safeParse(report, said);
  return parsed.success ? parsed.output : null;
}

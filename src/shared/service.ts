import type { Language } from './languages/language.ts';

/** Left, top, width and height in thousandths of the panel, a square in the middle of the display. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** The side of the panel as a part of the display's shorter side. */
export const panelShare = 0.92;

/** The service menu as displayed. Main decides where each button is, since it also decides what a touch means. */
export interface ServiceShown {
  readonly language: Language;
  /** In degrees, as the show. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly title: string;
  readonly lines: readonly string[];
  /** An error, a wait or a result. */
  readonly notice: string | null;
  /** How many digits of the PIN have been typed; null: none is asked for. */
  readonly digits: number | null;
  readonly buttons: readonly ServiceButton[];
}

/** A panel that only says something. */
export const sentencePanel = (
  { language, rotation }: Pick<ServiceShown, 'language' | 'rotation'>,
  title: string,
): ServiceShown => ({ language, rotation, title, lines: [], notice: null, digits: null, buttons: [] });

export interface ServiceButton {
  readonly label: string;
  readonly box: Box;
  /** The one that Enter presses. */
  readonly isActive: boolean;
  readonly isMain: boolean;
}

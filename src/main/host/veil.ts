import type { Display } from './host.ts';

/** Hides one screen's window from sight while there is nothing true to see in it. */
export interface Veil {
  cover(display: Display): void;
  reveal(): void;
  /** What is in sight now is what the veil shows, should it be needed next. */
  keepPicture(display: Display): void;
}

/** Where nothing can be held before a window. */
export const noVeil: Veil = { cover: () => undefined, reveal: () => undefined, keepPicture: () => undefined };

import type { Display } from './host.ts';

/** Hides one screen's window while it has no correct content. */
export interface Veil {
  /** With the kept picture, or with the visible one if that is still the show. */
  cover(display: Display, picture?: 'kept' | 'visible'): void;
  reveal(): void;
  /** The visible picture becomes the one that the veil shows. */
  keepPicture(display: Display): void;
}

/** Where nothing can cover a window. */
export const noVeil: Veil = { cover: () => undefined, reveal: () => undefined, keepPicture: () => undefined };

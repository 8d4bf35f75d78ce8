import type { Display } from './host.ts';

/** Hides one screen's window while it has no correct content. */
export interface Veil {
  /** Resolves when it is covered, or cannot be. */
  cover(display: Display): Promise<void>;
  reveal(): void;
  /** The visible picture becomes the one that the veil shows. */
  keepPicture(display: Display): void;
}

/** Where nothing can cover a window. */
export const noVeil: Veil = {
  cover: () => Promise.resolve(),
  reveal: () => undefined,
  keepPicture: () => undefined,
};

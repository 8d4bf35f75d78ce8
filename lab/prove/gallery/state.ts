import type { Page } from 'playwright-core';

/** One thing that a person may come to see. */
export interface GalleryState {
  readonly name: string;
  /** Brings a fresh page there; what moves by itself has to stand still. */
  open(page: Page): Promise<void>;
}

/** Some of them that need the same around them. */
export interface Gallery {
  readonly states: readonly GalleryState[];
  /** Of displays: neither a phone nor dark mode shows them. */
  readonly isStage?: true;
  close(): Promise<void>;
}

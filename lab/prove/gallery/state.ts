import type { Page } from 'playwright-core';

/** One state of a page or screen. */
export interface GalleryState {
  readonly name: string;
  /** Brings a fresh page into this state; animations must stand still. */
  open(page: Page): Promise<void>;
}

/** States that share an environment. */
export interface Gallery {
  readonly states: readonly GalleryState[];
  /** Screens of displays: not taken on a phone or in dark mode. */
  readonly isStage?: true;
  close(): Promise<void>;
}

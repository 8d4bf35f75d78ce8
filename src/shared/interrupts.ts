import type { Language } from './languages/language.ts';

export const severities = ['info', 'clear', 'warning', 'alarm'] as const;
export type Severity = (typeof severities)[number];

/** Of the Common Alerting Protocol, from the least. */
export const capSeverities = ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'] as const;
export type CapSeverity = (typeof capSeverities)[number];

export const layouts = ['full', 'banner', 'corner'] as const;
export type Layout = (typeof layouts)[number];

/** `loading`: its bytes are not here yet. `failed`: they cannot be had. */
export type StageMedium =
  | { readonly kind: 'image' | 'video'; readonly source: string; readonly mimeType: string }
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What is heard in place of the chime; `loading`, `failed`: the chime is heard. */
export type StageSound =
  | { readonly kind: 'audio'; readonly source: string }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Why one is painted without its medium: so far, or with the reason after it for good. */
export const mediumLoading = 'medium-loading';
export const textOnly = 'text-only: ';
/** Why the chime is heard in place of a prepared sound: so far, or with the reason after it for good. */
export const soundLoading = 'sound-loading';
export const chimeOnly = 'chime-only: ';
export const longestReason = 200;

/** An interrupt as the stage shows it, above the show. All texts are harmless: see `interrupt/harmless.ts`. */
export interface StageInterrupt {
  /** Names the interrupt and its content, and comes back in the stage's reports. */
  readonly key: string;
  /** Empty: the whole screen. */
  readonly zone: string;
  readonly layout: Layout;
  readonly severity: Severity;
  readonly language: Language;
  readonly title: string;
  readonly lines: readonly string[];
  /** Nothing but black. */
  readonly blank: boolean;
  /** Shown below the words once it is loaded. */
  readonly medium: StageMedium | null;
  /** An attention signal while it is in sight; true: the chime. */
  readonly sound: boolean | StageSound;
}

/** What the stage reports of one: on the display, or why not. */
export interface InterruptReport {
  readonly key: string;
  readonly state: 'painted' | 'failed';
  /** Epoch milliseconds by main's clock. */
  readonly at: number;
  readonly reason: string | null;
}

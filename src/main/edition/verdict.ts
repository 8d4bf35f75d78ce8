import type { Sentence } from '../../shared/languages/message.ts';
import type { ErrorReport } from '../ground/errors.ts';

/**
 * `well` · `attention`: it plays, but somebody should look · `dark`: a screen that should paint does not.
 */
export type Verdict = 'well' | 'attention' | 'dark';

/** How the player is, in one line. */
export interface HealthLine {
  readonly verdict: Verdict;
  /** For somebody who keeps a shop. */
  readonly sentence: Sentence;
  /** Since when the verdict is what it is. */
  readonly since: string;
}

/** The link to the fleet, as it is told. */
export interface LinkLine {
  readonly state: 'connected' | 'connecting' | 'waiting';
  /** Connected, or not connected, since then. */
  readonly since: string;
  /** Why it is not connected or, while it is, what does not work of it. */
  readonly why: ErrorReport | null;
}

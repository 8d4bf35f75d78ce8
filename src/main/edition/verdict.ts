/**
 * `well` · `attention`: it plays, but somebody should look · `dark`: a screen that should paint does not.
 */
export type Verdict = 'well' | 'attention' | 'dark';

/** How the player is, in one line. */
export interface HealthLine {
  readonly verdict: Verdict;
  /** For somebody who keeps a shop. */
  readonly sentence: string;
  /** Since when the verdict is what it is. */
  readonly since: string;
}

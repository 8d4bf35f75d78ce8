import type { Message } from '../../shared/languages/message.ts';
import type { ErrorReport } from '../ground/errors.ts';

/** `well` · `attention`: it plays, but needs a person · `dark`: a screen that should paint does not. */
export type Verdict = 'well' | 'attention' | 'dark';

/** The player's health in one line. */
export interface HealthLine {
  readonly verdict: Verdict;
  /** For a shopkeeper. */
  readonly sentence: Message;
  /** When the verdict last changed. */
  readonly since: string;
}

/** The link to the fleet, as reported. */
export interface LinkLine {
  readonly state: 'connected' | 'connecting' | 'waiting';
  /** When it was connected or lost. */
  readonly since: string;
  /** Why it is not connected or, while connected, what does not work. */
  readonly why: ErrorReport | null;
}

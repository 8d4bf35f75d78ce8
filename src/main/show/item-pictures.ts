import type { Clock } from '../ground/clock.ts';
import type { OpenShowing } from './showings.ts';

/** An item is all there so long after its transition, also on a slow machine. */
const settledMs = 300;
/** What moves is another picture soon. */
const refreshMs = 5_000;

export interface LastPictureNeeds {
  readonly clock: Clock;
  /** Whether that showing alone is in sight now, with nothing over it. */
  isAlone(showingId: string): boolean;
  keepPicture(): void;
}

/** The picture that stays in sight should browser or player die is one of the item that was shown last. */
export function keepPictureOf(
  { key, cue }: OpenShowing,
  { clock, isAlone, keepPicture }: LastPictureNeeds,
): void {
  const moves = cue.content.kind === 'video' || cue.content.kind === 'page';
  const keep = (): void => {
    if (!isAlone(key.showingId)) return;
    keepPicture();
    if (moves) clock.after(refreshMs, keep);
  };
  clock.after(cue.transition.durationMs + settledMs, keep);
}

import type { Clock } from '../ground/clock.ts';
import type { Picture } from '../host/host.ts';
import type { OpenShowing } from './showings.ts';
import type { Snapshots } from './snapshots.ts';

/** Even on a slow machine an item is fully painted this long after its transition. */
const settledMs = 300;
/** The picture of a moving item is renewed this often. */
const refreshMs = 5_000;
/** A page that has been in sight for so long has finished its layout. */
const pageSettledMs = 3_000;

export interface LastPictureNeeds {
  readonly clock: Clock;
  /** Whether this showing has not ended. */
  isOpen(showingId: string): boolean;
  /** Whether this showing is in sight, nothing is changing and nothing lies over it. */
  isSettled(showingId: string): boolean;
  keepPicture(): void;
}

/** Keeps the picture that stays in sight if the browser or the player dies: always of the item shown last. */
export function keepPictureOf(
  { key, cue }: OpenShowing,
  { clock, isOpen, isSettled, keepPicture }: LastPictureNeeds,
): void {
  const moves = cue.content.kind === 'video' || cue.content.kind === 'page';
  const keep = (): void => {
    if (!isOpen(key.showingId)) return;
    const isClear = isSettled(key.showingId);
    if (isClear) keepPicture();
    // What lies over it or changes beside it will be over.
    if (moves || !isClear) clock.after(refreshMs, keep);
  };
  clock.after(cue.transition.durationMs + settledMs, keep);
}

export interface PagePictureNeeds {
  readonly clock: Clock;
  readonly snapshots: Pick<Snapshots, 'isDue' | 'take'>;
  /** Whether this showing alone is in sight, with nothing over it. */
  isAlone(showingId: string): boolean;
  capture(): Promise<Picture>;
}

/** Takes a picture of a web page that stays in sight, to be shown when the page cannot be loaded. */
export function takePagePicture({ key, cue: { content } }: OpenShowing, needs: PagePictureNeeds): void {
  const { clock, snapshots, isAlone, capture } = needs;
  if (content.kind !== 'page' || !snapshots.isDue(content.address)) return;
  clock.after(pageSettledMs, () => {
    if (!isAlone(key.showingId) || !snapshots.isDue(content.address)) return;
    void snapshots.take(content.address, async () => {
      const picture = await capture();
      // Whatever came over the page during the capture is in the picture too.
      return isAlone(key.showingId) ? picture : null;
    });
  });
}

import type { Clock } from '../ground/clock.ts';
import type { Picture } from '../host/host.ts';
import type { OpenShowing } from './showings.ts';
import type { Snapshots } from './snapshots.ts';

/** A page that has been shown for so long looks as it should. */
const wellMs = 3_000;

export interface PagePictureNeeds {
  readonly clock: Clock;
  readonly snapshots: Pick<Snapshots, 'isDue' | 'take'>;
  /** Whether that showing alone is in sight now, with nothing over it. */
  isAlone(showingId: string): boolean;
  capture(): Promise<Picture>;
}

/** A web page that stays well for a while is pictured, for when it cannot be had. */
export function pictureWhenWell({ key, cue: { content } }: OpenShowing, needs: PagePictureNeeds): void {
  const { clock, snapshots, isAlone, capture } = needs;
  if (content.kind !== 'page' || !snapshots.isDue(content.address)) return;
  clock.after(wellMs, () => {
    if (!isAlone(key.showingId) || !snapshots.isDue(content.address)) return;
    void snapshots.take(content.address, async () => {
      const picture = await capture();
      // What came over the page while it was captured is in the picture too.
      return isAlone(key.showingId) ? picture : null;
    });
  });
}

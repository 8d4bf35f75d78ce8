import { type Clock, sleep } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { Slowness } from '../../ground/slowness.ts';
import { type Display, type Picture, type PictureSize, smallPicture } from '../host.ts';
import { within } from '../within.ts';
import type { CdpSession } from './cdp.ts';

export interface PagePicturesNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
}

const captureWaitMs = 5_000;
/** A stage that draws no frame for longer is revived. */
const drawnWaitMs = 5_000;
const drawnAgainMs = 50;

/** What a page draws: screenshots, and the proof that a frame has reached the compositor. */
export class PagePictures {
  readonly #session: CdpSession;
  readonly #needs: PagePicturesNeeds;

  constructor(session: CdpSession, needs: PagePicturesNeeds) {
    this.#session = session;
    this.#needs = needs;
  }

  async capture({ width, height }: Display, size: PictureSize): Promise<Picture> {
    const { clock, slowness } = this.#needs;
    const isSmall = size === 'small';
    const scale = isSmall ? Math.min(1, smallPicture.width / width) : 1;
    const screenshot = this.#session.send('Page.captureScreenshot', {
      ...(isSmall ? { format: 'jpeg', quality: smallPicture.quality } : { format: 'png' }),
      optimizeForSpeed: true,
      clip: { x: 0, y: 0, width, height, scale },
    });
    const { data } = await within(clock, slowness.of(captureWaitMs), 'screenshot', screenshot);
    return { mimeType: isSmall ? 'image/jpeg' : 'image/png', bytes: Buffer.from(data, 'base64') };
  }

  /** Resolves when a complete frame has been drawn from now on, or after a timeout. */
  async drawn(): Promise<void> {
    const { clock, slowness, log } = this.#needs;
    const until = clock.monotonic() + slowness.of(drawnWaitMs);
    while (clock.monotonic() < until) {
      // Chromium answers only after a requested frame has been presented completely.
      const screenshot = this.#session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1 });
      try {
        await within(clock, until - clock.monotonic(), 'frame', screenshot);
        return;
      } catch (error) {
        log.debug('The stage is not drawn yet', { error });
        await sleep(clock, drawnAgainMs);
      }
    }
  }
}

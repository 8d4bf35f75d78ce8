import { type Clock, sleep } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { SharedRun } from '../../ground/shared-run.ts';
import type { Slowness } from '../../ground/slowness.ts';
import { type Display, type Picture, type PictureSize, smallPicture } from '../host.ts';
import { within } from '../within.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

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
  readonly #small = new SharedRun<string>();
  #onFrame: (picture: string) => void = () => undefined;

  constructor(session: CdpSession, needs: PagePicturesNeeds) {
    this.#session = session;
    this.#needs = needs;
  }

  async capture({ width, height }: Display, size: PictureSize): Promise<Picture> {
    if (size === 'small') {
      const picture = await this.#small.of(() => this.#cast());
      return { mimeType: 'image/jpeg', bytes: Buffer.from(picture, 'base64') };
    }
    const screenshot = this.#session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      clip: { x: 0, y: 0, width, height, scale: 1 },
    });
    const { data } = await this.#within(screenshot);
    return { mimeType: 'image/png', bytes: Buffer.from(data, 'base64') };
  }

  /**
   * The first picture of a cast. A screenshot with a scale would do, but for some frames the display itself then shows the page in
   * that size.
   */
  async #cast(): Promise<string> {
    const frame = Promise.withResolvers<string>();
    this.#onFrame = frame.resolve;
    const { width: maxWidth, quality } = smallPicture;
    const wanted = { format: 'jpeg', quality, maxWidth, maxHeight: 4 * maxWidth } as const;
    const started = this.#session.send('Page.startScreencast', wanted);
    try {
      const [picture] = await this.#within(Promise.all([frame.promise, started]));
      return picture;
    } finally {
      this.#session.post('Page.stopScreencast');
    }
  }

  handle({ method, params, sessionId }: CdpEvent): void {
    if (method === 'Page.screencastFrame' && sessionId === this.#session.id) this.#onFrame(params.data);
  }

  #within<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { clock, slowness } = this.#needs;
    return within(clock, slowness.of(captureWaitMs), 'screenshot', answer);
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

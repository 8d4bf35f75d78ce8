import { sleep } from '../../ground/clock.ts';
import type { Display, InteractiveEvents, InteractivePage, InteractiveWanted } from '../host.ts';
import type { Curtain } from '../x11/curtain.ts';
import { graphicsFlags, graphicsOf } from './graphics.ts';
import { Interactive, type InteractiveNeeds } from './interactive.ts';

/** A page that hangs must leave the document around it alone, which is of another origin on its site. */
const ownProcesses = 'StrictOriginIsolation';
/**
 * The document comes from no network, so the browser takes it for one on the internet and would keep it from pages of the local
 * network. The cage decides about each document anyway.
 */
const documentChecks = 'LocalNetworkAccessForSubframeNavigations';

/** Until the stage has painted the sentence that a page opens. */
const sentenceMs = 120;

type Needs = Omit<InteractiveNeeds, 'display' | 'wanted' | 'events' | 'features' | 'without'>;

/** The interactive pages of one host. They end with it. */
export class InteractivePages {
  readonly #open = new Set<Interactive>();
  #isOver = false;

  async open(
    needs: Needs & { readonly curtain: Pick<Curtain, 'receive'> | null },
    display: Display,
    wanted: InteractiveWanted,
    events: InteractiveEvents,
    unwanted: AbortSignal,
  ): Promise<InteractivePage> {
    await sleep(needs.clock, needs.slowness.of(sentenceMs));
    // The window of a browser is black or white until it has painted.
    const received = await needs.curtain?.receive(display);
    const ended = (): void => {
      received?.gone();
      events.ended();
    };
    try {
      return await this.#openPage(needs, display, wanted, { ...events, ended }, unwanted);
    } catch (error) {
      received?.gone();
      // A browser that could not even be started leaves it.
      await needs.profile.remove();
      throw error;
    } finally {
      received?.painted();
    }
  }

  async #openPage(
    needs: Needs,
    display: Display,
    wanted: InteractiveWanted,
    events: InteractiveEvents,
    unwanted: AbortSignal,
  ): Promise<InteractivePage> {
    unwanted.throwIfAborted();
    const { flags, features } = graphicsFlags(graphicsOf());
    const ended = (): void => {
      this.#open.delete(page);
      events.ended();
    };
    const extraFlags = [...flags, ...needs.extraFlags];
    const page = new Interactive({
      ...needs,
      extraFlags,
      features: [...features, ownProcesses],
      without: [documentChecks],
      display,
      wanted,
      events: { ...events, ended },
    });
    this.#open.add(page);
    // The host may have stopped while the profile was made.
    if (this.#isOver) await page.end();
    unwanted.addEventListener('abort', () => page.close(), { once: true });
    await page.open();
    return page;
  }

  /** Above the show, whose windows come forward too. */
  comeForward(): void {
    for (const page of this.#open) page.comeForward();
  }

  /** Resolves when nothing of them is left. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#open].map((page) => page.end()));
  }
}

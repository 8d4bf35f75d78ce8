import { createHost, type HostNeeds } from './create.ts';
import type { AllowedPage, Host, RunningBrowser } from './host.ts';

export interface BrowserNeeds extends Omit<HostNeeds, 'mayShow' | 'onRenewalDue' | 'paintsInSoftware'> {
  /** The player ends: nothing may start any more. */
  readonly signal: AbortSignal;
  /** Puts the screens on their displays. Rejects when none could be opened. */
  onStarted(host: Host): Promise<void>;
  /** Replaces the browser, without a gap in the show. */
  onRenewalDue(host: Host): Promise<void>;
}

/** The player's browser: none until its first start. */
export class Browser implements RunningBrowser {
  readonly #needs: BrowserNeeds;
  #host: Host | null = null;
  /** Of the edition, and of interrupts. */
  #pages: readonly [readonly AllowedPage[], readonly AllowedPage[]] = [[], []];

  constructor(needs: BrowserNeeds) {
    this.#needs = needs;
  }

  get host(): Host | null {
    return this.#host;
  }

  get version(): string {
    return this.#host?.version ?? 'none';
  }

  async start(mayShow: HostNeeds['mayShow'], paintsInSoftware: boolean): Promise<void> {
    const { signal, onStarted, onRenewalDue, ...needs } = this.#needs;
    const made = await createHost({
      ...needs,
      mayShow,
      paintsInSoftware,
      onRenewalDue: () =>
        void onRenewalDue(made).catch((error: unknown) =>
          needs.log.warn('The browser could not be replaced', { error }),
        ),
    });
    if (signal.aborted) return;
    this.#host = made;
    made.allowPages(this.#pages.flat());
    try {
      await made.start();
      if (signal.aborted) return;
      await onStarted(made);
    } catch (error) {
      await made.stop();
      throw error;
    }
    needs.log.info(`playing on ${made.version}`);
  }

  /** Also kept for a browser that starts later. */
  allowPages(pages: readonly AllowedPage[]): void {
    this.#pages = [pages, this.#pages[1]];
    this.#host?.allowPages(this.#pages.flat());
  }

  allowInterruptPages(addresses: readonly string[]): void {
    this.#pages = [this.#pages[0], addresses.map((address) => ({ address, headers: {} }))];
    this.#host?.allowPages(this.#pages.flat());
  }

  async stop(keepsPicture: boolean): Promise<void> {
    await this.#host?.stop(keepsPicture);
  }
}

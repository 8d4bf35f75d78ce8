import type { Admin, startAdmin } from './server.ts';

/** Control socket and status page, which are loaded and opened while the browser starts. */
export class LateAdmin {
  readonly #needs: Parameters<typeof startAdmin>[0];
  #admin: Admin | null = null;

  constructor(needs: Parameters<typeof startAdmin>[0]) {
    this.#needs = needs;
  }

  async start(): Promise<void> {
    const { startAdmin } = await import('./server.ts');
    this.#admin = await startAdmin(this.#needs);
  }

  /** Of the status page; null: it is off, or not there yet. */
  get address(): string | null {
    return this.#admin?.address ?? null;
  }

  ports(): readonly number[] {
    return this.#admin?.ports() ?? [];
  }

  async stop(): Promise<void> {
    await this.#admin?.stop();
  }
}

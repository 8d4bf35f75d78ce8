import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
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

  /** Opens the page to the network with a password that nobody has chosen. */
  async open(): Promise<{ readonly addresses: readonly string[]; readonly password: string }> {
    if (this.#admin === null) throw new VitrineError('temporary', message('page-starting'));
    return this.#admin.open();
  }

  ports(): readonly number[] {
    return this.#admin?.ports() ?? [];
  }

  async stop(): Promise<void> {
    await this.#admin?.stop();
  }
}

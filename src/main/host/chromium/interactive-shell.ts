import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from './cdp.ts';
import { entries } from './page-guard.ts';

/** Pages are not served at them; should one be, the other is taken. */
const ports = ['47113', '47114'] as const;

export interface ShellNeeds {
  /** Address of the interactive page. */
  readonly page: string;
  /** A file of the app. */
  file(path: string): Promise<Response>;
}

/**
 * The player's document around an interactive page. Its address is the page's own host at another port: the browser takes both
 * for one site, so that logins and storage of the page work as in a window of its own, and for two origins, so that the page
 * cannot reach the document. Its requests are answered here and never reach a network.
 */
export class InteractiveShell {
  readonly address: string;
  readonly #needs: ShellNeeds;
  /** With the port. */
  readonly #host: string;

  constructor(needs: ShellNeeds) {
    this.#needs = needs;
    const url = new URL(needs.page);
    const [usual, other] = ports;
    const port = url.port === usual ? other : usual;
    this.#host = `${url.hostname}:${port}`;
    this.address = `${url.protocol}//${this.#host}/interactive.html`;
  }

  /** What must be intercepted. */
  get pattern(): Protocol.Fetch.RequestPattern {
    return { urlPattern: `*://${this.#host}/*`, requestStage: 'Request' };
  }

  /** Answers a request of the top frame, which can show nothing else. */
  async answer(
    { requestId, request: { url, method } }: Protocol.Fetch.RequestPausedEvent,
    session: CdpSession,
  ): Promise<void> {
    const { host, pathname } = new URL(url);
    if (host !== this.#host || method !== 'GET') {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const answer = await this.#needs.file(pathname);
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: entries([...answer.headers]),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    });
  }
}

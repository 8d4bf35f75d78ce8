import type { Protocol } from 'devtools-protocol';
import { type BrowserProxy, portOf } from '../browser-proxy.ts';

/** Far more than ever wait at the same time. */
const mostRemembered = 100;

/** Answers authentication requests. A proxy gets its configured credentials; every server gets none. */
export class ProxyLogins {
  readonly #proxy: BrowserProxy | null;
  /** Requests whose proxy received a password: a repeated request gets none. */
  readonly #answered = new Set<string>();

  constructor(proxy: BrowserProxy | null) {
    this.#proxy = proxy;
  }

  answer({
    requestId,
    authChallenge: { source, origin },
  }: Protocol.Fetch.AuthRequiredEvent): Protocol.Fetch.AuthChallengeResponse {
    const address = source === 'Proxy' ? URL.parse(origin) : null;
    const login = address && this.#proxy?.login(address.hostname, portOf(address));
    if (!login || this.#answered.has(requestId)) return { response: 'CancelAuth' };
    if (this.#answered.size >= mostRemembered) this.#answered.clear();
    this.#answered.add(requestId);
    return { response: 'ProvideCredentials', ...login };
  }
}

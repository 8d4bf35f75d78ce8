import { systemClock } from '../../../src/main/ground/clock.ts';
import { inTime } from '../../../src/main/ground/in-time.ts';
import type { AppHandler } from '../../../src/main/host/host.ts';
import { until } from '../../support/until.ts';
import type { Fetched, StageDriver } from '../contract.ts';
import type { AllEvents } from '../deaf.ts';
import { killAll, renderers } from './processes.ts';

/**
 * An app document that takes orders: it requests the next one and answers over the bridge. So everything that a script
 * of the app could do can be tried in the real browser, using only the host under test.
 */
const driverPage = (
  load: number,
): string => `<!doctype html><html style="background:#000"><title>Driver</title><script>
const heard = [];
const listen = () => bridge.onMessage((message) => heard.push(message));
const frame = (address, sandbox = 'allow-scripts allow-same-origin allow-forms', allow = '') =>
  new Promise((resolve) => {
    const element = document.createElement('iframe');
    if (sandbox !== null) element.setAttribute('sandbox', sandbox);
    element.allow = allow;
    element.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
    addEventListener('message', ({ source, data }) => {
      if (source === element.contentWindow && data === 'shown') resolve('shown');
    });
    // A frame may have loaded before anything listens. Every visible page has its own frame, which is visible from outside.
    element.addEventListener('load', () => element.contentWindow.length === 0 && resolve('refused'));
    element.src = address;
    document.documentElement.append(element);
  });
/** Opens a page in a frame and resolves with its message. */
const ask = (address, sandbox = 'allow-scripts allow-same-origin allow-forms', allow = '') =>
  new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => {
      if (source === element.contentWindow && data.word !== undefined) resolve(data.word);
    });
    const element = document.createElement('iframe');
    if (sandbox !== null) element.setAttribute('sandbox', sandbox);
    element.allow = allow;
    element.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0';
    element.src = address;
    document.documentElement.append(element);
  });
const clear = () => document.querySelectorAll('iframe').forEach((frame) => frame.remove());
(async () => {
  if (!window.bridge) {
    void fetch('driver/without-bridge');
    await new Promise((resolve) => addEventListener('vitrine-bridge', resolve, { once: true }));
  }
  for (;;) {
    const { order, code } = await (await fetch('driver/next/${load}')).json();
    Promise.resolve().then(() => (0, eval)(code)).then(
      (value) => bridge.send({ order, value: value === undefined ? null : value }),
      (error) => bridge.send({ order, error: String(error) }),
    );
  }
})();
</script>`;

/** A test ends before its own limit, and says what it waited for. */
const longestAnswerMs = 120_000;

interface Order {
  readonly number: number;
  readonly code: string;
}

/** One window's driver, between the host and its test. */
export class Driver implements StageDriver {
  readonly handler: AppHandler;
  readonly events: AllEvents;
  /** The document's open request for the next order. */
  #asking: ((order: Order) => void) | null = null;
  #onAsked: () => void = () => undefined;
  /** What its documents asked for, in a word each: the account of one that never came to run. */
  readonly #requested: string[] = [];
  #loads = 0;
  #loadsNeeded = 1;
  #last = 0;
  #previous: Promise<unknown> = Promise.resolve();
  readonly #answers = new Map<number, (message: Readonly<Record<string, unknown>>) => void>();

  constructor(handler: AppHandler, events: AllEvents) {
    this.handler = async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/driver/') || pathname === '/index.html') this.#requested.push(pathname);
      if (pathname === '/driver/without-bridge') return new Response(null, { status: 204 });
      if (pathname === `/driver/next/${this.#loads}`) return Response.json(await this.#nextOrder());
      // Too late: the document is gone, and nothing would receive the answer.
      if (pathname.startsWith('/driver/next/')) return new Response(null, { status: 410 });
      if (pathname !== '/index.html') return handler(request);
      this.#loads++;
      this.#asking = null;
      return new Response(driverPage(this.#loads), { headers: { 'content-type': 'text/html' } });
    };
    this.events = {
      ...events,
      message: (message) => {
        if (!this.#take(message)) events.message(message);
      },
    };
  }

  /** Runs code in the app's document and returns its (awaited) value. */
  async run(code: string): Promise<unknown> {
    const number = await this.#order(code);
    const answered = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      this.#answers.set(number, resolve);
    });
    const answer = await inTime(
      systemClock,
      longestAnswerMs,
      answered,
      () => new Error(`The stage did not answer within ${longestAnswerMs / 1000} s: ${code.slice(0, 200)}`),
    );
    if (typeof answer.error === 'string') throw new Error(answer.error);
    return answer.value;
  }

  async listen(): Promise<void> {
    await this.run('listen()');
  }

  async heard(): Promise<readonly unknown[]> {
    return (await this.run('heard')) as unknown[];
  }

  async say(_screenId: string, message: unknown): Promise<void> {
    await this.run(`bridge.send(${JSON.stringify(message)})`);
  }

  async fetch(
    _screenId: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Fetched> {
    const given = JSON.stringify({ headers, cache: 'no-store' });
    const code = `fetch(${JSON.stringify(path)}, ${given}).then(async (response) => ({
      status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }))`;
    return (await this.run(code)) as Fetched;
  }

  async abandon(_screenId: string, path: string): Promise<void> {
    await this.run(`(async () => {
      const given = new AbortController();
      const { body } = await fetch(${JSON.stringify(path)}, { signal: given.signal, cache: 'no-store' });
      await body.getReader().read();
      given.abort();
    })()`);
  }

  async seek(_screenId: string, path: string, seconds: number): Promise<number> {
    return (await this.run(`new Promise((resolve, reject) => {
      const video = document.createElement('video');
      video.muted = true;
      video.onerror = () => reject(video.error.message);
      video.onloadedmetadata = () => { video.currentTime = ${seconds}; };
      video.onseeked = () => {
        resolve(video.readyState < 2 ? -1 : video.currentTime);
        video.removeAttribute('src');
        video.load();
      };
      video.src = ${JSON.stringify(path)};
    })`)) as number;
  }

  async frame(_screenId: string, address: string): Promise<'shown' | 'refused'> {
    return (await this.run(`frame(${JSON.stringify(address)})`)) as 'shown' | 'refused';
  }

  /** From then on `running` means: after another load. */
  expectReload(): void {
    this.#loadsNeeded = this.#loads + 1;
  }

  async kill(): Promise<void> {
    this.expectReload();
    killAll(renderers());
  }

  async hang(): Promise<void> {
    this.expectReload();
    await this.#order('for (;;);');
  }

  async running(): Promise<void> {
    const isRunning = (): boolean => this.#loads >= this.#loadsNeeded && this.#asking !== null;
    await until('the stage runs', isRunning, longestAnswerMs).catch((error: unknown) => {
      throw new Error(
        `${String(error)}; ${this.#loadsNeeded} loads were expected, requests: ${this.#requested.join(', ')}`,
      );
    });
  }

  /** One at a time: each request of the document is answered once. */
  #order(code: string): Promise<number> {
    const order = this.#previous.then(async () => {
      const ask = await this.#question(code);
      this.#asking = null;
      const number = ++this.#last;
      ask({ number, code });
      return number;
    });
    this.#previous = order.catch(() => undefined);
    return order;
  }

  /** The document's next question. */
  async #question(code: string): Promise<(order: Order) => void> {
    for (;;) {
      if (this.#asking) return this.#asking;
      const asked = new Promise<void>((resolve) => {
        this.#onAsked = resolve;
      });
      const late = () =>
        new Error(`The stage asked for no order within ${longestAnswerMs / 1000} s: ${code.slice(0, 200)}`);
      await inTime(systemClock, longestAnswerMs, asked, late);
    }
  }

  async #nextOrder(): Promise<{ order: number; code: string }> {
    const { number, code } = await new Promise<Order>((resolve) => {
      this.#asking = resolve;
      this.#onAsked();
    });
    return { order: number, code };
  }

  #take(message: unknown): boolean {
    if (typeof message !== 'object' || message === null || !('order' in message)) return false;
    const number = Number(message.order);
    this.#answers.get(number)?.({ ...message });
    return this.#answers.delete(number);
  }
}

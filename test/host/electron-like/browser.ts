import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { inTime } from '../../../src/main/ground/in-time.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { browserAccount } from '../../../src/main/host/chromium/account.ts';
import type { Cdp, CdpEvent, CdpSession } from '../../../src/main/host/chromium/cdp.ts';
import { requireChromium } from '../../../src/main/host/chromium/executable.ts';
import { type Launched, launch } from '../../../src/main/host/chromium/launch.ts';
import { freshProfile } from '../../../src/main/host/chromium/profile.ts';

const longestAloneMs = 20_000;

/** The real Chromium below the Electron that is made of it: one process for all partitions, without a window of its own. */
export class LikeBrowser extends EventEmitter {
  readonly cdp: Cdp;
  readonly #launched: Launched;
  /** Session → its target; a frame of another process belongs to the target of its page. */
  readonly #targets = new Map<string, string>();
  readonly #sessions = new Map<string, CdpSession>();
  readonly #attached = new Map<string, (session: CdpSession) => void>();
  #last: Promise<unknown> = Promise.resolve();

  /** With the switches that the player set before Electron was ready. */
  static async start(switches: readonly string[]): Promise<LikeBrowser> {
    const account = await browserAccount(process.getuid?.() === 0 ? 'nobody' : null);
    const profile = await freshProfile(createLog(() => undefined));
    if (account) await profile.handOver(account);
    const { DISPLAY = '' } = process.env;
    const browser = new LikeBrowser((onEvent) =>
      launch({
        executable: requireChromium(null),
        account,
        home: profile.folder,
        env: { DISPLAY },
        startAddress: '--no-startup-window',
        opens: null,
        size: null,
        proxy: null,
        extraFlags: switches,
        log: createLog(() => undefined),
        onEvent,
      }),
    );
    await browser.cdp.browser.send('Target.setDiscoverTargets', { discover: true });
    if (switches.some((word) => word.startsWith('--remote-debugging-port=')))
      await tellOfInspector(join(profile.folder, 'profile', 'DevToolsActivePort'));
    await browser.cdp.browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
    return browser;
  }

  private constructor(start: (onEvent: (event: CdpEvent) => void) => Launched) {
    super();
    this.setMaxListeners(100);
    this.#launched = start((event) => this.#onEvent(event));
    this.cdp = this.#launched.cdp;
  }

  /** Resolves when it has ended, for example because its display was lost. */
  get ended(): Promise<unknown> {
    return this.#launched.ended;
  }

  kill(): void {
    this.#launched.kill();
  }

  /** What only one may ask of the browser at a time, and no longer than that: a page that hangs answers nothing. */
  alone<Done>(task: () => Promise<Done>): Promise<Done> {
    const late = () => new Error('The browser does not answer');
    const inItsTime = () => inTime(systemClock, longestAloneMs, task(), late);
    const done = this.#last.then(inItsTime, inItsTime);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Another page; it is paused until it is resumed. */
  async create(
    where: Omit<Protocol.Target.CreateTargetRequest, 'url'>,
  ): Promise<{ readonly targetId: string; readonly session: CdpSession }> {
    const { targetId } = await this.cdp.browser.send('Target.createTarget', { url: 'about:blank', ...where });
    const session = await new Promise<CdpSession>((resolve) => {
      const known = this.#sessions.get(targetId);
      if (known) resolve(known);
      else this.#attached.set(targetId, resolve);
    });
    return { targetId, session };
  }

  #onEvent(event: CdpEvent): void {
    const { method, params, sessionId } = event;
    if (method === 'Target.attachedToTarget') {
      const { targetId } = params.targetInfo;
      // A frame or worker is attached through the session of its page.
      const page = sessionId === null ? targetId : (this.#targets.get(sessionId) ?? targetId);
      this.#targets.set(params.sessionId, page);
      if (sessionId === null) {
        const session = this.cdp.session(params.sessionId);
        this.#sessions.set(targetId, session);
        this.#attached.get(targetId)?.(session);
      }
    }
    // What was asked of it is not answered any more.
    if (method === 'Target.detachedFromTarget') this.cdp.forget(params.sessionId);
    if (method === 'Target.targetCrashed')
      this.emit(`crashed ${params.targetId}`, params.status, params.errorCode);
    if (method === 'Target.targetDestroyed') this.emit(`destroyed ${params.targetId}`);
    const target = sessionId === null ? undefined : this.#targets.get(sessionId);
    if (target !== undefined) this.emit(`event ${target}`, event);
  }
}

/** Logged by the browser to its stderr, which is not ours. */
async function tellOfInspector(file: string): Promise<void> {
  while (!existsSync(file)) await pause(20);
  const [port, path] = readFileSync(file, 'utf8').split('\n');
  process.stderr.write(`DevTools listening on ws://127.0.0.1:${port}${path}\n`);
}

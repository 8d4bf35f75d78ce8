import { type InteractiveShown, parseInteractive } from '../../../shared/interactive.ts';
import { parseTyped } from '../../../shared/keyboard.ts';
import { message } from '../../../shared/languages/message.ts';
import { type Clock, sleep } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Slowness } from '../../ground/slowness.ts';
import type {
  Display,
  InteractiveEvents,
  InteractivePage,
  InteractiveWanted,
  Key,
  PageGate,
} from '../host.ts';
import type { PageLogin } from '../page-logins.ts';
import { within } from '../within.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';
import { cookiesOf, giveCookies } from './cookies.ts';
import { Fields, typeInto } from './fields.ts';
import type { Guest } from './footing.ts';
import { watchChildren } from './frames.ts';
import { inputBinding, inputScript, inputWorld, parseInput } from './input-script.ts';
import { InteractiveCage } from './interactive-cage.ts';
import { InteractiveShell } from './interactive-shell.ts';
import { type Launched, type LaunchNeeds, launch } from './launch.ts';
import { answerPage, watchPage } from './page-events.ts';
import { cover } from './page-pool.ts';
import { press } from './press.ts';
import { ProxyLogins } from './proxy-logins.ts';

export interface InteractiveNeeds
  extends Guest,
    Pick<LaunchNeeds, 'executable' | 'extraFlags' | 'features' | 'without' | 'proxy' | 'log'> {
  readonly clock: Clock;
  readonly slowness: Slowness;
  readonly gate: PageGate;
  readonly display: Display;
  readonly wanted: InteractiveWanted;
  readonly events: InteractiveEvents;
}

const openWaitMs = 30_000;
const loginWaitMs = 3_000;

/**
 * An interactive page in a browser that runs for it alone, with a profile in memory and a home folder that is removed. Nothing
 * that the page does can reach the browser of the show, and nothing of it is left.
 */
export class Interactive implements InteractivePage {
  readonly #needs: InteractiveNeeds;
  readonly #launched: Launched;
  readonly #fields: Fields;
  readonly #logins: ProxyLogins;
  readonly #ended: Promise<void>;
  readonly #page = Promise.withResolvers<CdpSession>();
  readonly #document: InteractiveShell;
  #shell: CdpSession | null = null;
  #targetId: string | null = null;
  #cage: InteractiveCage | null = null;
  /** The document of the first press or key. */
  #begunAt: string | null = null;

  constructor(needs: InteractiveNeeds) {
    const { server, profile, display, events, proxy } = needs;
    this.#needs = needs;
    this.#logins = new ProxyLogins(proxy);
    this.#document = new InteractiveShell({ page: needs.wanted.address, file: (path) => server.file(path) });
    this.#fields = new Fields((field) => this.#tell('field', field));
    this.#launched = launch({
      ...needs,
      // `--lang` has no effect. Without the language's file the browser stays with US English.
      env: { ...needs.env, LANGUAGE: needs.wanted.language },
      home: profile.folder,
      startAddress: server.startAddress,
      opens: null,
      size: display,
      extraFlags: [...needs.extraFlags, '--incognito'],
      onEvent: (event) => this.#onEvent(event),
    });
    this.#page.promise.catch(() => undefined);
    this.#ended = this.#launched.ended.then(async ({ words }) => {
      this.#page.reject(new VitrineError('temporary', message('browser-not-started')));
      needs.log.debug('The browser of an interactive page has ended', { words });
      // Its helpers may outlive it.
      this.#launched.kill();
      await profile.remove();
      events.ended();
    });
  }

  /** Resolves when the page is visible, or has been awaited in vain. Otherwise its browser has ended. */
  async open(): Promise<void> {
    const { clock, slowness } = this.#needs;
    try {
      await within(clock, slowness.of(openWaitMs), 'start', this.#open());
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  async #open(): Promise<void> {
    const { display, wanted } = this.#needs;
    const { cdp } = this.#launched;
    await Promise.all([
      cdp.browser.send('Target.setAutoAttach', { ...watchChildren, filter: [{ type: 'page' }] }),
      cdp.browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
    ]);
    const shell = await this.#page.promise;
    const { targetInfo } = await shell.send('Target.getTargetInfo');
    const { targetId } = targetInfo;
    await shell.send('Page.navigate', { url: this.#document.address });
    const { address, language, rotation, hasBar } = wanted;
    const shown: InteractiveShown = { address, language, rotation, hasBar };
    await this.#until(shell, `typeof vitrine === 'object'`);
    // No page leads back to what was before it.
    await shell.send('Page.resetNavigationHistory');
    await giveCookies(shell, wanted);
    await cover(cdp, { targetId, session: shell, hasApp: false }, display);
    this.#tell('show', shown);
    // Without its reports the bar leads nowhere, so the page ends with them.
    this.#listen(shell)
      .catch(() => undefined)
      .finally(() => this.close());
    await shell.send('Runtime.evaluate', { expression: 'vitrine.painted()', awaitPromise: true });
  }

  /** The page may share a process with its document, so no function is given to both. */
  async #listen(shell: CdpSession): Promise<void> {
    for (;;) {
      const next = { expression: 'vitrine.next()', awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await shell.send('Runtime.evaluate', next);
      if (exceptionDetails) return;
      this.#reported(result.value);
    }
  }

  countDown(seconds: number | null): void {
    this.#tell('countDown', seconds);
  }

  say(text: string | null): void {
    this.#tell('say', text);
  }

  key(key: Key): void {
    const shell = this.#shell;
    if (shell === null) return;
    this.#begin();
    if ('text' in key) typeInto(shell, key).catch(() => undefined);
    else if (key.name === 'Enter' || key.name === 'Backspace')
      typeInto(shell, { key: key.name }).catch(() => undefined);
    else press(shell, key.name);
  }

  async login(): Promise<PageLogin> {
    const { clock, slowness, wanted } = this.#needs;
    const session = await this.#page.promise;
    // `Storage.getCookies` knows nothing of an incognito window.
    const cookies = session.send('Network.getAllCookies');
    const answer = await within(clock, slowness.of(loginWaitMs), 'answer', cookies);
    return { begunAt: this.#begunAt, cookies: cookiesOf(answer.cookies, wanted.address) };
  }

  #begin(): void {
    this.#begunAt ??= this.#cage?.document ?? null;
  }

  comeForward(): void {
    const targetId = this.#targetId;
    if (targetId !== null) this.#launched.cdp.browser.post('Target.activateTarget', { targetId });
  }

  close(): void {
    this.#launched.kill();
  }

  /** Resolves when nothing of it is left. */
  async end(): Promise<void> {
    this.close();
    await this.#ended;
  }

  #tell(name: string, value: unknown): void {
    const expression = `globalThis.vitrine?.${name}(${JSON.stringify(value)})`;
    this.#shell?.post('Runtime.evaluate', { expression });
  }

  async #until(session: CdpSession, expression: string): Promise<void> {
    for (;;) {
      const answer = await session.send('Runtime.evaluate', { expression, returnByValue: true });
      if (answer.result.value === true) return;
      await sleep(this.#needs.clock, 50);
    }
  }

  #onEvent(event: CdpEvent): void {
    const { events, log } = this.#needs;
    const { method, params, sessionId } = event;
    this.#fields.handle(event);
    const session = this.#launched.cdp.session(sessionId);
    switch (method) {
      case 'Target.attachedToTarget':
        this.#attached(params.sessionId, params.targetInfo, sessionId === null);
        return;
      case 'Target.detachedFromTarget':
        this.#launched.cdp.forget(params.sessionId);
        if (params.sessionId === this.#shell?.id) this.close();
        return;
      case 'Inspector.targetCrashed':
        if (sessionId === this.#shell?.id) this.close();
        return;
      case 'Page.frameAttached':
        this.#cage?.attached(params.frameId, params.parentFrameId);
        return;
      case 'Page.frameNavigated':
        this.#cage?.navigated(params.frame.id, params.frame.url);
        return;
      case 'Page.navigatedWithinDocument':
        this.#cage?.navigated(params.frameId, params.url);
        return;
      case 'Runtime.bindingCalled':
        if (params.name === inputBinding) {
          const kind = parseInput(params.payload);
          if (kind === 'press') this.#begin();
          if (kind !== null) events.input(kind);
        }
        return;
      default:
        answerPage(event, session, {
          logins: this.#logins,
          log,
          paused: async (request) => this.#cage?.paused(request, session),
        });
    }
  }

  #reported(said: unknown): void {
    const report = parseInteractive(said);
    if (report?.type === 'show') this.#needs.events.left();
    const typed = report?.type === 'typed' ? parseTyped(report.typed) : null;
    if (typed !== null && this.#shell !== null) typeInto(this.#shell, typed).catch(() => undefined);
  }

  #attached(
    sessionId: string,
    target: { readonly targetId: string; readonly url: string },
    isPage: boolean,
  ): void {
    const { cdp } = this.#launched;
    const { server, wanted, gate, log } = this.#needs;
    if (isPage && this.#shell !== null) {
      cdp.browser.post('Target.closeTarget', { targetId: target.targetId });
      return;
    }
    const session = cdp.session(sessionId);
    if (isPage) {
      this.#shell = session;
      this.#targetId = target.targetId;
      this.#cage = new InteractiveCage({
        mainFrame: target.targetId,
        shell: this.#document,
        wanted,
        hostPort: Number(new URL(server.origin).port),
        gate,
        log,
        missed: (missed) => this.#tell('missed', missed),
      });
    }
    this.#watch(session, isPage);
    if (isPage) this.#page.resolve(session);
  }

  /** Before it runs. */
  #watch(session: CdpSession, isPage: boolean): void {
    watchPage(session, isPage ? [this.#document.pattern] : []).catch(() => undefined);
    session.post('Inspector.enable');
    session.post('Page.setInterceptFileChooserDialog', { enabled: true });
    session.post('Emulation.setFocusEmulationEnabled', { enabled: true });
    this.#fields.watch(session).catch(() => undefined);
    session.post('Runtime.addBinding', { name: inputBinding, executionContextName: inputWorld });
    session.post('Page.addScriptToEvaluateOnNewDocument', {
      source: inputScript,
      worldName: inputWorld,
      runImmediately: true,
    });
    session.post('Target.setAutoAttach', watchChildren);
    session.post('Runtime.runIfWaitingForDebugger');
  }
}

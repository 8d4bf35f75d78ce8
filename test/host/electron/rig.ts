import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { createElectronHost } from '../../../src/main/host/electron/host.ts';
import { prepareApp } from '../../../src/main/host/electron/prepare.ts';
import type { FromScreen } from '../../../src/shared/messages.ts';
import { until } from '../../support/until.ts';
import type { ContractParts, ContractRig, StageDriver } from '../contract.ts';
import { FakeElectron, metricOf } from './fake-electron.ts';
import { showInFrame } from './fake-frame.ts';
import { type FakePage, runPreload } from './fake-page.ts';
import type { FakeView } from './fake-window.ts';
import { settled } from './started.ts';

/** The Electron host on its fake, with the real preload script in every document. */
export async function electronRig({ handler, events }: ContractParts): Promise<ContractRig> {
  const electron = new FakeElectron();
  const profileFolder = mkdtempSync(join(tmpdir(), 'vitrine-contract-'));
  prepareApp(electron.api, { profileFolder, now: Date.now() });
  electron.app.becomeReady();
  // No real processes exist whose memory could be read: reported as on Windows.
  electron.app.getAppMetrics = () =>
    electron.views.map(({ contents: { pid } }) => {
      const metric = metricOf(pid);
      return { ...metric, memory: { ...metric.memory, privateBytes: pid } };
    });
  const stage = new FakeStage(electron);
  const host = createElectronHost({
    handler,
    events,
    log: createLog(() => undefined),
    clock: systemClock,
    electron: electron.api,
    preload: '/app/dist/preload/preload.cjs',
    x11Display: null,
    kill: (pid) => electron.kill(pid),
    exit: (code) => electron.app.end(code),
    version: 'Electron 45.0.0 (Chromium 150.0.0.0)',
  });
  return {
    host,
    stage,
    events,
    remains: async () => {
      await settled();
      return [
        ...electron.windows.filter((window) => !window.isDestroyed()).map(() => 'a window'),
        ...electron.leaked.map(() => 'a page'),
        ...[...electron.blockers.values()].map((kind) => `a power save blocker: ${kind}`),
        ...[...electron.sessions.values()]
          .filter((session) => session.listensToRequests)
          .map(() => 'a listener'),
      ];
    },
    dispose: async () => rmSync(profileFolder, { recursive: true }),
  };
}

/** Acts as the scripts of the app's document, in the newest view. */
class FakeStage implements StageDriver {
  readonly #electron: FakeElectron;
  #page: FakePage | null = null;
  #heard: unknown[] = [];

  constructor(electron: FakeElectron) {
    this.#electron = electron;
    electron.onView = (view) => {
      view.contents.onDocument = async (contents) => {
        this.#heard = [];
        this.#page = await runPreload(contents);
      };
    };
  }

  async listen(): Promise<void> {
    this.#bridge().onMessage((message) => this.#heard.push(message));
  }

  async heard(): Promise<readonly unknown[]> {
    return this.#heard;
  }

  async say(_screenId: string, message: unknown): Promise<void> {
    this.#bridge().send(message as FromScreen);
  }

  async fetch(_screenId: string, path: string, headers: Readonly<Record<string, string>> = {}) {
    const { contents, session } = this.#newest;
    const answer = await session.fetch(new URL(path, contents.top.url).href, { headers: { ...headers } });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  }

  /** Electron reads the stream of an answer, and cancels it when the rest is not needed. */
  async abandon(_screenId: string, path: string): Promise<void> {
    const { contents, session } = this.#newest;
    const { body } = await session.fetch(new URL(path, contents.top.url).href);
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
  }

  async seek(): Promise<null> {
    return null;
  }

  async frame(_screenId: string, address: string): Promise<'shown' | 'refused'> {
    const { contents, session } = this.#newest;
    return showInFrame(contents, session, address);
  }

  async kill(): Promise<void> {
    this.#page = null;
    this.#newest.contents.dies('crashed');
  }

  async hang(): Promise<void> {
    this.#page = null;
    this.#newest.contents.stopped = true;
  }

  async running(): Promise<void> {
    await until('a page that runs', () => this.#page !== null && !this.#newest.contents.stopped);
  }

  get #newest(): FakeView {
    const view = this.#electron.views.findLast(({ contents }) => !contents.isDestroyed());
    if (!view) throw new Error('no page is open');
    return view;
  }

  #bridge() {
    const bridge = this.#page?.bridge;
    if (!bridge) throw new Error('there is no bridge');
    return bridge;
  }
}

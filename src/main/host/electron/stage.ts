import { sleep } from '../../ground/clock.ts';
import type { Gone, WindowEvents } from '../host.ts';
import { ownMemory } from '../own-memory.ts';
import type { PageProcesses } from '../page-processes.ts';
import type { ContentsApi, ElectronApi, ViewApi } from './api.ts';
import { appStart } from './app-secret.ts';
import { Bridge } from './bridge.ts';
import { keepManners, lockZoom } from './manners.ts';
import { boundPages, type PageBoundNeeds } from './page-bounds.ts';
import { type ContentOptions, stageOptions } from './screen-options.ts';

/** A killed process is gone in milliseconds; Electron then reports it. */
const longestDeathMs = 2_000;

export interface StageNeeds extends Omit<ContentOptions, 'devTools'>, PageBoundNeeds {
  readonly electron: Pick<ElectronApi, 'app' | 'WebContentsView'>;
  readonly screenId: string;
  readonly events: WindowEvents;
  /** Whether Ctrl+Alt+O reaches the stage. */
  readonly overlayKey?: boolean;
  /** Ends a process by SIGKILL. */
  readonly kill: (pid: number) => void;
}

/** One page with the app. Its renderer may be replaced; the page stays. */
export class Stage {
  readonly view: ViewApi;
  readonly bridge: Bridge;
  readonly #needs: StageNeeds;
  /** Kept here, because Electron drops the contents of a view whose page is gone. */
  readonly #contents: ContentsApi;
  readonly #pages: PageProcesses;
  /** Set while the renderer is ended on purpose: its death is then expected and not reported. */
  #onExpectedDeath: (() => void) | null = null;
  #isClosed = false;

  constructor(needs: StageNeeds) {
    this.#needs = needs;
    const { electron, partition, preload } = needs;
    this.view = new electron.WebContentsView(
      stageOptions({ partition, preload, devTools: !electron.app.isPackaged }),
    );
    this.view.setBackgroundColor('#000000');
    this.#contents = this.view.webContents;
    keepManners(this.#contents, needs.overlayKey ?? true);
    this.bridge = new Bridge({ contents: this.#contents, ...needs });
    this.#listen(this.#contents);
    this.#pages = boundPages(this.#contents, needs, (address) =>
      this.bridge.send({ type: 'page-failed', address, reason: 'crashed: its process was ended' }),
    );
  }

  /** Null: the page is gone for good. */
  get contents(): ContentsApi | null {
    return this.#isClosed || this.#contents.isDestroyed() ? null : this.#contents;
  }

  load(): void {
    const { log, screenId } = this.#needs;
    this.bridge.reset();
    this.contents
      ?.loadURL(`${appStart}index.html`)
      .catch((error) => log.warn('The app could not be loaded', { screen: screenId, error }));
  }

  /**
   * True once it has no living renderer. A stopped renderer reads no message, not even one to crash, and would block
   * every later document, so its process is killed.
   */
  async endRenderer(): Promise<boolean> {
    const { contents } = this;
    if (!contents) return false;
    if (contents.isCrashed()) return true;
    const died = Promise.withResolvers<void>();
    this.#onExpectedDeath = died.resolve;
    const pid = contents.getOSProcessId();
    if (pid > 0) this.#needs.kill(pid);
    await Promise.race([died.promise, sleep(this.#needs.clock, longestDeathMs)]);
    this.#onExpectedDeath = null;
    return !contents.isDestroyed() && contents.isCrashed();
  }

  async memory(): Promise<number | null> {
    const { contents } = this;
    if (!contents || contents.isCrashed()) return null;
    const pid = contents.getOSProcessId();
    const metric = this.#needs.electron.app.getAppMetrics().find((one) => one.pid === pid);
    // Private memory is reported on Windows only; the Linux figure includes shared code.
    const { privateBytes } = metric?.memory ?? {};
    return privateBytes === undefined ? ownMemory(pid) : privateBytes * 1024;
  }

  /** The page does not close with its window. */
  close(): void {
    if (this.#isClosed) return;
    const { contents } = this;
    this.#isClosed = true;
    this.#pages.stop();
    contents?.close();
  }

  #listen(contents: ContentsApi): void {
    const { events, log, screenId } = this.#needs;
    contents.on('dom-ready', () => {
      lockZoom(contents).catch((error) => log.debug('The zoom could not be locked', { error }));
    });
    contents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (this.#onExpectedDeath) {
        this.#onExpectedDeath();
        return;
      }
      if (this.#isClosed) return;
      log.warn('A renderer has ended', { screen: screenId, reason, exit: exitCode });
      events.gone(goneBy(reason));
    });
    contents.on('destroyed', () => {
      if (!this.#isClosed) events.gone('killed');
    });
    contents.on('unresponsive', () => events.hung());
  }
}

function goneBy(reason: Electron.RenderProcessGoneDetails['reason']): Gone {
  if (reason === 'oom' || reason === 'memory-eviction') return 'out-of-memory';
  return reason === 'killed' ? 'killed' : 'crashed';
}

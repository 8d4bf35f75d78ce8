import { totalmem } from 'node:os';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { PageProcesses, pageBudget } from '../page-processes.ts';
import type { ContentsApi } from './api.ts';

export interface PageBoundNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** The account of the browser's processes; left out: this process's. */
  readonly account?: number;
  /** Memory limit for the web pages of one stage. */
  readonly pageBytes?: number;
}

/**
 * Bounds the processes of the web pages in one stage. Electron does not report the death of a frame's process:
 * `onFailed` receives the pages whose process was ended.
 */
export function boundPages(
  contents: ContentsApi,
  needs: PageBoundNeeds,
  onFailed: (address: string) => void,
): PageProcesses {
  const frames = () => (contents.isDestroyed() ? [] : contents.mainFrame.framesInSubtree);
  const processes = new PageProcesses({
    ...needs,
    budgetBytes: needs.pageBytes ?? pageBudget(totalmem()),
    async find() {
      const stage = contents.isDestroyed() ? 0 : contents.getOSProcessId();
      return new Set(frames().flatMap(({ osProcessId }) => (osProcessId === stage ? [] : osProcessId)));
    },
    findsAtOnce: true,
    owner: async () => needs.account ?? process.getuid?.() ?? 0,
    // The session lives in memory and ends with the player.
    areStoresFull: async () => false,
    onEnd(pid) {
      for (const { osProcessId, parent, url } of frames())
        if (osProcessId === pid && parent !== null && parent.parent === null) onFailed(url);
    },
  });
  contents.on('frame-created', () => processes.changed(frames().length));
  return processes;
}

import { totalmem } from 'node:os';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { PageProcesses, pageBudget } from '../page-processes.ts';
import type { ContentsApi } from './api.ts';

export interface PageBoundNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** The account that the browser's processes belong to; left out: ours. */
  readonly account?: number;
  /** What the web pages of one stage may hold of the machine's memory. */
  readonly pageBytes?: number;
}

/**
 * Bounds the processes of the web pages in one stage's frames. Electron does not tell of the death of a frame's process:
 * `onFailed` is told which pages of the stage were in one that had to be ended.
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
    // The session is one in memory, and ends with the player.
    areStoresFull: async () => false,
    onEnd(pid) {
      for (const { osProcessId, parent, url } of frames())
        if (osProcessId === pid && parent !== null && parent.parent === null) onFailed(url);
    },
  });
  contents.on('frame-created', () => processes.changed(frames().length));
  return processes;
}

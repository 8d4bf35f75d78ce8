import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { Slowness } from '../../ground/slowness.ts';
import { isSilence, within } from '../within.ts';
import type { Lifelines } from './lifelines.ts';

const everyMs = 4_000;
const answerWaitMs = 5_000;
const secondWaitMs = 1_000;

/**
 * All requests of the stages go through one process, the browser's network service. When it dies, the browser restarts
 * it at once and silently; when it hangs, the browser does not notice, and the show stops item by item. This watch
 * pings it over the stages' lifelines and ends it after two unanswered pings. Returns a function that ends the watch.
 */
export function watchNetwork({
  clock,
  log,
  slowness,
  lifelines,
  end,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly slowness: Slowness;
  readonly lifelines: Pick<Lifelines, 'ping'>;
  /** Ends the network service. Returns whether there was one. */
  end(): Promise<boolean>;
}): () => void {
  let isOver = false;
  /** A separate factor: the show keeps painting during a hang, so its own limits must not grow. */
  let slow = 1;
  let cancel = clock.after(everyMs, look);

  function look(): void {
    answer(answerWaitMs)
      // The player itself may have been stalled: by now it has read what came in the meantime.
      .catch((error: unknown) =>
        isOver ? undefined : answer(secondWaitMs).catch(() => Promise.reject(error)),
      )
      .then(
        () => {
          slow = Math.max(1, slow * 0.99);
        },
        (error: unknown) => (isSilence(error) && !isOver ? replace() : undefined),
      )
      .catch((error: unknown) => log.warn('The network service of the browser could not be ended', { error }))
      .finally(() => {
        if (!isOver) cancel = clock.after(everyMs, look);
      });
  }

  function answer(ms: number): Promise<void> {
    return within(clock, slowness.of(ms) * slow, 'network', lifelines.ping());
  }

  async function replace(): Promise<void> {
    // If the service was only slow, the next one gets more time.
    slow = Math.min(slow * 2, 64);
    if (await end()) log.warn('The network service of the browser does not answer: it is restarted');
  }

  return () => {
    isOver = true;
    cancel();
  };
}

/** Ends the network service of the browser that leads this process group. False: there is none. */
export async function endNetworkService(group: number): Promise<boolean> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => isNetworkService(name, group)));
  const pids = names.filter((_, index) => found[index]).map(Number);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length > 0;
}

async function isNetworkService(name: string, group: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8');
    // The program's name is in parentheses and may contain anything; after it: state, parent, group.
    const [, , its] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(its) !== group) return false;
    return (await readFile(`/proc/${name}/cmdline`, 'utf8')).includes('network.mojom.NetworkService');
  } catch {
    // The process has ended.
    return false;
  }
}

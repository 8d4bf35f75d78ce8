import { message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { sleep, systemClock } from '../ground/clock.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import type { Health } from '../health/health.ts';
import { healthHistory } from '../report/health-history.ts';
import { answer } from './answer.ts';
import { textOption, wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { durationIn } from './duration.ts';
import { notRunning } from './running-player.ts';
import { withStore } from './stored.ts';
import { healthText, historyText } from './text/health.ts';

export const command: Command = {
  name: 'health',
  summary: 'Shows whether the player is well, and why not.',
  usage: '[--wait TIME | --log] [--json]',
  options: { wait: { type: 'string' }, log: { type: 'boolean' } },
  details: `
--wait TIME  wait until it is well, at most for TIME, such as 90s, 15m or 2h
--log        list the recorded changes of health, newest first; needs no running player

Exit code 0: well, or playing but something needs attention. Exit code 1: a screen that should show something is dark, or no
player is running.`,
  async run(invocation) {
    const wait = textOption(invocation, 'wait');
    const isLog = invocation.values.log === true;
    if (isLog && wait !== undefined)
      throw wrongUsage(message('wrong-usage.both', { first: '--wait', second: '--log' }));
    if (isLog) return history(invocation);
    const health = await untilWell(invocation, wait === undefined ? 0 : durationIn(wait));
    await answer(invocation, health, healthText(health));
    return health.verdict === 'dark' ? 1 : 0;
  },
};

const everyMs = 500;

/** Returns the last health. Also waits for a player that has not started yet. */
async function untilWell({ config, signal }: Invocation, waitMs: number): Promise<Health> {
  const until = systemClock.monotonic() + waitMs;
  for (;;) {
    const found = await ask(config.dataDir);
    const isOver = systemClock.monotonic() >= until;
    if ('verdict' in found && (found.verdict === 'well' || isOver)) return found;
    if (isOver && !('verdict' in found)) throw found;
    await sleep(systemClock, everyMs, signal);
  }
}

async function ask(dataDir: string): Promise<Health | VitrineError> {
  try {
    return ((await askPlayer(dataDir, 'GET', '/api/health')) as Health | null) ?? notRunning(dataDir);
  } catch (thrown) {
    return asVitrineError(thrown);
  }
}

const mostRows = 10_000;

async function history(invocation: Invocation): Promise<number> {
  const periods = await withStore(invocation, (store) => healthHistory(store.health(mostRows)));
  await answer(invocation, periods, (columns) => historyText(periods, columns));
  return 0;
}

import { message } from '../../shared/languages/message.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { type ExclusiveFile, takeExclusively } from '../ground/exclusive-file.ts';

const retryMs = 50;
const longestWaitMs = 90_000;

/** One process at a time may spend the refresh token: the player and a command beside it share one login. */
export async function withLoginLock<Result>(
  path: string,
  clock: Clock,
  act: () => Promise<Result>,
): Promise<Result> {
  const lock = await take(path, clock);
  try {
    return await act();
  } finally {
    lock.release();
  }
}

async function take(path: string, clock: Clock): Promise<ExclusiveFile> {
  const started = clock.monotonic();
  for (;;) {
    const lock = await tryToTake(path);
    if (lock !== null) return lock;
    if (clock.monotonic() - started > longestWaitMs)
      throw new VitrineError('temporary', message('login-busy', { waited: longestWaitMs }));
    await sleep(clock, retryMs);
  }
}

async function tryToTake(path: string): Promise<ExclusiveFile | null> {
  try {
    return await takeExclusively(path);
  } catch (cause) {
    if (cause instanceof VitrineError) throw cause;
    throw new VitrineError('temporary', message('login-not-saved.lock', { path }), { cause });
  }
}

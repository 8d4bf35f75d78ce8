import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, sleep } from '../ground/clock.ts';
import { systemCode } from '../ground/errors.ts';
import { type ExclusiveFile, takeExclusively } from '../ground/exclusive-file.ts';
import { doubledMs } from '../ground/retry.ts';
import { type Candidate, type Installation, pick, programOf, spend } from './candidates.ts';
import { guard, lifeOf, lifeOfTrial } from './guard.ts';
import { asTheDiskAllows } from './launched.ts';
import { factory, mostAttempts, overVariable, type ReleaseId, releaseVariable, wantedEnd } from './state.ts';

export interface LauncherNeeds extends Installation {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** A player without a sign of life for this long is ended. */
  readonly silenceMs: number;
  /** Exit code of a player that requests a restart. */
  readonly startAgain: number;
}

const trialPauseMs = 200;
const againPauseMs = 1000;
const crashPause = { firstMs: 500, mostMs: 60_000 };
/** After this uptime the count of crashes in a row restarts. */
const steadyMs = 60_000;

/**
 * Does what `build/linux/vitrine-launcher` does where there is no shell: starts the current release, and tries a new one. It is the
 * factory release's program, so it changes as rarely. It ends on a signal, or after its player's requested end.
 */
export async function launch(
  needs: LauncherNeeds,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const lock = await onlyLauncher(needs.root);
  // This player brings the other launcher's one to the front and ends. Restarted, it would be refused for ever.
  if (lock === 'taken') return exitOf(started(needs.factory, args, needs.env));
  try {
    return await keepRunning(needs, args, signal, () => lock?.release());
  } finally {
    lock?.release();
  }
}

/** Null on a disk without locks: then the lock of the data folder decides. */
async function onlyLauncher(root: string): Promise<ExclusiveFile | 'taken' | null> {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    return (await takeExclusively(join(root, 'launcher.lock'))) ?? 'taken';
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return null;
  }
}

async function keepRunning(
  needs: LauncherNeeds,
  args: readonly string[],
  signal: AbortSignal,
  /** To another launcher in this one's place. */
  letGo: () => void,
): Promise<number> {
  const { root, clock, env, startAgain, over } = needs;
  const pause = (ms: number): Promise<void> => sleep(clock, ms, signal).catch(() => undefined);
  const own = over === null ? null : identityOf(needs.factory);
  let crashes = 0;
  for (let again: ReleaseId | null = null; ; ) {
    // A package installed while this launcher runs brings its own, which knows the order of the releases.
    const now = identityOf(needs.factory);
    const isReplaced = own !== null && now !== null && now !== own;
    if (isReplaced) letGo();
    const picked = isReplaced ? { release: factory, isTrial: false } : pick(needs);
    const { release, isTrial } = picked;
    // A player that requests another release in a loop must not take the whole processor.
    if (release === again) await pause(againPauseMs);
    asTheDiskAllows(() => rmSync(join(root, wantedEnd), { force: true }));
    const since = clock.monotonic();
    if (isTrial) asTheDiskAllows(() => writeFileSync(join(root, 'alive'), '\n'));
    const playerEnv = {
      ...env,
      VITRINE_UPDATE_ROOT: root,
      VITRINE_SUPERVISED: '1',
      [releaseVariable]: release,
      ...(over === null ? {} : { [overVariable]: over }),
    };
    const child = started(
      programOf(needs, release),
      isReplaced ? ['launch', ...args.slice(1)] : args,
      playerEnv,
    );
    const end = (): void => void child?.kill('SIGTERM');
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const stopGuarding = child === null ? () => undefined : guarded(needs, picked, child);
    const code = await exitOf(child);
    stopGuarding();
    signal.removeEventListener('abort', end);
    if (signal.aborted) return code;
    if (code === 0 && existsSync(join(root, wantedEnd))) return code;
    const hasFailed = code !== 0 && code !== startAgain;
    again = hasFailed ? null : release;
    if (!hasFailed) continue;
    if (!isTrial && !isReplaced) spend(root, picked);
    crashes = clock.monotonic() - since < steadyMs ? crashes + 1 : 1;
    await pause(isTrial ? trialPauseMs : doubledMs(crashes - 1, crashPause));
    if (signal.aborted) return code;
  }
}

/** Null: it is not there, as between two steps of an installation. */
function identityOf(path: string): string | null {
  let identity: string | null = null;
  asTheDiskAllows(() => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) identity = `${stats.ino} ${stats.mtimeMs}`;
  });
  return identity;
}

/** Null: it could not be started. `spawn` reports some failures later and throws others, such as missing memory. */
function started(player: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess | null {
  try {
    return spawn(player, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return null;
  }
}

async function exitOf(child: ChildProcess | null): Promise<number> {
  if (child === null) return 1;
  try {
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } catch {
    // The program did not start.
    return 1;
  }
}

/** Ends a player that hangs, and a trial for good: each retry would mean minutes of a dark screen. */
function guarded({ root, clock, silenceMs }: LauncherNeeds, picked: Candidate, child: ChildProcess) {
  const { release, isTrial } = picked;
  let cancel: () => void = () => undefined;
  const end = (): void => {
    for (let spent = 0; isTrial && spent < mostAttempts; spent++) spend(root, picked);
    child.kill('SIGTERM');
    cancel = clock.after(Math.min(silenceMs, 10_000), () => void child.kill('SIGKILL'));
  };
  const stops = [guard(clock, silenceMs, lifeOf(child), end)];
  if (isTrial) stops.push(guard(clock, silenceMs, lifeOfTrial(root, release), end));
  return (): void => {
    for (const stop of stops) stop();
    cancel();
  };
}

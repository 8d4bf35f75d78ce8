import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Run {
  /** The tests of this folder of `test/` run. */
  readonly room: string;
  /** Files changed since the last run, relative to the root of the tree. */
  readonly file: string;
}

/** Null: every test passes. */
export type FirstFailure = string | null;

/** Runs the unit tests of a tree in a process that caches compiled code, and restarts it when a fault has made it hang. */
export class Tests {
  readonly #tree: string;
  readonly #temporary: string;
  #runner: ChildProcess | undefined;

  constructor(tree: string, temporary: string) {
    this.#tree = tree;
    this.#temporary = temporary;
  }

  /** The name of the first test that fails; `hung` when there is no answer within the limit. */
  firstFailure(run: Run, limitMs: number): Promise<FirstFailure | 'hung'> {
    this.#runner ??= this.#start();
    const runner = this.#runner;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(limit);
        runner.removeAllListeners();
      };
      const limit = setTimeout(() => {
        settle();
        this.end();
        resolve('hung');
      }, limitMs);
      runner.once('message', (answer: { readonly failed: FirstFailure }) => {
        settle();
        resolve(answer.failed);
      });
      runner.once('exit', (code, signal) => {
        settle();
        this.end();
        // A fault can end the process; without a fault this is an error of the tests.
        resolve(`the tests' process ended (${signal ?? code})`);
      });
      runner.once('error', (error) => {
        settle();
        reject(error);
      });
      runner.send(run);
    });
  }

  #start(): ChildProcess {
    return spawn(process.execPath, [fileURLToPath(new URL('runner.ts', import.meta.url))], {
      cwd: this.#tree,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, TMPDIR: this.#temporary },
      detached: true,
    });
  }

  /** Ends the runner with all processes that a fault has left below it. */
  end(): void {
    const pid = this.#runner?.pid;
    this.#runner = undefined;
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  }
}

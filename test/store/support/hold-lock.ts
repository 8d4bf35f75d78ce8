import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Holder {
  readonly pid: number;
  release(): Promise<void>;
}

const script = `
  const Sqlite = (await import('better-sqlite3')).default;
  const [path, ms] = process.argv.slice(1);
  const database = new Sqlite(path);
  database.exec('BEGIN EXCLUSIVE');
  console.log('held');
  if (Number(ms) > 0) setTimeout(() => database.close(), Number(ms));
  setInterval(() => undefined, 1000);
`;

/** Another process with a lock on this database, for this long or until released. */
export async function holdLock(path: string, ms = 0): Promise<Holder> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails must not leave it behind: it would hold more than the lock, namely the end of the run.
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const _line of createInterface({ input: child.stdout })) break;
  const { pid } = child;
  if (pid === undefined) throw new Error('no process holds the lock');
  return {
    pid,
    release: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

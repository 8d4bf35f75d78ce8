import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';

/** The account that runs the browser. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/**
 * Null: the browser runs as this process's user. A player started by root needs another account: as root Chromium has
 * no sandbox, and web pages are never shown without one.
 */
export async function browserAccount(configured: string | null): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  // A dedicated user: another process of the same user could stop and trace the browser.
  const name = configured ?? 'vitrine';
  const account = await find(name);
  if (account && account.uid !== 0) return account;
  throw new VitrineError('usage', message('no-browser-user', { name }));
}

async function find(name: string): Promise<Account | null> {
  try {
    const { stdout } = await run('getent', ['passwd', '--', name]);
    const [, , uid, gid] = stdout.trim().split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  } catch {
    // getent exits with 2 for an unknown user. Without getent there is no account to switch to either.
    return null;
  }
}

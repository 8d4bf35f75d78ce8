import { readFileSync } from 'node:fs';
import { message } from '../../../shared/languages/message.ts';
import { type AccessReport, usualPort } from '../../admin/access/lan-access.ts';
import { madePassword } from '../../admin/access/password.ts';
import { VitrineError } from '../../ground/errors.ts';
import { answer } from '../answer.ts';
import { textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

export const command: Command = {
  name: 'access on',
  summary: 'Opens the status page to the local network, protected by a password.',
  usage: '[--password-file FILE] [--port PORT] [--name NAME …] [--cert FILE --key FILE] [--json]',
  options: {
    'password-file': { type: 'string' },
    port: { type: 'string' },
    name: { type: 'string', multiple: true },
    cert: { type: 'string' },
    key: { type: 'string' },
  },
  details: `
Anyone who logs in sees the whole page and may sync, pause, roll back, update and restart. The page uses TLS only.
Running the command again sets a new password and ends all sessions.

--password-file  a file with the password, at least 10 characters; - reads standard input. Default: a new password is generated
                 and printed once
--port           default: ${usualPort}
--name           another name by which browsers reach this machine
--cert, --key    a certificate and its key (PEM). Default: a self-signed certificate; compare the printed fingerprint with the
                 one in the browser`,
  async run(invocation) {
    const { config } = invocation;
    const given = passwordIn(invocation);
    const password = given ?? madePassword();
    const port = Number(textOption(invocation, 'port') ?? usualPort);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw wrongUsage(message('wrong-usage.range', { option: '--port', least: 0, most: 65_535 }));
    const names = [invocation.values.name ?? []].flat().map(String);
    const fields = { password, port, names, certificate: certificateIn(invocation) };
    const report = (await askRunningPlayer(config.dataDir, 'POST', '/api/access/on', fields)) as AccessReport;
    const made = given === null ? `Password: ${password}\nIt is shown only now.\n` : '';
    const result = given === null ? { ...report, password } : report;
    await answer(invocation, result, `${accessText(report)}${made}`);
    return report.why === null ? 0 : 1;
  },
};

function passwordIn(invocation: Invocation): string | null {
  const path = textOption(invocation, 'password-file');
  if (path === undefined) return null;
  return textOf(path === '-' ? 0 : path).replace(/\r?\n$/, '');
}

function certificateIn(invocation: Invocation) {
  const [cert, key] = [textOption(invocation, 'cert'), textOption(invocation, 'key')];
  if ((cert === undefined) !== (key === undefined))
    throw wrongUsage(message('wrong-usage.together', { first: '--cert', second: '--key' }));
  return cert === undefined || key === undefined ? null : { cert: textOf(cert), key: textOf(key) };
}

function textOf(path: string | 0): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new VitrineError(
      'usage',
      path ? message('file-unreadable', { path: String(path) }) : message('file-unreadable.stdin'),
      { cause },
    );
  }
}

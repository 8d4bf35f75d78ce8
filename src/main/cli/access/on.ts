import { readFileSync } from 'node:fs';
import { message } from '../../../shared/languages/message.ts';
import type { AccessReport } from '../../admin/access/lan-access.ts';
import { madePassword } from '../../admin/access/password.ts';
import { VitrineError } from '../../errors.ts';
import { answer } from '../answer.ts';
import { textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';
import { accessText } from './text.ts';

const usualPort = 8_781;

export const command: Command = {
  name: 'access on',
  summary: 'Opens the status page for the local network, behind a password.',
  usage: '[--password-file FILE] [--port PORT] [--name NAME …] [--cert FILE --key FILE] [--json]',
  options: {
    'password-file': { type: 'string' },
    port: { type: 'string' },
    name: { type: 'string', multiple: true },
    cert: { type: 'string' },
    key: { type: 'string' },
  },
  details: `
Whoever logs in sees all of the page and may act: sync, pause, roll back, update, restart. It is reached by TLS alone.
Asked again it sets another password and ends every session.

--password-file  a file with the password, of 10 letters or more; - reads it from standard input. Left out: one is made
                 and told once
--port           ${usualPort} when left out
--name           a name by which browsers reach this machine, besides its addresses and its own name
--cert, --key    a certificate and its key (PEM). Left out: the player signs its own; compare the fingerprint that is told
                 with what the browser shows`,
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
    const made = given === null ? `Password: ${password}\nIt is told only now.\n` : '';
    const told = given === null ? { ...report, password } : report;
    await answer(invocation, told, `${accessText(report)}${made}`);
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

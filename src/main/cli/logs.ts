import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { sleep, systemClock } from '../ground/clock.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { lineIn, textSink } from '../ground/log.ts';
import { textOption, wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { serviceStates, units } from './service.ts';

export const command: Command = {
  name: 'logs',
  summary: 'Shows the log of the player, newest last.',
  usage: '[-f] [-n LINES]',
  json: false,
  options: { follow: { type: 'boolean', short: 'f' }, lines: { type: 'string', short: 'n' } },
  details: `
-f, --follow      keep printing new lines until Ctrl+C
-n, --lines LINES how many past lines, default 100

If the player is a system service and you may read its journal, the lines come from there, with those of the display server and
the service manager. Otherwise they come from the log in the data folder.`,
  async run(invocation) {
    const { values, configSources } = invocation;
    const lines = Number(textOption(invocation, 'lines') ?? '100');
    if (!Number.isInteger(lines) || lines < 0)
      throw wrongUsage(message('wrong-usage.whole', { option: '--lines' }));
    const follow = values.follow === true;
    const env = configSources.env ?? process.env;
    if (mayReadJournal() && (await serviceStates(env)).length > 0) return journal(lines, follow, env);
    return file(invocation, lines, follow);
  },
};

function mayReadJournal(): boolean {
  return ['/var/log/journal', '/run/log/journal'].some((folder) => {
    try {
      accessSync(folder, constants.R_OK);
      return true;
    } catch {
      // Missing or unreadable.
      return false;
    }
  });
}

function journal(lines: number, follow: boolean, env: NodeJS.ProcessEnv): Promise<number> {
  const own = ['vitrine', 'vitrine-display'].map((name) => `SYSLOG_IDENTIFIER=${name}`);
  // systemd's own messages about the units.
  const ofSystemd = units.map((unit) => `UNIT=${unit}`);
  const matches = [...own, ...ofSystemd].flatMap((match, index) => (index === 0 ? [match] : ['+', match]));
  const args = ['--no-pager', '-n', String(lines), '-o', 'short-iso', ...(follow ? ['-f'] : []), ...matches];
  const child = spawn('journalctl', args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Ctrl+C ends both processes.
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

const everyMs = 500;

async function file({ config, out, signal }: Invocation, lines: number, follow: boolean): Promise<number> {
  const path = join(config.dataDir, 'logs', 'vitrine.log');
  const before = await text(`${path}.1`);
  const now = await text(path);
  if (before === null && now === null) throw emptyLog(path);
  const shown = [...inWords(before ?? ''), ...inWords(now ?? '')];
  await out(shown.slice(lines === 0 ? shown.length : -lines).join(''));
  let at = Buffer.byteLength(now?.slice(0, now.lastIndexOf('\n') + 1) ?? '');
  while (follow && !signal.aborted) {
    await sleep(systemClock, everyMs, signal).catch(() => undefined);
    const size = (await stat(path).catch(() => null))?.size ?? 0;
    // A shorter file means that the log was rotated.
    if (size < at) at = 0;
    if (size === at) continue;
    const { whole, bytes } = await from(path, at);
    at += bytes;
    await out(inWords(whole).join(''));
  }
  return 0;
}

/** Complete lines only: the last one may still be written. */
async function from(path: string, at: number): Promise<{ readonly whole: string; readonly bytes: number }> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(size - at);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    return { whole: buffer.subarray(0, end).toString(), bytes: end };
  } finally {
    await handle.close();
  }
}

async function text(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new VitrineError('permanent', message('log-unreadable', { path, code: String(code) }), { cause });
  }
}

function emptyLog(path: string): VitrineError {
  return new VitrineError('permanent', message('no-log', { path }));
}

/** Skips lines truncated by a power failure. */
function inWords(lines: string): readonly string[] {
  const words: string[] = [];
  const sink = textSink((line) => words.push(line));
  for (const line of lines.split('\n')) {
    const parsed = lineIn(line);
    if (parsed !== null) sink(parsed);
  }
  return words;
}

import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { message } from '../../../../shared/languages/message.ts';
import { topicWordPattern } from '../../../config/topic-word.ts';
import { VitrineError } from '../../../ground/errors.ts';
import { addPlayer } from '../../../operator/enroller.ts';
import { answer } from '../../answer.ts';
import { textOption, wrongUsage } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { writeSecret } from './files.ts';
import { groupsOption } from './groups.ts';
import { openSecurity } from './security.ts';

export const command: Command = {
  name: 'fleet enrol player',
  summary: 'Creates a credentials file for each named player and registers it with the broker.',
  usage: 'PLAYER … [--to FOLDER] [--groups NAMES] [--users FILE] [--json]',
  options: { to: { type: 'string' }, groups: { type: 'string' }, users: { type: 'string' } },
  positionals: { least: 1, most: 1000 },
  details: `
--to FOLDER     where PLAYER.json is written, for fleet.credentialsFile of that player; here by default
--groups NAMES  the groups whose commands they may hear, such as north,windows; with --users the access list says so
--users FILE    mosquitto's file of passwords, which gets a line for each; reload mosquitto then. Without it the command
                changes the broker itself, through its plugin dynamic-security

A player that the broker knows already is refused, and so is one whose file is there.`,
  async run(invocation) {
    const players = invocation.positionals;
    if (players.some((name) => !topicWordPattern.test(name)))
      throw wrongUsage(message('wrong-usage.player-name'));
    const folder = resolve(textOption(invocation, 'to') ?? '.');
    const groups = groupsOption(invocation);
    const users = textOption(invocation, 'users');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const open = users === undefined ? await openSecurity(invocation) : null;
    const files: { readonly device: string; readonly file: string }[] = [];
    try {
      for (const device of players) {
        const file = join(folder, `${device}.json`);
        const password = randomBytes(32).toString('base64url');
        const isKnown = open
          ? (await open.security.description(device)) !== null
          : isUser(users ?? '', device);
        if (isKnown) throw known(device);
        writeSecret(file, { user: device, password });
        try {
          if (open)
            await addPlayer(open.security, invocation.config.fleet.name, { device, password, groups });
          else addUser(users ?? '', `${device}:${hashed(password)}\n`);
        } catch (error) {
          rmSync(file, { force: true });
          throw error;
        }
        files.push({ device, file });
      }
    } finally {
      await open?.console.close();
    }
    await answer(invocation, files, files.map(({ file }) => `${file}\n`).join(''));
    return 0;
  },
};

/** The format of mosquitto_passwd, which would take the password as an argument, visible to other users. */
function hashed(password: string): string {
  const rounds = 101;
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(password, salt, rounds, 64, 'sha512');
  return `$7$${rounds}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Adds a missing final newline first: the file may have been edited by hand. */
function addUser(file: string, line: string): void {
  const isOpen = existsSync(file) && /[^\n]$/.test(readFileSync(file, 'utf8'));
  appendFileSync(file, isOpen ? `\n${line}` : line, { mode: 0o600, flush: true });
}

function isUser(file: string, device: string): boolean {
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => line.startsWith(`${device}:`))
  );
}

function known(device: string): VitrineError {
  return new VitrineError('permanent', message('player-known', { device }));
}

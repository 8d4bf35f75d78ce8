import { randomUUID } from 'node:crypto';
import { message } from '../../../shared/languages/message.ts';
import type { Action } from '../../actions/table/action.ts';
import { actionTable, readArgs } from '../../actions/table/table.ts';
import { signedBytes } from '../../fleet/signed-command.ts';
import { type Audience, cmdTopic } from '../../fleet/topics.ts';
import { sleep, systemClock } from '../../ground/clock.ts';
import type { Signer } from '../../operator/keys.ts';
import { answer } from '../answer.ts';
import { firstWord, textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { durationIn } from '../duration.ts';
import { passphraseOption } from '../release/passphrase.ts';
import { commandSigner } from '../release/signers.ts';
import { oneLine, table } from '../text/table.ts';
import { type Answer, Answers } from './answers.ts';
import { seeFleet } from './seen.ts';
import { unknownPlayer } from './show.ts';
import { playerCount } from './text.ts';

export const command: Command = {
  name: 'fleet cmd',
  summary: 'Sends a command to players of the fleet and waits for the results.',
  usage:
    'NAME (--player PLAYER | --group NAME | --all) [--args JSON] [--wait TIME] [--spread SECONDS] [--key FILE] [--yes] [--json]',
  options: {
    player: { type: 'string' },
    group: { type: 'string' },
    all: { type: 'boolean' },
    args: { type: 'string' },
    wait: { type: 'string' },
    spread: { type: 'string' },
    key: { type: 'string' },
    ...passphraseOption,
    ...yesOption,
  },
  positionals: { least: 1, most: 1 },
  details: `
NAME is one of:
${[...actionTable().values()].map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

--args JSON       what it takes: overlay {"visible": true}, update-hold {"held": true}, logs {"lines": 50},
                  picture {"screenId": "1"}, identify {"test": true, "seconds": 60}
--wait TIME       how long players have to do it: 90s, 15m or 2h; 2m by default. A player that comes back within that time
                  still does it, and one that comes later does not.
--spread SECONDS  players of a group, or all, do it over so many seconds
--key FILE        signs it, for players that ask for that (fleet.commandKey): vitrine release keys commands FOLDER makes one; its
                  passphrase from --passphrase-file, VITRINE_RELEASE_PASSPHRASE or the terminal
--yes             skips the prompt for a group or for all players

Ends with 0 when every player has done it, else with 1; a player that did not answer is listed as unanswered.`,
  async run(invocation) {
    const name = firstWord(invocation, 'name of the command');
    const action = actionTable().get(name);
    if (action === undefined) {
      const names = [...actionTable().keys()].join(', ');
      throw wrongUsage(message('wrong-usage.fleet-command', { name, names }));
    }
    const audience = audienceOf(invocation);
    const args = argsOf(action, textOption(invocation, 'args'));
    const waitMs = durationIn(textOption(invocation, 'wait') ?? '2m');
    const spread = Number(textOption(invocation, 'spread') ?? '0');
    if (!Number.isInteger(spread) || spread < 0 || spread > 3600)
      throw wrongUsage(message('wrong-usage.range', { option: '--spread', least: 0, most: 3600 }));
    const signer = await commandSigner(invocation, 'key');
    const { console, screens } = await seeFleet(invocation);
    const wanted = screens.all
      .filter(({ device, about }) =>
        audience === 'all'
          ? true
          : 'group' in audience
            ? about?.groups.includes(audience.group)
            : device === audience.device,
      )
      .map(({ device }) => device);
    await console.close();
    if (wanted.length === 0)
      throw audience !== 'all' && 'device' in audience ? unknownPlayer(audience.device) : nobody();
    if (audience === 'all' || 'group' in audience)
      await confirm(invocation, () => `Send ${name} to ${playerCount(wanted.length)}?`);
    const answers = await ask(invocation, { name, args, audience, wanted, waitMs, spread, signer });
    await answer(invocation, answers, (columns) => answersText(answers, columns));
    return answers.every(({ state }) => state === 'done') ? 0 : 1;
  },
};

interface Question {
  readonly name: string;
  readonly args: unknown;
  readonly audience: Audience;
  readonly wanted: readonly string[];
  readonly waitMs: number;
  readonly spread: number;
  readonly signer: Signer | null;
}

/** Also those that die meanwhile, lose their link or are never heard of again have an answer in the end. */
async function ask(invocation: Invocation, question: Question): Promise<readonly Answer[]> {
  const { config, progress, isTerminal, signal } = invocation;
  const { name, args, audience, wanted, waitMs, spread, signer } = question;
  const id = randomUUID();
  const answers = new Answers(id, wanted);
  const open = await answers.listen(invocation);
  try {
    const now = systemClock.now();
    const topic = cmdTopic(config.fleet.name, audience);
    const command = {
      id,
      name,
      args,
      spread,
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + waitMs).toISOString(),
    };
    const signed = signer === null ? {} : { signature: signer.sign(signedBytes(topic, command)) };
    const payload = JSON.stringify({ ...command, ...signed });
    const expirySeconds = Math.ceil(waitMs / 1000);
    await open.publish({
      topic,
      payload,
      isKept: false,
      expirySeconds,
    });
    const until = systemClock.monotonic() + waitMs + spread * 1000;
    while (!answers.isWhole && systemClock.monotonic() < until && !signal.aborted) {
      await Promise.race([sleep(systemClock, 100), open.ended]);
      if (isTerminal) progress(`\r${answers.finished} of ${wanted.length} …`);
    }
    if (isTerminal) progress('\r\x1b[K');
  } finally {
    await open.close();
  }
  return answers.all;
}

function audienceOf(invocation: Invocation): Audience {
  const device = textOption(invocation, 'player');
  const group = textOption(invocation, 'group');
  const all = invocation.values.all === true;
  if ([device !== undefined, group !== undefined, all].filter(Boolean).length !== 1)
    throw wrongUsage(message('wrong-usage.one-of', { options: ['--player', '--group', '--all'] }));
  if (device !== undefined) return { device };
  return group === undefined ? 'all' : { group };
}

function argsOf(action: Action, text: string | undefined): unknown {
  let args: unknown = {};
  try {
    if (text !== undefined) args = JSON.parse(text);
  } catch {
    throw wrongUsage(message('wrong-usage.json'));
  }
  const read = readArgs(action, args);
  if ('what' in read)
    throw wrongUsage(
      message('wrong-usage.arguments', { name: action.name, where: read.where, what: read.what }),
    );
  return args;
}

function nobody(): Error {
  return wrongUsage(message('wrong-usage.nobody'));
}

function answersText(answers: readonly Answer[], columns: number): string {
  const rows = answers.map(({ device, state, reason, answer: text }) => [
    ...[device, state],
    reason ?? (text === undefined ? '' : typeof text === 'string' ? text : JSON.stringify(text)),
  ]);
  const only = answers.length === 1 ? answers[0]?.answer : undefined;
  // What one player says at length is read as it is.
  if (Array.isArray(only) && only.every((line) => typeof line === 'string'))
    return only.map((line) => `${oneLine(line)}\n`).join('');
  const done = answers.filter(({ state }) => state === 'done').length;
  return `${table(['player', 'what became of it', ''], rows, { columns, longestCell: 200 })}\n${done} of ${answers.length} done\n`;
}

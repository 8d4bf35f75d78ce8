import { renew } from '../../release/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { publicKeys, publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release renew',
  summary: 'Signs anew what the keys at hand may sign, so that it does not expire.',
  usage: 'FOLDER --keys PATH [--new-keys PATH] [--json]',
  options: { ...signingOptions, 'new-keys': { type: 'string', multiple: true } },
  positionals: { least: 1, most: 1 },
  details: `
With the online keys snapshot and timestamp, good for 30 days: a job for every day. With the key for targets also the
list of releases, good for a year; with two keys for root also the root, good for two years.
--new-keys PATH  keys that take the place of the old ones in their roles; two old and two new root keys must sign
${signingHelp}`,
  async run(invocation) {
    const folder = firstWord(invocation, 'folder');
    const renewed = await renew(await publisherNeeds(invocation, folder), publicKeys(invocation, 'new-keys'));
    await answer(invocation, { renewed }, `Signed anew: ${renewed.join(', ')}.\n`);
    return 0;
  },
};

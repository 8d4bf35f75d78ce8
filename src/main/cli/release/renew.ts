import { renew } from '../../operator/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { publicKeys, publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release renew',
  summary: 'Renews signatures before they expire, with the keys that are given.',
  usage: 'FOLDER --keys PATH [--new-keys PATH] [--json]',
  options: { ...signingOptions, 'new-keys': { type: 'string', multiple: true } },
  positionals: { least: 1, most: 1 },
  details: `
The online keys renew snapshot and timestamp for 30 days: run it daily. The targets key also renews the list of releases for
a year; two root keys also renew the root for two years.
--new-keys PATH  keys that replace the old ones of the same role; two old and two new root keys must sign
${signingHelp}`,
  async run(invocation) {
    const folder = firstWord(invocation, 'folder');
    const renewed = await renew(await publisherNeeds(invocation, folder), publicKeys(invocation, 'new-keys'));
    await answer(invocation, { renewed }, `Signed anew: ${renewed.join(', ')}.\n`);
    return 0;
  },
};

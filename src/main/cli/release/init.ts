import { init } from '../../release/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { publicKeys, publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release init',
  summary: 'Makes a folder for releases that any static server can serve.',
  usage: 'FOLDER --keys OFFLINE --keys ONLINE [--json]',
  options: signingOptions,
  positionals: { least: 1, most: 1 },
  details: `
${signingHelp}
It needs all the keys of vitrine release keys. What players trust from then on is metadata/1.root.json.`,
  async run(invocation) {
    const folder = firstWord(invocation, 'folder');
    await init(await publisherNeeds(invocation, folder), publicKeys(invocation, 'keys'));
    const text = `${folder} is ready. Give each player metadata/1.root.json as root.json.\n`;
    await answer(invocation, { folder }, text);
    return 0;
  },
};

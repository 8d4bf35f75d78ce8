import { init } from '../../operator/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { publicKeys, publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release init',
  summary: 'Creates a release folder that any static web server can serve.',
  usage: 'FOLDER --keys OFFLINE --keys ONLINE [--json]',
  options: signingOptions,
  positionals: { least: 1, most: 1 },
  details: `
${signingHelp}
Needs all keys of vitrine release keys. Players then trust metadata/1.root.json.`,
  async run(invocation) {
    const folder = firstWord(invocation, 'folder');
    await init(await publisherNeeds(invocation, folder), publicKeys(invocation, 'keys'));
    const text = `${folder} is ready. Give each player metadata/1.root.json as root.json.\n`;
    await answer(invocation, { folder }, text);
    return 0;
  },
};

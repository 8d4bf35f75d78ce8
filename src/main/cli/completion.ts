import { message } from '../../shared/languages/message.ts';
import { firstWord, wrongUsage } from './arguments.ts';
import type { Command, Reference } from './command.ts';
import { bash } from './completion/bash.ts';
import { fish } from './completion/fish.ts';
import { zsh } from './completion/zsh.ts';

const scripts: Readonly<Record<string, (reference: Reference) => string>> = { bash, fish, zsh };

export const command: Command = {
  name: 'completion',
  summary: 'Prints a script that completes commands and options in a shell.',
  usage: 'bash|zsh|fish',
  options: {},
  json: false,
  positionals: { least: 1, most: 1 },
  details: `
bash  vitrine completion bash > /etc/bash_completion.d/vitrine
zsh   vitrine completion zsh > "\${fpath[1]}/_vitrine"
fish  vitrine completion fish > ~/.config/fish/completions/vitrine.fish
The kiosk package has the one for bash already.`,
  async run(invocation) {
    const shell = firstWord(invocation, 'bash, zsh or fish');
    const write = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (write === undefined) throw wrongUsage(message('wrong-usage.shell', { value: shell }));
    await invocation.out(write(await invocation.reference()));
    return 0;
  },
};

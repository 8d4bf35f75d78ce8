import { message } from '../../shared/languages/message.ts';
import { firstWord, wrongUsage } from './arguments.ts';
import type { Command } from './command.ts';

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
    // What lists all commands loads all of them.
    const { reference } = await import('./help.ts');
    if (shell === 'bash')
      await invocation.out((await import('./completion/bash.ts')).bash(await reference()));
    else if (shell === 'zsh')
      await invocation.out((await import('./completion/zsh.ts')).zsh(await reference()));
    else if (shell === 'fish')
      await invocation.out((await import('./completion/fish.ts')).fish(await reference()));
    else throw wrongUsage(message('wrong-usage.shell', { value: shell }));
    return 0;
  },
};

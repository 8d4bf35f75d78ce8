import type { Reference } from '../command.ts';
import { nextWords } from './next-words.ts';

/** For bash: the words of the commands, then the options of the one that was typed. */
export function bash({ commands }: Reference): string {
  const words = [...nextWords(commands)].map(
    ([prefix, next]) => `        '${prefix}') words='${next.join(' ')}' ;;`,
  );
  const options = commands.map(
    ({ name, options }) =>
      `        '${name}') options='${options.map((option) => `--${option}`).join(' ')}' ;;`,
  );
  return `# Completion of vitrine for bash, written from its commands.
_vitrine() {
    local current=\${COMP_WORDS[COMP_CWORD]} typed='' words='' options='' index
    for ((index = 1; index < COMP_CWORD; index++)); do
        [[ \${COMP_WORDS[index]} == -* ]] && break
        typed="\${typed:+$typed }\${COMP_WORDS[index]}"
    done
    case $typed in
${words.join('\n')}
    esac
    case $typed in
${options.join('\n')}
    esac
    COMPREPLY=()
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    else
        COMPREPLY=($(compgen -f -- "$current"))
    fi
}
complete -F _vitrine vitrine
`;
}

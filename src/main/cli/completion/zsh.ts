import type { Reference } from '../command.ts';
import { nextWords } from './next-words.ts';

/** For zsh: words of the commands, then options of the one that was typed, else files. */
export function zsh({ commands }: Reference): string {
  const words = [...nextWords(commands)].map(
    ([typed, next]) => `    '${typed}') next=(${next.join(' ')}) ;;`,
  );
  const options = commands.map(
    ({ name, options: own }) => `    '${name}') options=(${own.map((option) => `--${option}`).join(' ')}) ;;`,
  );
  return `#compdef vitrine
# Completion of vitrine for zsh, written from its commands.
_vitrine() {
  local typed='' word
  local -a next options
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] && break
    typed="\${typed:+$typed }$word"
  done
  case $typed in
${words.join('\n')}
  esac
  case $typed in
${options.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then compadd -- $options
  elif (( \${#next} )); then compadd -- $next
  else _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _vitrine "$@"; else compdef _vitrine vitrine; fi
`;
}

import type { Reference } from '../../src/main/cli/help.ts';

/** For bash: the words of the commands, then the options of the one that was typed. */
export function completion({ commands }: Reference): string {
  const prefixes = new Set(
    commands.flatMap(({ name }) => name.split(' ').map((_, index, words) => words.slice(0, index).join(' '))),
  );
  const words = [...prefixes].sort().map((prefix) => {
    const next = commands
      .map(({ name }) => name)
      .filter((name) => prefix === '' || name.startsWith(`${prefix} `))
      .map((name) => name.slice(prefix === '' ? 0 : prefix.length + 1).split(' ')[0]);
    return `        '${prefix}') words='${[...new Set(next)].sort().join(' ')}' ;;`;
  });
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

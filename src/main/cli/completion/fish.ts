import type { Reference } from '../command.ts';
import { nextWords } from './next-words.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** For fish: words of the commands with what they do, then options of the one that was typed. */
export function fish({ commands }: Reference): string {
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  const words = [...nextWords(commands)].flatMap(([typed, next]) =>
    next.map((word) => {
      const summary = summaries.get(typed === '' ? word : `${typed} ${word}`) ?? '';
      const description = summary === '' ? '' : ` -d ${quoted(summary)}`;
      return `complete -c vitrine -n '__vitrine_typed ${quoted(typed).replaceAll("'", '"')}' -f -a ${word}${description}`;
    }),
  );
  const options = commands.flatMap(({ name, options: own }) =>
    own.map((option) => `complete -c vitrine -n '__vitrine_typed "${name}"' -l ${option}`),
  );
  return `# Completion of vitrine for fish, written from its commands.
function __vitrine_typed
  set -l words
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    set -a words $word
  end
  test "$words" = "$argv[1]"
end
${[...words, ...options].join('\n')}
`;
}

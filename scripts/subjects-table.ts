import { code, markdownTable, withGenerated } from './generated.ts';
import { groups } from './subjects.ts';

/** The page with a table of every bench and proof. */
export function withSubjects(page: string): string {
  const rows = (['bench', 'prove'] as const).flatMap((group) =>
    Object.entries(groups[group]).map(([name, { takes, what }]) => [
      code(`npm run ${group} -- ${name}`),
      what,
      takes,
    ]),
  );
  return withGenerated(page, 'subjects', markdownTable([['command', 'what it shows', 'takes'], ...rows]));
}

// `npm run prove -- conformance`: how the client decodes every plausible form of answer.
import { table } from '../../../src/main/cli/text/table.ts';
import { judgeAll } from '../../../test/cms/conformance/judge.ts';

const verdicts = await judgeAll();
process.stdout.write(
  table(
    ['row', 'shape', 'as expected', 'outcome'],
    verdicts.map(({ row, variant, outcome, asExpected }) => [
      row,
      variant,
      asExpected ? 'yes' : 'NO',
      outcome,
    ]),
  ),
);
const accepted = verdicts.filter(({ outcome }) => outcome.startsWith('accepted')).length;
const wrong = verdicts.filter(({ asExpected }) => !asExpected).length;
process.stdout.write(
  `\n${verdicts.length} shapes: ${accepted} accepted, ${verdicts.length - accepted} refused with a reason, ${wrong} not as expected\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;

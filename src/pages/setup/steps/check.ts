import { findingName, type SetupFinding } from '../../../shared/setup.ts';
import { element } from '../element.ts';
import { type Guide, joined, type Step } from '../guide.ts';

/** Doctor's findings on all entered values, before anything is saved. */
export function checkStep(guide: Guide, findings: readonly SetupFinding[]): Step {
  const { say } = guide.words;
  const failed = findings.filter(({ result }) => result === 'fail');
  const warned = findings.filter(({ result }) => result === 'warn');
  const line = ({ check, result, message, remedy }: SetupFinding): HTMLElement =>
    element(
      'li',
      {},
      element('span', { class: `lamp ${lamps[result]}`, 'aria-hidden': 'true' }),
      element(
        'div',
        { class: 'grow' },
        say(findingName(check)),
        element('small', {}, joined(message, remedy)),
      ),
    );
  const list = (some: readonly SetupFinding[]): HTMLElement =>
    element('ul', { class: 'list findings' }, ...some.map(line));
  const part = (className: string, title: string, some: readonly SetupFinding[]): HTMLElement | null =>
    some.length === 0
      ? null
      : element('section', {}, element('p', { class: `notice ${className}` }, title), list(some));
  return {
    number: 4,
    title: say('setup.check.title'),
    content: [
      part('dark', say('setup.check.fail'), failed),
      part('attention', say('setup.check.warn'), warned),
      failed.length + warned.length > 0
        ? null
        : element('p', { class: 'notice well' }, say('setup.check.well')),
      element(
        'details',
        {},
        element('summary', {}, say('setup.check.details')),
        list(findings.filter(({ result }) => result === 'ok')),
      ),
    ],
    action: say(failed.length > 0 ? 'setup.check.anyway' : 'setup.check.go'),
    back: () => guide.steps.how(guide),
    go: async () => {
      await guide.channel.ask({ act: 'finish' });
      return guide.steps.done(guide);
    },
  };
}

const lamps = { ok: 'well', warn: 'attention', fail: 'dark' } as const;

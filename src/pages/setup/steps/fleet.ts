import { meaningOf } from '../../../shared/setup.ts';
import { Refused } from '../channel.ts';
import { element, hintOf } from '../element.ts';
import type { Guide } from '../guide.ts';
import { readFileOrCode } from '../read-code.ts';

/** For joining a fleet: its enrolment, from a photo of the code or from the file. */
export function fleetField(guide: Guide): HTMLElement {
  const { say } = guide.words;
  const input = element('input', {
    type: 'file',
    name: 'enrolment',
    accept: 'image/*,.json,application/json',
  });
  const outcome = element('span', { class: 'hint', role: 'status' }, guide.entries.fleet);
  const take = async (file: File): Promise<string> => {
    const enrolment = await readFileOrCode(file);
    if (enrolment === null) return say('setup.how.fleet.unread');
    const { fleet } = await guide.channel.ask({ act: 'enrol', enrolment });
    guide.entries = { ...guide.entries, fleet: say('setup.how.fleet.there', { fleet }) };
    return guide.entries.fleet;
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (!file) return;
    void take(file)
      .catch((error: unknown) =>
        say(error instanceof Refused ? meaningOf(error.refusal.code) : 'setup.how.fleet.unread'),
      )
      .then((text) => {
        outcome.textContent = text;
      });
  });
  return element(
    'label',
    { class: 'field' },
    say('setup.how.fleet'),
    input,
    hintOf(say('setup.how.fleet.hint')),
    outcome,
  );
}

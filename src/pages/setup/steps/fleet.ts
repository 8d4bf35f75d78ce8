import { meaningOf } from '../../../shared/setup.ts';
import { Refused } from '../channel.ts';
import type { Guide } from '../guide.ts';
import { fileField } from './file-field.ts';

/** For joining a fleet: its enrolment, from a photo of the code or from the file. */
export function fleetField(guide: Guide): HTMLElement {
  const { say } = guide.words;
  const take = async (enrolment: string | null): Promise<string> => {
    if (enrolment === null) return say('setup.how.fleet.unread');
    const { fleet } = await guide.channel.ask({ act: 'enrol', enrolment });
    guide.entries = { ...guide.entries, fleet: say('setup.how.fleet.there', { fleet }) };
    return guide.entries.fleet;
  };
  return fileField({
    name: 'enrolment',
    accept: 'image/*,.json,application/json',
    label: say('setup.how.fleet'),
    choose: say('setup.choose-file'),
    hint: say('setup.how.fleet.hint'),
    wait: say('setup.wait'),
    outcome: guide.entries.fleet,
    take: (text) =>
      take(text).catch((error: unknown) =>
        say(error instanceof Refused ? meaningOf(error.refusal.code) : 'setup.how.fleet.unread'),
      ),
  });
}

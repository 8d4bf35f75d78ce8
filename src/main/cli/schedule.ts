import { systemZone } from '../engine/system-zone.ts';
import { VitrineError } from '../errors.ts';
import { evaluate, type ScheduleInput } from '../schedule/evaluate.ts';
import { explain } from '../schedule/explain.ts';
import { parseInstant } from '../schedule/instant.ts';
import { chooseZone } from '../schedule/zone.ts';
import { readStore } from '../store/read.ts';
import type { Command, Invocation } from './command.ts';
import { dayText, scheduleText } from './schedule-text.ts';

export const scheduleCommand: Command = {
  name: 'schedule',
  summary: 'What plays at an instant, why each other entry does not, and when that changes.',
  usage: '[--at ISO | --day YYYY-MM-DD] [--screen ID] [--json]',
  options: { at: { type: 'string' }, day: { type: 'string' }, screen: { type: 'string' } },
  details: `
It reads the stored edition: no network and no running player are needed.

--at      an instant such as 2026-11-21T08:30:00 (in the player's zone) or 2026-11-21T07:30:00Z; now when left out
--day     what changes at which time of that day
--screen  for players with several screens; the first one when left out`,
  async run(invocation) {
    const store = await readStore(invocation.config.dataDir);
    try {
      const stored = store.active();
      if (stored === null)
        throw new VitrineError('permanent', 'no-edition', 'There is no edition in the store yet.', {
          remedy: 'Let the player sync once (vitrine sync --once), or check VITRINE_DATA_DIR.',
        });
      const { edition } = stored;
      return answer(invocation, {
        edition,
        screenId: screenOf(invocation, Object.keys(edition.screens)),
        zone: zoneOf(invocation, edition.settings.timeZone),
        holdings: store.holdings(edition),
        clockTrusted: true,
        defaultTransition: invocation.config.transition,
      });
    } finally {
      await store.close();
    }
  },
};

function answer({ values, json, out }: Invocation, input: ScheduleInput): number {
  const { at, day } = values;
  if (typeof day === 'string') {
    if (at !== undefined || json)
      throw new VitrineError('usage', 'wrong-usage', '--day stands alone: it takes neither --at nor --json.');
    out(dayText(input, day));
    return 0;
  }
  const instant = typeof at === 'string' ? parseInstant(at, input.zone) : Date.now();
  const evaluation = evaluate({ ...input, at: instant });
  out(json ? `${JSON.stringify(explain(evaluation), null, 2)}\n` : scheduleText(input.edition, evaluation));
  return 0;
}

function screenOf({ values }: Invocation, screens: readonly string[]): string {
  const [first] = screens;
  const wanted = typeof values.screen === 'string' ? values.screen : first;
  if (wanted !== undefined && screens.includes(wanted)) return wanted;
  throw new VitrineError('usage', 'unknown-screen', `There is no screen ${JSON.stringify(wanted ?? '')}.`, {
    remedy: `Known screens: ${screens.join(', ') || 'none'}.`,
  });
}

function zoneOf({ config, progress }: Invocation, cms: string | null): string {
  const choice = chooseZone({ cms, configuration: config.timeZone, system: systemZone() });
  for (const warning of choice.warnings) progress(`${warning} ${choice.zone} is used.\n`);
  return choice.zone;
}

import { inEnglish, message } from '../../shared/languages/message.ts';
import { systemZone } from '../edition/system-zone.ts';
import { chooseZone } from '../edition/zone.ts';
import { VitrineError } from '../ground/errors.ts';
import { editionFaults } from '../schedule/edition-faults.ts';
import { type Evaluation, evaluate } from '../schedule/evaluate.ts';
import { explain } from '../schedule/explain.ts';
import { following } from '../schedule/following.ts';
import { dayOf, parseInstant } from '../schedule/instant.ts';
import { requestedShow } from '../schedule/requested-show.ts';
import type { ScheduleInput } from '../schedule/scene.ts';
import { distrust } from '../schedule/trust.ts';
import { answer } from './answer.ts';
import { wrongUsage } from './arguments.ts';
import type { Command, Invocation } from './command.ts';
import { withStore } from './stored.ts';
import { dayText, type NextShow, scheduleText } from './text/schedule.ts';

/** Limits the printed changes of a day. */
const mostChanges = 2000;

/** Limits how many invisible changes the search for the next visible one skips. */
const mostReasons = 200;

export const command: Command = {
  name: 'schedule',
  summary: 'Shows what plays at a given time, why other entries do not, and when that changes.',
  usage: '[--at ISO | --day YYYY-MM-DD] [--screen ID] [--ids] [--json]',
  options: {
    at: { type: 'string' },
    day: { type: 'string' },
    screen: { type: 'string' },
    ids: { type: 'boolean' },
  },
  details: `
Reads the stored content: needs neither network nor a running player.

--at      a time such as 2026-11-21T08:30 (in the player's time zone) or 2026-11-21T07:30Z; default: now
--day     list the changes of that day (in the player's time zone)
--screen  for players with several screens, with the zone if a screen has zones: 1/side;
          default: the first one
--ids     also show entry ids and reason codes`,
  async run(invocation) {
    const { config, values, progress } = invocation;
    if (values.at !== undefined && values.day !== undefined)
      throw wrongUsage(message('wrong-usage.both', { first: '--at', second: '--day' }));
    await withStore(invocation, async (store) => {
      const edition = store.show()?.edition;
      if (edition === undefined) throw new VitrineError('permanent', message('edition-not-found'));
      for (const fault of editionFaults(edition)) progress(`${inEnglish(fault)}\n`);
      const input: ScheduleInput = {
        edition,
        // Without an assignment there is still one screen, on which nothing plays.
        screenId: screenOf(invocation, Object.keys(edition.screens)),
        zone: zoneOf(invocation, edition.settings.timeZone),
        holdings: store.holdings(edition),
        clockTrusted: true,
        defaultTransition: config.transition,
      };
      if (typeof values.day === 'string') return answerDay(invocation, input, values.day);
      const evaluation = evaluateAt(input, values.at);
      const next = nextShow(input, evaluation);
      return answer(invocation, explain(evaluation, edition, input.screenId), (columns) =>
        scheduleText(edition, evaluation, next, { columns, ids: values.ids === true }),
      );
    });
    return 0;
  },
};

/** A requested instant is always trusted; the clock only when it shows a plausible time. */
function evaluateAt(input: ScheduleInput, at: unknown): Evaluation {
  if (typeof at === 'string') return evaluate({ ...input, at: parseInstant(at, input.zone) });
  const now = Date.now();
  return evaluate({ ...input, at: now, clockTrusted: distrust(now, 0, null) === null });
}

function answerDay(invocation: Invocation, input: ScheduleInput, date: string): Promise<void> {
  const { from, until } = dayOf(date, input.zone);
  const first = evaluate({ ...input, at: from });
  const evaluations = [first];
  let more = false;
  for (const evaluation of following(input, first)) {
    more = evaluation.at < until;
    if (!more || evaluations.length > mostChanges) break;
    evaluations.push(evaluation);
  }
  const changes = evaluations.map((one) => explain(one, input.edition, input.screenId));
  const report = { day: date, zone: input.zone, changes, more };
  return answer(invocation, report, (columns) =>
    dayText(input.edition, date, evaluations, more, { columns, ids: invocation.values.ids === true }),
  );
}

/** Skips changes that alter only reasons: they are invisible on the screen. */
function nextShow(input: ScheduleInput, now: Evaluation): NextShow {
  let lookedUntil = now.at;
  let looked = 0;
  for (const later of following(input, now)) {
    if (shown(later) !== shown(now)) return { at: later.at, lookedUntil };
    lookedUntil = later.at;
    if (++looked === mostReasons) return { at: null, lookedUntil };
  }
  return { at: null, lookedUntil: null };
}

function shown({ cues }: Evaluation): string {
  return JSON.stringify(cues.map(({ id, durationMs, sound }) => [id, durationMs, sound]));
}

function screenOf({ config, values }: Invocation, screens: readonly string[]): string {
  const [first = '1'] = screens;
  const requested = typeof values.screen === 'string' ? values.screen : first;
  const wanted = requestedShow(screens, requested, config.screens === 'all' && /^\d+(\/|$)/.test(requested));
  if (screens.includes(wanted) || screens.length === 0) return wanted;
  throw new VitrineError(
    'usage',
    message('unknown-screen', { screen: wanted, known: screens.join(', ') || 'none' }),
  );
}

function zoneOf({ config, progress }: Invocation, cms: string | null): string {
  const choice = chooseZone({ cms, configuration: config.timeZone, system: systemZone() });
  for (const warning of choice.warnings) progress(`${inEnglish(warning)} ${choice.zone} is used.\n`);
  return choice.zone;
}

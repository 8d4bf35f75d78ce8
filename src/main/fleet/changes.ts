import type { FleetEvent } from '../store/fleet-rows.ts';
import type { State } from './state.ts';

/** Events for the screen's history: the differences between two states. */
export function changesBetween(before: State | null, state: State, now: number): readonly FleetEvent[] {
  const event = (kind: string, sentence: string): FleetEvent => ({ at: now, kind, sentence });
  if (before === null) return [event('start', `Version ${state.version} runs. ${state.sentence}`)];
  const isOther =
    JSON.stringify([before.verdict, before.reasons]) !== JSON.stringify([state.verdict, state.reasons]);
  return [
    ...(isOther ? [event('health', `${state.verdict}: ${state.sentence}`)] : []),
    ...(before.edition?.id !== state.edition?.id
      ? [
          event(
            'edition',
            state.edition === null ? 'There is no content.' : `Content version ${state.edition.id} plays.`,
          ),
        ]
      : []),
    ...(before.update.state !== state.update.state || before.update.blocked !== state.update.blocked
      ? [event('update', state.update.sentence)]
      : []),
    ...(before.mode !== state.mode ? [event('mode', `The player is in ${state.mode} mode.`)] : []),
  ];
}

import { type Message, message } from '../../shared/languages/message.ts';
import { type UpdateState, whyOf } from './state.ts';
import type { Check } from './trial.ts';
import type { UpdateStatus, WantedRelease } from './update-status.ts';
import { isoOf, type Next, type Step } from './updates-needs.ts';

const dayMs = 86_400_000;
const checks = 4;

export interface StatusFacts {
  readonly kept: UpdateState;
  readonly running: string;
  readonly step: Step;
  readonly next: Next | null;
  readonly wanted: WantedRelease | null;
  /** Open checks of the trial; null: not judged yet. */
  readonly left: readonly Check[] | null;
  readonly lost: Message | null;
  readonly hasServer: boolean;
  readonly lastLookAt: number | null;
  readonly lastError: UpdateStatus['lastError'];
  readonly now: number;
  readonly untilSwitchMs: number;
}

export function statusOf(facts: StatusFacts): UpdateStatus {
  const { kept, running, next, wanted, left, lost, lastLookAt, lastError, now, untilSwitchMs } = facts;
  const { trial, blocked } = kept;
  const state = stateOf(facts);
  const isTrial = trial?.release === running;
  return {
    state,
    sentence: sentenceOf(facts, state),
    running,
    next: next && { version: next.release.version, bytes: next.release.bytes, received: next.received },
    switchAt: state === 'ready' ? isoOf(now + untilSwitchMs) : null,
    trial: isTrial ? { version: trial.version, since: trial.since, left: left ?? [], of: checks } : null,
    wanted,
    lost,
    overdue: overdueOf(facts),
    blocked: blocked.map(({ sentence, ...one }) => ({ ...one, why: whyOf({ ...one, sentence }) })),
    lastLookAt: lastLookAt === null ? null : isoOf(lastLookAt),
    lastError,
  };
}

function stateOf({ kept, running, step, next, hasServer }: StatusFacts): UpdateStatus['state'] {
  if (step !== 'waiting') return step;
  if (kept.trial?.release === running) return 'trying';
  if (kept.doubt !== null) return 'doubting';
  if (kept.held) return 'held';
  if (!hasServer && next === null) return 'off';
  return next?.isHere ? 'ready' : 'waiting';
}

/** Null: what waits is started in time. */
function overdueOf({ kept: { waiting }, now }: StatusFacts): Message | null {
  if (waiting === null || now - waiting.switchAt < dayMs) return null;
  return message('update.overdue', { version: waiting.version, since: isoOf(waiting.switchAt) });
}

function sentenceOf(facts: StatusFacts, state: UpdateStatus['state']): Message {
  const { kept, next, left, lastLookAt, lastError, now } = facts;
  const { trial, doubt, waiting } = kept;
  const version = next?.release.version ?? '';
  switch (state) {
    case 'trying': {
      const { version: tried = '', since = '' } = trial ?? {};
      const open = left?.length ?? checks;
      return message('update.state.trying', { version: tried, since, left: open, of: checks });
    }
    case 'doubting':
      return message(`update.state.doubting.${doubt?.about ?? 'cms'}`, { version: doubt?.version ?? '' });
    case 'held':
      return message('update.state.held');
    case 'off':
      return lastError?.message ?? message('update-off.no-address');
    case 'looking':
      return message('update.state.looking');
    case 'fetching':
      return message('update.state.fetching', { version });
    case 'unpacking':
      return message('update.state.unpacking', { version });
    case 'ready':
      if (waiting !== null && now > waiting.switchAt)
        return message('update.state.ready.missed', { version, after: isoOf(waiting.switchAt + dayMs) });
      return next?.isRequested || next?.wanted?.atOnce
        ? message('update.state.ready.soon', { version })
        : message('update.state.ready', { version });
    case 'ending':
      return message('update.state.ending');
    default:
      return lastError?.message ?? message(lastLookAt === null ? 'update.state.waiting' : 'update-none');
  }
}

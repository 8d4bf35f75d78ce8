import * as v from 'valibot';
import {
  inEnglish,
  isKnownMessage,
  type Message,
  message,
  verbatim,
} from '../../shared/languages/message.ts';
import { floorsSchema, noFloors } from '../release/kept-trust.ts';
import { compareVersions } from '../release/release.ts';

/** `factory`: the release that was installed manually and is never removed; otherwise the hash of a package. */
export type ReleaseId = string;
const releaseId = v.pipe(v.string(), v.regex(/^(factory|[0-9a-f]{64})$/));

/** What the previous release did. Its successor must do as much, and no more. */
const before = v.object({
  /** An item was visible. */
  plays: v.boolean(),
  /** It went from item to item. */
  changes: v.boolean(),
  /** The CMS was reached within the last hour. */
  cms: v.boolean(),
  /** The most in any ten minutes of the last day in which a display was on. */
  revives: v.number(),
  /** The most of the last day in which a display was on. */
  memoryBytes: v.number(),
  /** How long its first item took. */
  firstItemMs: v.optional(v.number(), 0),
  /** Nothing is due before this time, in epoch milliseconds. */
  idleUntil: v.optional(v.number(), 0),
});
export type Before = v.InferOutput<typeof before>;

const named = { release: releaseId, version: v.string() };

const trial = v.object({
  ...named,
  since: v.string(),
  attempts: v.number(),
  before,
  cms: v.boolean(),
  /** The start of the player that began the trial: until it ends, nothing can start this release. */
  by: v.optional(v.nullable(v.string()), null),
});
export type Trial = v.InferOutput<typeof trial>;

/** A release that lost the CMS or finds nothing to show: the previous one starts to check whether it does better. */
const doubt = v.object({
  ...named,
  since: v.string(),
  before,
  about: v.optional(v.picklist(['cms', 'show']), 'cms'),
});

/** A downloaded release that waits for its time. */
const waiting = v.object({
  ...named,
  /** Its first time to start, in epoch milliseconds. A player that is off then takes it at its next start. */
  switchAt: v.number(),
  /** False: the fleet requested it, and may withdraw the request. */
  isOwn: v.boolean(),
  /** What the running release did lately: at a start there are no observations yet. */
  before: v.nullable(before),
});
export type Waiting = v.InferOutput<typeof waiting>;

/** A release whose start could not be counted. */
const unbegun = v.object({ ...named, at: v.string() });

/** `why` is English, which earlier versions read; `sentence` is the message that it was made of. */
const blocked = v.object({
  ...named,
  code: v.string(),
  why: v.string(),
  sentence: v.optional(v.fallback(v.nullable(v.custom<Message>(isKnownMessage)), null), null),
  at: v.string(),
});
export type Blocked = v.InferOutput<typeof blocked>;

export const whyOf = ({ why, sentence }: Pick<Blocked, 'why' | 'sentence'>): Message =>
  sentence ?? verbatim(why);

/**
 * One release writes it, and the previous or next one reads it: later fields must be optional, or a trial would be lost half
 * way.
 */
export const stateSchema = v.object({
  /** Drawn once: decides the player's place in rollouts. */
  playerId: v.string(),
  current: releaseId,
  previous: v.nullable(releaseId),
  trial: v.nullable(trial),
  doubt: v.nullable(doubt),
  blocked: v.array(blocked),
  /** The newest kept version: only a recall leads below it. */
  floor: v.nullable(v.string()),
  /** The hash of the installation's first root, and the oldest versions that are trusted under it. */
  origin: v.nullable(v.string()),
  floors: floorsSchema,
  held: v.boolean(),
  /** The current release that no longer starts, until another one is kept. */
  lost: v.optional(v.nullable(v.object({ release: releaseId, version: v.string(), at: v.string() })), null),
  /** Version of the package below the releases, where a package manager may change it; releases are valid for it alone. */
  over: v.optional(v.nullable(v.string()), null),
  unbegun: v.optional(v.nullable(unbegun), null),
  waiting: v.optional(v.nullable(waiting), null),
});
export type UpdateState = v.InferOutput<typeof stateSchema>;

export const factory = 'factory';
/** The launcher passes the started release in it. */
export const releaseVariable = 'VITRINE_RELEASE';
/** The launcher passes the version of the package below the releases in it, where a package manager may change that. */
export const overVariable = 'VITRINE_FACTORY';
/** What the launcher starts so often in vain, it starts no more. */
export const mostAttempts = 3;
const mostBlocked = 20;
/** The launcher's count, beside the state: of a trial's starts, or of another release's failures in a row before it came up. */
export const attemptsOf = (release: ReleaseId, isTrial = false): string =>
  `${isTrial ? 'starts' : 'failed'}-${release}`;
/** A player creates this file before a requested end; the launcher removes it before each start. */
export const wantedEnd = 'ended';

export function freshState(playerId: string): UpdateState {
  const nothing = { origin: null, previous: null, trial: null, doubt: null, floor: null };
  return {
    playerId,
    current: factory,
    blocked: [],
    floors: noFloors,
    held: false,
    lost: null,
    over: null,
    unbegun: null,
    waiting: null,
    ...nothing,
  };
}

/** `by`: the start of the player that begins it. */
export function begun(
  state: UpdateState,
  next: Omit<Trial, 'attempts' | 'cms' | 'by'>,
  by: string | null = null,
): UpdateState {
  return {
    ...state,
    doubt: null,
    waiting: null,
    trial: { ...next, attempts: mostAttempts, cms: next.before.cms, by },
  };
}

export function kept(state: UpdateState): UpdateState {
  const { trial, current, floor } = state;
  if (trial === null) return state;
  const isNewer = floor === null || compareVersions(trial.version, floor) > 0;
  return {
    ...state,
    current: trial.release,
    previous: current,
    trial: null,
    floor: isNewer ? trial.version : floor,
    lost: null,
  };
}

export function takenBack(state: UpdateState, code: string, sentence: Message, at: string): UpdateState {
  const { trial } = state;
  if (trial === null) return state;
  const { release, version } = trial;
  return { ...block(state, { release, version, code, sentence, at }), trial: null };
}

/** The launcher went back to `running`, as the current release no longer starts. The player may download it again. */
export function fellBack(state: UpdateState, running: ReleaseId, at: string): UpdateState {
  const { current, floor } = state;
  const lost = { release: current, version: floor ?? current.slice(0, 12), at };
  return { ...state, current: running, previous: null, floor: null, lost };
}

const dayMs = 86_400_000;

/** Its start could not be counted, for example on a full disk. Each try ends the player, so the next one waits a day. */
export function withdrawn(state: UpdateState, at: string): UpdateState {
  const { trial } = state;
  if (trial === null) return state;
  const { release, version } = trial;
  return { ...state, trial: null, unbegun: { release, version, at } };
}

export function isUnbegun({ unbegun: one }: UpdateState, release: string, now: number): boolean {
  return one !== null && one.release === release && Math.abs(now - Date.parse(one.at)) < dayMs;
}

export function doubted(state: UpdateState, about: 'cms' | 'show', at: string): UpdateState {
  const { trial } = state;
  if (trial === null) return state;
  const { release, version, before: earlier } = trial;
  return { ...state, trial: null, doubt: { release, version, since: at, before: earlier, about } };
}

const doesBetter = {
  cms: { code: 'lost-cms', sentence: message('update.blocked.lost-cms') },
  show: { code: 'no-item', sentence: message('update.blocked.no-show') },
};

/** The previous release does better: the new one is at fault. */
export function confirmed(state: UpdateState, at: string): UpdateState {
  const { doubt: open } = state;
  if (open === null) return state;
  const { release, version, about } = open;
  return block({ ...state, doubt: null }, { release, version, ...doesBetter[about], at });
}

/** The previous release does no better: the new one gets another trial with fewer requirements. */
export function dispelled(
  state: UpdateState,
  less: Partial<Before>,
  at: string,
  by: string | null = null,
): UpdateState {
  const { doubt: open } = state;
  if (open === null) return state;
  const { release, version, before: earlier } = open;
  const next = { release, version, since: at, before: { ...earlier, ...less } };
  return begun({ ...state, doubt: null }, next, by);
}

/** Only a recall leads below the floor. */
export function recalled(state: UpdateState, version: string, at: string): UpdateState {
  const { current, previous } = state;
  if (current === factory) return state;
  const sentence = message('update.blocked.recalled');
  const without = block(state, { release: current, version, code: 'recalled', sentence, at });
  return { ...without, current: previous ?? factory, previous: null, floor: null };
}

function block(
  state: UpdateState,
  one: Omit<Blocked, 'why' | 'sentence'> & { readonly sentence: Message },
): UpdateState {
  const others = state.blocked.filter(({ release }) => release !== one.release);
  return { ...state, blocked: [...others, { ...one, why: inEnglish(one.sentence) }].slice(-mostBlocked) };
}

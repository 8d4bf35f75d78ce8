import * as v from 'valibot';
import {
  inEnglish,
  isKnownMessage,
  type Message,
  message,
  type Sentence,
} from '../../shared/languages/message.ts';
import { floorsSchema, noFloors } from '../release/kept-trust.ts';
import { compareVersions } from '../release/release.ts';

/** `factory`: the release that was installed by hand and is never removed; else the hash of a package. */
export type ReleaseId = string;
const releaseId = v.pipe(v.string(), v.regex(/^(factory|[0-9a-f]{64})$/));

/** What the release before did, which its successor is judged by: nothing more is asked of it. */
const before = v.object({
  /** An item was in sight. */
  plays: v.boolean(),
  /** It went from item to item. */
  changes: v.boolean(),
  /** The CMS was reached within the last hour. */
  cms: v.boolean(),
  /** The most in any ten minutes of the last day in which a display was on. */
  revives: v.number(),
  /** The most of the last day in which a display was on. */
  memoryBytes: v.number(),
  /** How long its first item was waited for. */
  firstItemMs: v.optional(v.number(), 0),
  /** Nothing is due until then, as an epoch. */
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
  /** The start of the player that began it: until that one has ended nobody could start this release. */
  by: v.optional(v.nullable(v.string()), null),
});
export type Trial = v.InferOutput<typeof trial>;

/** A release that lost the CMS or finds nothing to show: the one before is started to see whether it does better. */
const doubt = v.object({
  ...named,
  since: v.string(),
  before,
  about: v.optional(v.picklist(['cms', 'show']), 'cms'),
});

/** A release that is here and waits for its time. */
const waiting = v.object({
  ...named,
  /** When it would have been started first, as an epoch. A player that is off then takes it at its next start. */
  switchAt: v.number(),
  /** False: its fleet asks for it, which may think better of it. */
  isOwn: v.boolean(),
  /** What this release did lately: at a start nothing has been seen yet. */
  before: v.nullable(before),
});
export type Waiting = v.InferOutput<typeof waiting>;

/** The start of a release that could not be counted. */
const unbegun = v.object({ ...named, at: v.string() });

/** `why` is English, which earlier versions read; `said` is the message that it was made of. */
const blocked = v.object({
  ...named,
  code: v.string(),
  why: v.string(),
  said: v.optional(v.fallback(v.nullable(v.custom<Message>(isKnownMessage)), null), null),
  at: v.string(),
});
export type Blocked = v.InferOutput<typeof blocked>;

export const whyOf = ({ why, said }: Pick<Blocked, 'why' | 'said'>): Sentence => said ?? why;

/**
 * Written by one release and read by the one before or after it: a field that comes later must be optional, or a trial would
 * be forgotten in the middle.
 */
export const stateSchema = v.object({
  /** Drawn once: decides in which share of a rollout this player is. */
  playerId: v.string(),
  current: releaseId,
  previous: v.nullable(releaseId),
  trial: v.nullable(trial),
  doubt: v.nullable(doubt),
  blocked: v.array(blocked),
  /** The newest version that was kept: nothing older is taken, but by a recall. */
  floor: v.nullable(v.string()),
  /** The hash of the root that the installation began with, and the versions below which nothing is believed under it. */
  origin: v.nullable(v.string()),
  floors: floorsSchema,
  held: v.boolean(),
  /** What was current and does not start any more, until another one is kept. */
  lost: v.optional(v.nullable(v.object({ release: releaseId, version: v.string(), at: v.string() })), null),
  /** The version of the package below all this, where a package manager may change that; releases hold for it alone. */
  over: v.optional(v.nullable(v.string()), null),
  unbegun: v.optional(v.nullable(unbegun), null),
  waiting: v.optional(v.nullable(waiting), null),
});
export type UpdateState = v.InferOutput<typeof stateSchema>;

export const factory = 'factory';
/** By it the launcher says which release it has started. */
export const releaseVariable = 'VITRINE_RELEASE';
/** How often a trial is started before it is given up. A power cut counts too. */
export const mostAttempts = 3;
const mostBlocked = 20;
/** After so many ends in a row before it has come up a release is not started any more. */
export const mostFailures = 3;
/** Where the launcher counts them, in the folder of the state. */
export const failuresOf = (release: ReleaseId): string => `failed-${release}`;
/** A file by which a player says that its end is wanted; the launcher removes it before each start. */
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

export function begun(state: UpdateState, next: Omit<Trial, 'attempts' | 'cms' | 'by'>): UpdateState {
  return {
    ...state,
    doubt: null,
    waiting: null,
    trial: { ...next, attempts: mostAttempts, cms: next.before.cms, by: null },
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

export function takenBack(state: UpdateState, code: string, said: Message, at: string): UpdateState {
  const { trial } = state;
  if (trial === null) return state;
  const { release, version } = trial;
  return { ...block(state, { release, version, code, said, at }), trial: null };
}

/** Somebody has installed another package: that is what runs now, whatever was there before. */
export function laidOver(state: UpdateState, over: string | null): UpdateState {
  if (over === null || state.over === over) return state;
  const nothing = { previous: null, trial: null, doubt: null, waiting: null, floor: null, lost: null };
  const without = { current: factory, ...nothing };
  return state.over === null ? { ...state, over } : { ...state, over, ...without };
}

/** The launcher has gone back to `running`, as what is current does not start any more. It may come again, whole. */
export function fellBack(state: UpdateState, running: ReleaseId, at: string): UpdateState {
  const { current, floor } = state;
  const lost = { release: current, version: floor ?? current.slice(0, 12), at };
  return { ...state, current: running, previous: null, floor: null, lost };
}

const dayMs = 86_400_000;

/** Its start could not even be counted, as on a full disk: it may be tried another day, as each try ends the player. */
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
  cms: { code: 'lost-cms', said: message('update.blocked.lost-cms') },
  show: { code: 'no-item', said: message('update.blocked.no-show') },
};

/** The release before does better: so it was the new one's fault. */
export function confirmed(state: UpdateState, at: string): UpdateState {
  const { doubt: open } = state;
  if (open === null) return state;
  const { release, version, about } = open;
  return block({ ...state, doubt: null }, { release, version, ...doesBetter[about], at });
}

/** The release before does no better: the new one is tried again, and less is asked of it. */
export function dispelled(state: UpdateState, less: Partial<Before>, at: string): UpdateState {
  const { doubt: open } = state;
  if (open === null) return state;
  const { release, version, before: earlier } = open;
  return begun({ ...state, doubt: null }, { release, version, since: at, before: { ...earlier, ...less } });
}

/** A recall that names it is the one reason to go below the floor. */
export function recalled(state: UpdateState, version: string, at: string): UpdateState {
  const { current, previous } = state;
  if (current === factory) return state;
  const said = message('update.blocked.recalled');
  const without = block(state, { release: current, version, code: 'recalled', said, at });
  return { ...without, current: previous ?? factory, previous: null, floor: null };
}

function block(
  state: UpdateState,
  one: Omit<Blocked, 'why' | 'said'> & { readonly said: Message },
): UpdateState {
  const others = state.blocked.filter(({ release }) => release !== one.release);
  return { ...state, blocked: [...others, { ...one, why: inEnglish(one.said) }].slice(-mostBlocked) };
}

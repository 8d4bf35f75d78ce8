/** The topics of one player, and the command topics that it shares with others. */
export interface Topics {
  readonly online: string;
  readonly session: string;
  readonly about: string;
  readonly state: string;
  readonly metrics: string;
  readonly event: string;
  /** The desired state. */
  readonly desired: string;
  readonly result: string;
  readonly picture: string;
  /** Commands of the CMS for entries that begin or end. */
  readonly entry: string;
  /** The fleet's rollout. */
  readonly plan: string;
  /** Commands for this player: its own, those of its groups, and those for all. */
  readonly cmds: readonly string[];
}

const root = 'vitrine/v1';
/** Stands in the device's place: no device name contains `$`. */
const all = '$all';
const group = '$group-';

export function topicsOf(fleet: string, device: string, groups: readonly string[]): Topics {
  const own = (name: string): string => `${root}/${fleet}/${device}/${name}`;
  return {
    online: own('online'),
    session: own('session'),
    about: own('about'),
    state: own('state'),
    metrics: own('metrics'),
    event: own('event'),
    desired: own('desired'),
    result: own('result'),
    picture: own('picture'),
    entry: own('entry'),
    plan: rolloutTopic(fleet, 'plan'),
    cmds: [own('cmd'), ...groups.map((name) => cmdTopic(fleet, { group: name })), cmdTopic(fleet, 'all')],
  };
}

export type Audience = { readonly device: string } | { readonly group: string } | 'all';

export function cmdTopic(fleet: string, audience: Audience): string {
  const level =
    audience === 'all' ? all : 'group' in audience ? `${group}${audience.group}` : audience.device;
  return `${root}/${fleet}/${level}/cmd`;
}

/** The plan of the fleet's rollout, and its progress. */
export function rolloutTopic(fleet: string, name: 'plan' | 'progress'): string {
  return `${root}/${fleet}/$rollout/${name}`;
}

/** Where screens request their own broker user, and receive the answer. */
export function enrolTopic(fleet: string, name: 'request' | `answer/${string}`): string {
  return `${root}/${fleet}/$enrol/${name}`;
}

/** Everything of one player, or of the whole fleet. */
export function allTopicsOf(fleet: string, device?: string): string {
  return device === undefined ? `${root}/${fleet}/#` : `${root}/${fleet}/${device}/#`;
}

/** Private to one console: only it receives what it publishes here. */
export function consoleTopic(fleet: string, id: string): string {
  return `${root}/${fleet}/$console/${id}`;
}

/** This topic of every player. */
export function anyTopic(fleet: string, name: string): string {
  return `${root}/${fleet}/+/${name}`;
}

/** Device and name of a player's topic; null for all others. */
export function deviceOfTopic(topic: string): { readonly device: string; readonly name: string } | null {
  const [, , , device = '', name = ''] = topic.split('/');
  return device === '' || device.startsWith('$') ? null : { device, name };
}

/**
 * A broker ends a connection when another one logs in with its client id, so it should bind each id to one user:
 * docs/guide/fleet.md.
 */
export function clientIdOf(fleet: string, device: string): string {
  return `vitrine-${fleet}-${device}`;
}

/** Client id for shared enrolment credentials. It never equals a player's, so these credentials cannot disconnect a player. */
export function enrolClientId(user: string): string {
  return `vitrine-${user}`;
}

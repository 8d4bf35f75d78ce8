/** The topics of one player, and those of commands that are for several. */
export interface Topics {
  readonly online: string;
  readonly session: string;
  readonly about: string;
  readonly state: string;
  readonly metrics: string;
  readonly event: string;
  /** States to reach. */
  readonly desired: string;
  readonly result: string;
  readonly picture: string;
  /** The fleet's rollout. */
  readonly plan: string;
  /** Commands for this player: its own, those of its groups, and those for all. */
  readonly cmds: readonly string[];
}

const root = 'vitrine/v1';
/** In the place of a device: `$` is in no device's name. */
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

/** The rollout that a fleet has, and how far it is. */
export function rolloutTopic(fleet: string, name: 'plan' | 'progress'): string {
  return `${root}/${fleet}/$rollout/${name}`;
}

/** Where screens ask for users of their own, and hear what became of it. */
export function enrolTopic(fleet: string, name: 'request' | `answer/${string}`): string {
  return `${root}/${fleet}/$enrol/${name}`;
}

/** Everything of one player, or of the whole fleet. */
export function allTopicsOf(fleet: string, device?: string): string {
  return device === undefined ? `${root}/${fleet}/#` : `${root}/${fleet}/${device}/#`;
}

/** One console's own: what it says there comes back to it alone. */
export function consoleTopic(fleet: string, id: string): string {
  return `${root}/${fleet}/$console/${id}`;
}

/** That topic of every player. */
export function anyTopic(fleet: string, name: string): string {
  return `${root}/${fleet}/+/${name}`;
}

/** Whose topic it is, and which; null: it is no player's. */
export function deviceOfTopic(topic: string): { readonly device: string; readonly name: string } | null {
  const [, , , device = '', name = ''] = topic.split('/');
  return device === '' || device.startsWith('$') ? null : { device, name };
}

/**
 * By what the broker tells connections apart. Whoever comes in by the one of another ends its connection, so brokers should bind each
 * to its user: docs/guide/fleet.md.
 */
export function clientIdOf(fleet: string, device: string): string {
  return `vitrine-${fleet}-${device}`;
}

/** Of all that come with the credentials of many: with one that is theirs they cannot have that of a player. */
export function enrolClientId(user: string): string {
  return `vitrine-${user}`;
}

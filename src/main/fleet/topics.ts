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
    cmds: [own('cmd'), ...groups.map((name) => cmdTopic(fleet, { group: name })), cmdTopic(fleet, 'all')],
  };
}

export type Audience = { readonly device: string } | { readonly group: string } | 'all';

export function cmdTopic(fleet: string, audience: Audience): string {
  const level =
    audience === 'all' ? all : 'group' in audience ? `${group}${audience.group}` : audience.device;
  return `${root}/${fleet}/${level}/cmd`;
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

/** What a hostile page tries, and how it is told that it has got nowhere. */
export interface Attack {
  readonly area: string;
  readonly name: string;
  /** Runs in the page. There are `say(value)`, `attempt(task)`, `other` (the origin of another site) and `home` (its own). */
  readonly script: string;
  /** Before the script. */
  readonly html?: string;
  /** How long the page is left at it; `attempt`s that have all ended end it sooner. */
  readonly ms?: number;
  /** Takes long, or much of the machine: not for every gate. */
  readonly heavy?: true;
  /** What has happened and must not; null: nothing. */
  broke(seen: Seen): string | null;
}

export interface Seen {
  /** What the page said. */
  readonly said: readonly unknown[];
  /** What was asked of the server meanwhile: path and headers. */
  readonly asked: readonly Asked[];
  /** The page's address on the server. */
  readonly page: string;
  /** Bytes that processes of pages held at most, those that are left in the browser's profile, and were there at most. */
  readonly memoryBytes: number;
  readonly profileBytes: number;
  readonly storedBytes: number;
  readonly origin: string;
}

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The page tries one thing, which must be refused, or come to nothing. */
export function refused(area: string, name: string, task: string, more: Partial<Attack> = {}): Attack {
  return {
    area,
    name,
    script: `attempt(async () => { ${task} });`,
    broke: ({ said }) => (said.length === 0 ? 'the page said nothing' : letThrough(said)),
    ...more,
  };
}

/** What an `attempt` says when it was let. */
export function letThrough(said: readonly unknown[]): string | null {
  const done = said.find((value) => typeof value === 'string' && value.startsWith('done'));
  return done === undefined ? null : String(done);
}

/** The page does something that asks for this path when it gets through. */
export function neverAsked(
  area: string,
  name: string,
  path: string,
  script: string,
  more: Partial<Attack> = {},
): Attack {
  return {
    area,
    name,
    script,
    ms: 500,
    broke: ({ asked }) => (asked.some((each) => each.path.startsWith(path)) ? `${path} was asked for` : null),
    ...more,
  };
}

/** The page uses up what it can: the stage has to paint on meanwhile, which is looked at with every attack. */
export function burden(area: string, name: string, script: string, more: Partial<Attack> = {}): Attack {
  return { area, name, script, ms: 2500, heavy: true, broke: () => null, ...more };
}

export const mebibyte = 2 ** 20;

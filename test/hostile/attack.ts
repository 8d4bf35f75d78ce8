/** One attack of a hostile page, and the proof that it failed. */
export interface Attack {
  readonly area: string;
  readonly name: string;
  /** Runs in the page. There are `say(value)`, `attempt(task)`, `other` (the origin of another site) and `home` (its own). */
  readonly script: string;
  /** HTML before the script. */
  readonly html?: string;
  /** Duration of the attack; it ends sooner when all `attempt`s have ended. */
  readonly ms?: number;
  /** Long or heavy: not part of every gate. */
  readonly heavy?: true;
  /** The harm that was done; null: none. */
  broke(seen: Seen): string | null;
}

export interface Seen {
  /** The messages of the page. */
  readonly messages: readonly unknown[];
  /** The requests to the server meanwhile: path and headers. */
  readonly requested: readonly Asked[];
  /** The address of the page. */
  readonly page: string;
  /** Peak memory of the pages' processes, and bytes in the browser's profile, at the end and at most. */
  readonly memoryBytes: number;
  readonly profileBytes: number;
  readonly storedBytes: number;
  readonly origin: string;
}

export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** One attempt, which must be refused or have no effect. */
export function refused(area: string, name: string, task: string, more: Partial<Attack> = {}): Attack {
  return {
    area,
    name,
    script: `attempt(async () => { ${task} });`,
    broke: ({ messages }) => (messages.length === 0 ? 'the page said nothing' : letThrough(messages)),
    ...more,
  };
}

/** The message of an `attempt` that succeeded. */
export function letThrough(messages: readonly unknown[]): string | null {
  const done = messages.find((value) => typeof value === 'string' && value.startsWith('done'));
  return done === undefined ? null : String(done);
}

/** An attack that requests this path if it succeeds. */
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
    broke: ({ requested }) =>
      requested.some((each) => each.path.startsWith(path)) ? `${path} was asked for` : null,
    ...more,
  };
}

/** Exhausts a resource. The stage must keep painting, as every attack checks. */
export function burden(area: string, name: string, script: string, more: Partial<Attack> = {}): Attack {
  return { area, name, script, ms: 2500, heavy: true, broke: () => null, ...more };
}

export const mebibyte = 2 ** 20;

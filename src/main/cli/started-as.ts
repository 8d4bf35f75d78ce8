/** How this process was started. */
export interface StartedAs {
  /** What starts the same program once more stands between its path and the player's own arguments. */
  readonly program: readonly string[];
  /** The player's own: a command and what belongs to it. */
  readonly args: readonly string[];
}

export interface Runtime {
  readonly electron: boolean;
  /** Electron was started with a script, as in a checkout, and not as a packaged program. */
  readonly defaultApp: boolean;
  readonly windows: boolean;
}

const here: Runtime = {
  electron: process.versions.electron !== undefined,
  defaultApp: 'defaultApp' in process && process.defaultApp === true,
  windows: process.platform === 'win32',
};

/**
 * Chromium reads its switches from anywhere on Electron's command line, and whoever starts the program puts them first:
 * an AppImage adds `--no-sandbox` where the system lets nobody else make a sandbox. They are not the player's.
 */
export function startedAs(
  argv: readonly string[],
  { electron, defaultApp, windows }: Runtime = here,
): StartedAs {
  const [, ...given] = argv;
  if (!electron) return { program: given.slice(0, 1), args: own(given.slice(1)) };
  const [first, rest] = withoutSwitches(given);
  // Shortcuts on Windows start the program without a word, and nobody else there starts a crashed player again.
  if (!defaultApp)
    return { program: first, args: rest.length === 0 ? [windows ? 'launch' : 'run'] : own(rest) };
  const [script = '', ...afterScript] = rest;
  const [second, args] = withoutSwitches(afterScript);
  return { program: [...first, ...second, script], args: own(args) };
}

/** Electron takes some arguments for its own unless they stand behind this. */
function own(args: readonly string[]): readonly string[] {
  return args[0] === '--' ? args.slice(1) : args;
}

function withoutSwitches(words: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = words.findIndex((word) => !isSwitch(word));
  const count = end < 0 ? words.length : end;
  return [words.slice(0, count), words.slice(count)];
}

/** Options of ours that somebody may put before the command by mistake: they are refused, and not overlooked. */
const ours = new Set(['help', 'version', 'config', 'json', 'cms-only', 'cms-port']);

function isSwitch(word: string): boolean {
  const [, name] = /^--([a-z][a-z0-9-]*)(=|$)/.exec(word) ?? [];
  return name !== undefined && !ours.has(name);
}

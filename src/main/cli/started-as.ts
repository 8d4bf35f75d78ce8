/** How this process was started. */
export interface StartedAs {
  /** Executable and arguments before the player's own, to start the same program again. */
  readonly program: readonly string[];
  /** The player's own arguments: a command and its options. */
  readonly args: readonly string[];
}

export interface Runtime {
  readonly electron: boolean;
  /** Electron runs a script, as in a checkout, not a packaged program. */
  readonly defaultApp: boolean;
  readonly windows: boolean;
}

const here: Runtime = {
  electron: process.versions.electron !== undefined,
  defaultApp: 'defaultApp' in process && process.defaultApp === true,
  windows: process.platform === 'win32',
};

/**
 * Chromium reads its switches anywhere on Electron's command line, and launchers put them first: an AppImage adds `--no-sandbox`
 * where the system forbids user namespaces. They are not the player's arguments.
 */
export function startedAs(
  argv: readonly string[],
  { electron, defaultApp, windows }: Runtime = here,
): StartedAs {
  const [, ...given] = argv;
  if (!electron) return { program: given.slice(0, 1), args: own(given.slice(1)) };
  const [first, rest] = withoutSwitches(given);
  // Windows shortcuts pass no argument, and Windows has no service manager that restarts a crashed player.
  if (!defaultApp)
    return { program: first, args: rest.length === 0 ? [windows ? 'launch' : 'run'] : own(rest) };
  const [script = '', ...afterScript] = rest;
  const [second, args] = withoutSwitches(afterScript);
  return { program: [...first, ...second, script], args: own(args) };
}

/** Electron interprets some arguments unless `--` precedes them. */
function own(args: readonly string[]): readonly string[] {
  return args[0] === '--' ? args.slice(1) : args;
}

function withoutSwitches(words: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = words.findIndex((word) => !isSwitch(word));
  const count = end < 0 ? words.length : end;
  return [words.slice(0, count), words.slice(count)];
}

/** Our options may be put before the command by mistake: recognize them, so that parsing refuses them. */
const ours = new Set(['help', 'version', 'config', 'json', 'cms-only', 'cms-port', 'device']);

function isSwitch(word: string): boolean {
  const [, name] = /^--([a-z][a-z0-9-]*)(=|$)/.exec(word) ?? [];
  return name !== undefined && !ours.has(name);
}

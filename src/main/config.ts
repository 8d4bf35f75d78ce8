import * as v from 'valibot';
import type { Transition } from '../shared/programme.ts';
import { withEnvironment } from './config/environment.ts';
import { defaultDataDir, readFile } from './config/file.ts';
import { choices, type Look, type Settings, settingsSchema } from './config/settings.ts';
import { valueAt } from './config/written.ts';
import type { Assignment } from './edition/assignment.ts';
import { VitrineError } from './errors.ts';

export type { Look } from './config/settings.ts';

/** The settings as the player goes by them: those that are one choice together are one value. */
export interface Config
  extends Omit<
    Settings,
    'playlist' | 'device' | 'deviceGroup' | 'transition' | 'transitionSeconds' | 'screens'
  > {
  /** The file it was read from; null when there is none. */
  readonly file: string | null;
  readonly assignment: Assignment | null;
  readonly transition: Transition;
  /** The screens and what each one plays; `all`: the same show on every display that there is. */
  readonly screens: readonly ScreenPlan[] | 'all';
}

export interface ScreenPlan {
  readonly id: string;
  /** `primary`, a display's id, or its number from the left, 0 first. */
  readonly display: string | number;
  /** Id or name; null: what this player is assigned. */
  readonly playlist: string | null;
  /** What it has of its own, and the rest of `screen`. */
  readonly look: Look;
}

export type OAuthConfig = NonNullable<Settings['cms']['oauth']>;

export interface ConfigSources {
  /** From `--config`; it must exist then. */
  readonly file?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  /** True: the environment alone, as if there were no file. */
  readonly noFile?: boolean;
}

/** Reads file and environment. Throws one `usage` error that names every mistake with its path and reason. */
export function loadConfig(sources: ConfigSources = {}): Config {
  const { env = process.env } = sources;
  const { file, values } = written(sources, env);
  const { settings, mistakes } = interpret(withEnvironment(values, env), env);
  if (settings !== null && mistakes.length === 0) return configOf(settings, file);
  const lines = mistakes.map(({ line }) => line).join('; ');
  throw new VitrineError('usage', 'config-invalid', `The configuration has mistakes: ${lines}.`, {
    remedy: file ? `Mend them in ${file} or in the environment.` : 'Mend them in the environment.',
  });
}

/**
 * The configuration with its mistakes left out, for a player that has a show to go on with. Null when nothing can be
 * made of it.
 */
export function salvageConfig(sources: ConfigSources = {}): Config | null {
  const { env = process.env } = sources;
  let found: ReturnType<typeof written> = { file: null, values: {} };
  try {
    found = written(sources, env);
  } catch {
    // What cannot be read has nothing to salvage; the environment may still name the data folder.
  }
  const { values, variables } = withEnvironment(found.values, env);
  const { mistakes } = interpret({ values, variables }, env);
  const wrong = new Set(mistakes.flatMap(({ keys }) => keys));
  const right = Object.fromEntries(Object.entries(values).filter(([key]) => !wrong.has(key)));
  const { settings } = interpret({ values: right, variables }, env);
  return settings && configOf(settings, found.file);
}

function written({ file, noFile }: ConfigSources, env: NodeJS.ProcessEnv): ReturnType<typeof readFile> {
  return noFile ? { file: null, values: {} } : readFile(file ?? env.VITRINE_CONFIG ?? null, env);
}

interface Mistake {
  /** The outermost names that it concerns. */
  readonly keys: readonly string[];
  readonly line: string;
}

/** A mistake is told by the name under which it was written: the variable's for what came from the environment. */
function interpret(
  { values, variables }: ReturnType<typeof withEnvironment>,
  env: NodeJS.ProcessEnv,
): { readonly settings: Settings | null; readonly mistakes: readonly Mistake[] } {
  const nameOf = (path: string): string => variables.get(path) ?? path;
  const dataDir = values.dataDir ?? defaultDataDir(env);
  const parsed = v.safeParse(settingsSchema, { ...values, dataDir });
  const wrong = (parsed.issues ?? []).map((issue) => {
    const path = v.getDotPath(issue) ?? '';
    return { keys: path.split('.').slice(0, 1), line: `${nameOf(path) || 'the file'} ${issue.message}` };
  });
  const twice = choices.flatMap((choice) => {
    const given = choice.filter((path) => (valueAt(values, path) ?? null) !== null);
    if (given.length < 2) return [];
    const line = `${given.map(nameOf).join(' and ')} are set, of which only one can be`;
    return [{ keys: given.map((path) => path.split('.')[0] ?? ''), line }];
  });
  return { settings: parsed.success ? parsed.output : null, mistakes: [...wrong, ...twice] };
}

function configOf(settings: Settings, file: string | null): Config {
  const { playlist, device, deviceGroup, transition, transitionSeconds, screens, ...rest } = settings;
  const assigned = [
    { kind: 'playlist' as const, ref: playlist },
    { kind: 'device' as const, ref: device },
    { kind: 'deviceGroup' as const, ref: deviceGroup },
  ];
  return {
    ...rest,
    file,
    assignment: assigned.flatMap(({ kind, ref }) => (ref === null ? [] : [{ kind, ref }]))[0] ?? null,
    transition: {
      kind: transition,
      durationMs: transition === 'cut' ? 0 : Math.round(transitionSeconds * 1000),
    },
    screens:
      screens === 'all'
        ? screens
        : screens.map(({ id, display, playlist, ...own }) => ({
            id,
            display,
            playlist,
            look: {
              ...rest.screen,
              ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null)),
            },
          })),
  };
}

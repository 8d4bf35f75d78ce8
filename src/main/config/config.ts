import { hostname } from 'node:os';
import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import type { Transition } from '../../shared/programme.ts';
import type { Assignment } from '../edition/assignment.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { defaultDataDir, readFile } from './file.ts';
import { settings } from './list.ts';
import type { Look } from './look.ts';
import { mistakeOf } from './mistake.ts';
import { choices, type Settings, settingsSchema } from './settings.ts';
import { overSetup, readSetup } from './setup-file.ts';
import { isObject, type Values, valueAt, withValue } from './written.ts';

export type { Look } from './look.ts';

/** The effective configuration. Settings that form one choice are combined into one value. */
export interface Config
  extends Omit<
    Settings,
    'playlist' | 'device' | 'deviceGroup' | 'transition' | 'transitionSeconds' | 'screens'
  > {
  /** The configuration file; null if there is none. */
  readonly file: string | null;
  readonly assignment: Assignment | null;
  readonly transition: Transition;
  /** The screens and what each one plays; `all`: the same show on every display. */
  readonly screens: readonly ScreenPlan[] | 'all';
}

export interface ScreenPlan {
  readonly id: string;
  /** `primary`, a display's id, or its number from the left, 0 first. */
  readonly display: string | number;
  /** Id or name; null: the player's assignment. */
  readonly playlist: string | null;
  /** The screen's own settings over those of `screen`. */
  readonly look: Look;
}

export type OAuthConfig = NonNullable<Settings['cms']['oauth']>;

export const playerName = ({ name }: Pick<Config, 'name'>): string => name ?? hostname();

export interface ConfigSources {
  /** From `--config`; must exist. */
  readonly file?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  /** Ignores configuration files. */
  readonly noFile?: boolean;
  /** Choices of the setup in progress, instead of the saved ones. */
  readonly setup?: Values;
}

/** Reads file and environment. Throws one `usage` error that names every mistake with its path and reason. */
export function loadConfig(sources: ConfigSources = {}): Config {
  const { config, mistake } = readConfig(sources);
  if (mistake !== null) throw mistake;
  return config;
}

export type ConfigReading = {
  /** Top-level names of the ignored settings. */
  readonly leftOut: readonly string[];
  /** Why the choices from setup are ignored. */
  readonly setupFault: VitrineError | null;
} & (
  | { readonly config: Config; readonly mistake: null }
  /** `config`: without the invalid settings; null if the rest is unusable. */
  | { readonly config: Config | null; readonly mistake: VitrineError }
);

/** Reads the valid settings: for a player that can continue its show, and for doctor. */
export function readConfig(sources: ConfigSources = {}): ConfigReading {
  const { env = process.env, setup } = sources;
  const { file, values, unreadable } = written(sources, env);
  const { dataDir = defaultDataDir(env) } = withEnvironment(values, env).values;
  const chosen =
    setup || typeof dataDir !== 'string' ? { values: setup ?? {}, fault: null } : readSetup(dataDir);
  const setupFault = chosen.fault;
  const laid = withEnvironment(overSetup(values, chosen.values), env);
  const all = { ...laid.values, dataDir: laid.values.dataDir ?? defaultDataDir(env) };
  const mistakes = mistakesIn(all, laid.variables);
  const wrong = new Set(mistakes.flatMap(({ names }) => names));
  const right = Object.entries(all).filter(([name]) => !wrong.has(name));
  const parsed = v.safeParse(settingsSchema, { dataDir: defaultDataDir(env), ...Object.fromEntries(right) });
  const config = parsed.success ? configOf(parsed.output, file) : null;
  if (unreadable !== null)
    return { config, mistake: unreadable, leftOut: Object.keys(settingsSchema.entries), setupFault };
  if (config !== null && mistakes.length === 0) return { config, mistake: null, leftOut: [], setupFault };
  const mistake = new VitrineError('usage', message('config-invalid', { mistakes: together(mistakes) }), {
    remedy: file === null ? message('config.correct') : message('config.correct.file', { file }),
  });
  return { config, mistake, leftOut: [...wrong], setupFault };
}

/** Where the value of a setting comes from. */
export type Origin =
  | { readonly kind: 'variable' | 'file'; readonly name: string }
  /** Setup, or a change at the running player. */
  | { readonly kind: 'chosen' }
  | { readonly kind: 'default' };

/** Answers for one setting after the other; `chosen`: the contents of setup.json. */
export function originsOf(sources: ConfigSources, chosen: Values): (name: string) => Origin {
  const { env = process.env } = sources;
  const { file, values } = written(sources, env);
  const { variables } = withEnvironment(values, env);
  const isIn = (all: Values, name: string): boolean => (valueAt(all, name) ?? null) !== null;
  return (name) => {
    const variable = variables.get(name);
    if (variable !== undefined) return { kind: 'variable', name: variable };
    if (file !== null && (isIn(values, name) || isOfEveryScreen(values, name)))
      return { kind: 'file', name: file };
    return { kind: isIn(chosen, name) ? 'chosen' : 'default' };
  };
}

/** Each screen of a list may override the settings of `screen`: where all do, `screen` has no effect. */
function isOfEveryScreen({ screens }: Values, name: string): boolean {
  const [, own] = /^screen\.(\w+)$/.exec(name) ?? [];
  if (own === undefined || !Array.isArray(screens) || screens.length === 0) return false;
  return screens.every((screen) => isObject(screen) && (screen[own] ?? null) !== null);
}

/** With an unreadable file, the environment may still name the data folder. */
function written({ file = null, noFile }: ConfigSources, env: NodeJS.ProcessEnv) {
  try {
    const nothing = { file: null, values: {} };
    const found = noFile ? nothing : readFile(file ?? env.VITRINE_CONFIG ?? null, env);
    return { ...found, unreadable: null };
  } catch (thrown) {
    return { file: null, values: {}, unreadable: asVitrineError(thrown) };
  }
}

interface Mistake {
  /** Top-level names of the settings concerned. */
  readonly names: readonly string[];
  readonly sentence: Message;
}

/** Names come from the file, so their length is bounded. */
const longestName = 100;
/** At most so many mistakes are listed. */
const mostListed = 8;

function together(mistakes: readonly Mistake[]): Message {
  const listed: readonly Message[] = mistakes.slice(0, mostListed).map(({ sentence }) => sentence);
  const left = mistakes.length - listed.length;
  const all = left > 0 ? [...listed, message('config.mistakes.more', { count: left })] : listed;
  return all.reduce((first, next) => message('config.mistakes', { first, next }));
}

/** Names each mistake as it was written: by the variable for a value from the environment. */
function mistakesIn(values: Values, variables: ReadonlyMap<string, string>): readonly Mistake[] {
  const called = (path: string): string => variables.get(path) ?? path;
  const wrong = (v.safeParse(settingsSchema, values).issues ?? []).map((issue) => {
    const path = v.getDotPath(issue) ?? '';
    const setting = called(path).slice(0, longestName);
    return {
      names: outermost(path),
      sentence: message('config.mistake', { setting, mistake: mistakeOf(issue) }),
    };
  });
  const twice = choices.flatMap((choice) => {
    const given = choice.filter((path) => (valueAt(values, path) ?? null) !== null);
    const sentence = message('config.exclusive', { settings: given.map(called) });
    return given.length < 2 ? [] : [{ names: given.flatMap(outermost), sentence }];
  });
  return [...wrong, ...twice];
}

function outermost(path: string): readonly string[] {
  return path.split('.').slice(0, 1);
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

/** Applies the environment over the file's values, and returns which variable set which setting. */
function withEnvironment(
  file: Values,
  env: NodeJS.ProcessEnv,
): { readonly values: Values; readonly variables: ReadonlyMap<string, string> } {
  const variables = new Map<string, string>();
  for (const { name, variable } of settings) if (variable && env[variable]) variables.set(name, variable);
  let values = file;
  for (const choice of choices)
    if (choice.some((name) => variables.has(name)))
      for (const name of choice) values = withValue(values, name, undefined);
  for (const { name, variable, isNumber } of settings) {
    const raw = variable ? env[variable] : undefined;
    if (raw) values = withValue(values, name, isNumber && isDecimal(raw) ? Number(raw) : raw);
  }
  return { values, variables };
}

/** Other text stays text, and the schema reports it. */
function isDecimal(text: string): boolean {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text);
}

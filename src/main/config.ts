import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Transition } from '../shared/programme.ts';
import { systemCode, VitrineError } from './errors.ts';

export interface Config {
  /** The file it was read from; null when there is none. */
  readonly file: string | null;
  readonly cms: {
    readonly url: string | null;
    readonly token: string | null;
    readonly tokenFile: string | null;
    readonly oauth: OAuthConfig | null;
    readonly proxy: string | null;
    readonly caFile: string | null;
    /** Parsed by `cms/profile.ts`. */
    readonly profile: unknown;
  };
  readonly assignment: Assignment | null;
  readonly dataDir: string;
  readonly timeZone: string | null;
  readonly host: 'auto' | 'electron' | 'chromium';
  readonly chromium: { readonly executable: string | null; readonly user: string | null };
  readonly syncSeconds: number | null;
  readonly downloads: {
    readonly concurrency: number | null;
    readonly bytesPerSecond: number | null;
    readonly hours: { readonly from: string; readonly to: string } | null;
  };
  readonly storage: { readonly freeBytes: number | null; readonly quotaBytes: number | null };
  readonly transition: Transition;
  /** 0 = off. */
  readonly adminPort: number;
  readonly player: { readonly sync: 'free' | 'wallclock'; readonly atBoundary: 'cut' | 'finish' };
  /** What belongs to the place where the screen hangs: beats the CMS. */
  readonly screen: ScreenConfig;
  /** The screens and what each one plays; `all`: the same show on every display that there is. */
  readonly screens: readonly ScreenPlan[] | 'all';
}

export interface ScreenPlan {
  readonly id: string;
  /** `primary`, a display's id, or its place counted from the left, 0 first. */
  readonly display: string | number;
  /** Id or name; null: what this player is assigned. */
  readonly playlist: string | null;
  /** As `screen`, with what this one has of its own. */
  readonly look: ScreenConfig;
}

export interface OAuthConfig {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly clientSecretFile: string | null;
  readonly authUrl: string | null;
  readonly redirectPort: number;
}

export interface Assignment {
  readonly kind: 'playlist' | 'device' | 'deviceGroup';
  /** Id or name. */
  readonly ref: string;
}

export interface ScreenConfig {
  readonly rotation: 0 | 90 | 180 | 270 | null;
  readonly fit: 'contain' | 'cover' | 'stretch' | null;
  readonly background: string | null;
  /** Percent; the most that the CMS may ask for. */
  readonly volume: number | null;
  readonly region: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
}

const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'));
const whole = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );
const address = v.pipe(
  text,
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be an http or https address'),
);
const port = whole(0, 65535);
const timeZone = v.pipe(
  text,
  v.check(
    (value) => isTimeZone(value),
    'is not a time zone that this machine knows, for example Europe/Berlin',
  ),
);
const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`);
const clockTime = v.pipe(text, v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:30'));

/** Unknown names are mistakes: a misspelt setting that is silently ignored costs somebody a journey. */
const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? 'is not a setting'
      : issue.expected === 'Object'
        ? 'must be an object'
        : 'is missing',
  );

const reference = v.union(
  [text, v.pipe(whole(0, Number.MAX_SAFE_INTEGER), v.transform(String))],
  'must be an id or a name',
);

/** How a screen shows, where that is settled by the place where it hangs. */
const look = {
  rotation: v.optional(v.picklist([0, 90, 180, 270], 'must be 0, 90, 180 or 270')),
  fit: v.optional(oneOf(['contain', 'cover', 'stretch'])),
  background: v.optional(text),
  volume: v.optional(
    v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(100, 'must be at most 100')),
  ),
  region: v.optional(
    object({
      left: whole(0, 65535),
      top: whole(0, 65535),
      width: whole(1, 65535),
      height: whole(1, 65535),
    }),
  ),
};

const screenLook = object(look);

const screenPlan = object({
  id: v.pipe(
    v.union([text, v.pipe(whole(0, Number.MAX_SAFE_INTEGER), v.transform(String))], 'must be an id'),
    v.regex(/^[\w-]{1,40}$/, 'must be made of letters, digits, - and _'),
  ),
  display: v.optional(v.union([text, whole(0, 63)], 'must be “primary”, a display id or a number from 0')),
  playlist: v.optional(reference),
  ...look,
});

const everyDisplay = v.literal('all');

const screenPlans = v.pipe(
  v.array(screenPlan, 'must be “all” or a list of screens'),
  v.minLength(1, 'must name at least one screen'),
  v.check((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'names a screen twice'),
);

const fileSchema = object({
  cms: v.optional(
    object({
      url: v.optional(address),
      token: v.optional(text),
      tokenFile: v.optional(text),
      oauth: v.optional(
        object({
          clientId: text,
          clientSecret: v.optional(text),
          clientSecretFile: v.optional(text),
          authUrl: v.optional(address),
          redirectPort: v.optional(whole(1, 65535)),
        }),
      ),
      proxy: v.optional(address),
      caFile: v.optional(text),
      profile: v.optional(v.record(v.string(), v.unknown(), 'must be an object')),
    }),
  ),
  playlist: v.optional(reference),
  device: v.optional(reference),
  deviceGroup: v.optional(reference),
  dataDir: v.optional(text),
  timeZone: v.optional(timeZone),
  host: v.optional(oneOf(['auto', 'electron', 'chromium'])),
  chromium: v.optional(object({ executable: v.optional(text), user: v.optional(text) })),
  syncSeconds: v.optional(whole(1, 86_400)),
  downloads: v.optional(
    object({
      concurrency: v.optional(whole(1, 32)),
      bytesPerSecond: v.optional(whole(1024, Number.MAX_SAFE_INTEGER)),
      hours: v.optional(object({ from: clockTime, to: clockTime })),
    }),
  ),
  storage: v.optional(
    object({
      freeBytes: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
      quotaBytes: v.optional(whole(1, Number.MAX_SAFE_INTEGER)),
    }),
  ),
  transition: v.optional(oneOf(['cut', 'fade', 'slide'])),
  transitionSeconds: v.optional(v.pipe(v.number('must be a number'), v.minValue(0.1), v.maxValue(10))),
  adminPort: v.optional(port),
  player: v.optional(
    object({
      sync: v.optional(oneOf(['free', 'wallclock'])),
      atBoundary: v.optional(oneOf(['cut', 'finish'])),
    }),
  ),
  screen: v.optional(screenLook),
  // Not a union: it would say that something in the list is wrong, but not where.
  screens: v.optional(v.lazy((given) => (given === 'all' ? everyDisplay : screenPlans))),
});

type File = v.InferOutput<typeof fileSchema>;

/** Where each environment variable goes. Numbers are read as numbers. */
const environment: readonly {
  readonly name: string;
  readonly path: readonly string[];
  readonly number?: true;
}[] = [
  { name: 'VITRINE_CMS_URL', path: ['cms', 'url'] },
  { name: 'VITRINE_CMS_TOKEN', path: ['cms', 'token'] },
  { name: 'VITRINE_CMS_TOKEN_FILE', path: ['cms', 'tokenFile'] },
  { name: 'VITRINE_PLAYLIST', path: ['playlist'] },
  { name: 'VITRINE_DEVICE', path: ['device'] },
  { name: 'VITRINE_DEVICE_GROUP', path: ['deviceGroup'] },
  { name: 'VITRINE_DATA_DIR', path: ['dataDir'] },
  { name: 'VITRINE_TIME_ZONE', path: ['timeZone'] },
  { name: 'VITRINE_HOST', path: ['host'] },
  { name: 'VITRINE_SYNC_SECONDS', path: ['syncSeconds'], number: true },
  { name: 'VITRINE_TRANSITION', path: ['transition'] },
  { name: 'VITRINE_ADMIN_PORT', path: ['adminPort'], number: true },
  { name: 'VITRINE_CHROMIUM', path: ['chromium', 'executable'] },
];

export interface ConfigSources {
  /** From `--config`; it must exist then. */
  readonly file?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  /** True: the environment alone, as if there were no file. */
  readonly noFile?: boolean;
}

/** Reads file and environment. Throws one `usage` error that names every mistake with its path and reason. */
export function loadConfig(sources: ConfigSources = {}): Config {
  const env = sources.env ?? process.env;
  const named = sources.file ?? env.VITRINE_CONFIG ?? null;
  const found = sources.noFile
    ? { file: null, content: '{}' }
    : named
      ? { file: resolve(named), content: readNamed(named) }
      : readDefault(env);
  const values = parseJson(found);
  const fromEnvironment = withEnvironment(values, env);
  const parsed = v.safeParse(fileSchema, values);
  if (!parsed.success) throw mistakes(found.file, parsed.issues, fromEnvironment);
  return complete(parsed.output, found.file, env);
}

/**
 * The configuration with its mistakes left out, for a player that has a show to go on with. Null when nothing can
 * be made of it.
 */
export function salvageConfig(sources: ConfigSources = {}): Config | null {
  const env = sources.env ?? process.env;
  let values: Record<string, unknown> = {};
  let file: string | null = null;
  try {
    const named = sources.file ?? env.VITRINE_CONFIG ?? null;
    const found = named ? { file: resolve(named), content: readNamed(named) } : readDefault(env);
    file = found.file;
    values = parseJson(found);
  } catch {
    // What cannot be read has nothing to salvage; the environment may still name the data folder.
  }
  withEnvironment(values, env);
  for (const issue of v.safeParse(fileSchema, values).issues ?? []) {
    const key = issue.path?.[0]?.key;
    if (typeof key === 'string') delete values[key];
  }
  const parsed = v.safeParse(fileSchema, values);
  try {
    return parsed.success ? complete(parsed.output, file, env) : null;
  } catch {
    return complete(
      { ...(parsed.success && parsed.output.dataDir ? { dataDir: parsed.output.dataDir } : {}) },
      file,
      env,
    );
  }
}

function readNamed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

function readDefault(env: NodeJS.ProcessEnv): { file: string | null; content: string } {
  for (const file of defaultFiles(env)) {
    try {
      return { file, content: readFileSync(file, 'utf8') };
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw unreadable(file, error);
    }
  }
  return { file: null, content: '{}' };
}

function unreadable(file: string, cause: unknown): VitrineError {
  return new VitrineError(
    'usage',
    'config-unreadable',
    `The configuration ${file} cannot be read: ${systemCode(cause)}.`,
    {
      cause,
      remedy: 'Check the path and that this user may read it.',
    },
  );
}

function parseJson(found: { file: string | null; content: string }): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(found.content.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    // The parser's own message quotes the text around the mistake, which may hold a token.
    const position = /position (\d+)/.exec(String(cause))?.[1];
    const line = position ? found.content.slice(0, Number(position)).split('\n').length : null;
    throw new VitrineError(
      'usage',
      'config-not-json',
      `The configuration ${found.file} is not JSON${line ? ` (line ${line})` : ''}.`,
      { remedy: 'Look for a missing quote, comma or brace there.' },
    );
  }
  throw new VitrineError(
    'usage',
    'config-not-json',
    `The configuration ${found.file} must be a JSON object.`,
  );
}

/** Lays the environment over the file's values, in place; answers which paths came from which variable. */
function withEnvironment(
  values: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  const set = environment.filter(({ name }) => env[name] !== undefined && env[name] !== '');
  // The assignment and the token are one choice each: naming one kind in the environment undoes the others.
  const assignments = ['playlist', 'device', 'deviceGroup'];
  if (set.some(({ path }) => assignments.includes(path[0] ?? '')))
    for (const key of assignments) delete values[key];
  if (set.some(({ path }) => path[1] === 'token' || path[1] === 'tokenFile')) {
    const { token: _token, tokenFile: _file, ...rest } = asObject(values.cms);
    values.cms = rest;
  }
  for (const { name, path, number } of set) {
    const raw = env[name] ?? '';
    const value = number && /^-?\d+(\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
    const [first = '', second] = path;
    if (second === undefined) values[first] = value;
    else values[first] = { ...asObject(values[first]), [second]: value };
    origins.set(path.join('.'), name);
  }
  return origins;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function mistakes(
  file: string | null,
  issues: readonly v.BaseIssue<unknown>[],
  origins: ReadonlyMap<string, string>,
): VitrineError {
  const lines = issues.map((issue) => {
    const path = v.getDotPath(issue) ?? '';
    return `${origins.get(path) ?? (path || 'the file')} ${issue.message}`;
  });
  return new VitrineError('usage', 'config-invalid', `The configuration has mistakes: ${lines.join('; ')}.`, {
    remedy: file ? `Mend them in ${file} or in the environment.` : 'Mend them in the environment.',
  });
}

function complete(file: File, from: string | null, env: NodeJS.ProcessEnv): Config {
  const cms = file.cms ?? {};
  if (cms.token !== undefined && cms.tokenFile !== undefined) {
    throw new VitrineError('usage', 'config-invalid', 'Both a token and a token file are configured.', {
      remedy: 'Keep one of cms.token and cms.tokenFile.',
    });
  }
  return {
    file: from,
    cms: {
      url: cms.url ?? null,
      token: cms.token ?? null,
      tokenFile: cms.tokenFile ?? null,
      oauth: cms.oauth
        ? {
            clientId: cms.oauth.clientId,
            clientSecret: cms.oauth.clientSecret ?? null,
            clientSecretFile: cms.oauth.clientSecretFile ?? null,
            authUrl: cms.oauth.authUrl ?? null,
            redirectPort: cms.oauth.redirectPort ?? 8787,
          }
        : null,
      proxy: cms.proxy ?? null,
      caFile: cms.caFile ?? null,
      profile: cms.profile ?? {},
    },
    assignment: assignment(file),
    dataDir: resolve(file.dataDir ?? defaultDataDir(env)),
    timeZone: file.timeZone ?? null,
    host: file.host ?? 'auto',
    chromium: { executable: file.chromium?.executable ?? null, user: file.chromium?.user ?? null },
    syncSeconds: file.syncSeconds ?? null,
    downloads: {
      concurrency: file.downloads?.concurrency ?? null,
      bytesPerSecond: file.downloads?.bytesPerSecond ?? null,
      hours: file.downloads?.hours ?? null,
    },
    storage: { freeBytes: file.storage?.freeBytes ?? null, quotaBytes: file.storage?.quotaBytes ?? null },
    transition: transition(file.transition ?? 'cut', file.transitionSeconds ?? 0.8),
    adminPort: file.adminPort ?? 8780,
    player: { sync: file.player?.sync ?? 'free', atBoundary: file.player?.atBoundary ?? 'cut' },
    screen: lookOf(file.screen),
    screens: screens(file),
  };
}

type Look = v.InferOutput<typeof screenLook>;

function lookOf(own: Look = {}, otherwise: Look = {}): ScreenConfig {
  return {
    rotation: own.rotation ?? otherwise.rotation ?? null,
    fit: own.fit ?? otherwise.fit ?? null,
    background: own.background ?? otherwise.background ?? null,
    volume: own.volume ?? otherwise.volume ?? null,
    region: own.region ?? otherwise.region ?? null,
  };
}

/** Without a list there is one screen, on the primary display, and it plays what is assigned. */
function screens(file: File): Config['screens'] {
  if (file.screens === 'all') return 'all';
  return (file.screens ?? [{ id: '1' }]).map(({ id, display, playlist, ...own }) => ({
    id,
    display: display ?? 'primary',
    playlist: playlist ?? null,
    look: lookOf(own, file.screen),
  }));
}

function assignment(file: File): Assignment | null {
  const given = [
    { kind: 'playlist' as const, ref: file.playlist },
    { kind: 'device' as const, ref: file.device },
    { kind: 'deviceGroup' as const, ref: file.deviceGroup },
  ].flatMap(({ kind, ref }) => (ref === undefined ? [] : [{ kind, ref }]));
  if (given.length > 1) {
    throw new VitrineError(
      'usage',
      'config-invalid',
      `More than one of playlist, device and deviceGroup is configured: ${given.map(({ kind }) => kind).join(', ')}.`,
      { remedy: 'Keep the one that this player shall follow.' },
    );
  }
  return given[0] ?? null;
}

function transition(kind: Transition['kind'], seconds: number): Transition {
  return { kind, durationMs: kind === 'cut' ? 0 : Math.round(seconds * 1000) };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function defaultFiles(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === 'win32') {
    return [env.APPDATA, env.PROGRAMDATA].flatMap((folder) =>
      folder ? [join(folder, 'Vitrine', 'config.json')] : [],
    );
  }
  const own = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return [join(own, 'vitrine', 'config.json'), '/etc/vitrine/config.json'];
}

function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? homedir(), 'Vitrine');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'vitrine');
}

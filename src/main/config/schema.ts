import * as v from 'valibot';
import { plainColour } from '../../shared/plain-colour.ts';
import { isTimeZone } from '../edition/zone.ts';
import { normaliseBaseUrl, withScheme } from './cms-address.ts';

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
/** The host alone will do; from here on it is the address of the interface. */
const cmsAddress = v.pipe(
  text,
  v.transform(withScheme),
  address,
  v.check((value) => {
    const url = URL.parse(value);
    return url === null || `${url.username}${url.password}${url.search}${url.hash}` === '';
  }, 'must be the address alone: no user name, no password, nothing after ? or #'),
  v.transform(normaliseBaseUrl),
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

const colour = v.pipe(text, v.regex(plainColour, 'must be a plain colour such as #ffcc00'));

const ticker = v.pipe(
  object({
    text: v.optional(text),
    feed: v.optional(address),
    position: v.optional(oneOf(['top', 'bottom'])),
    direction: v.optional(oneOf(['left', 'right'])),
    speed: v.optional(whole(1, 2000)),
    color: v.optional(colour),
    backgroundColor: v.optional(colour),
    clock: v.optional(object({ format: v.optional(text), position: v.optional(oneOf(['left', 'right'])) })),
  }),
  v.check(
    (given) => given.text !== undefined || given.feed !== undefined || given.clock !== undefined,
    'must have a text, a feed or a clock',
  ),
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
  scale: v.optional(
    v.pipe(
      v.number('must be a number'),
      v.minValue(0.1, 'must be at least 0.1'),
      v.maxValue(4, 'must be at most 4'),
    ),
  ),
  ticker: v.optional(ticker),
  pageZoom: v.optional(
    v.pipe(
      v.number('must be a number'),
      v.minValue(0.25, 'must be at least 0.25'),
      v.maxValue(5, 'must be at most 5'),
    ),
  ),
  pageReloadSeconds: v.optional(whole(5, 86_400)),
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

/** The configuration file as it is written. */
export const fileSchema = object({
  cms: v.optional(
    object({
      url: v.optional(cmsAddress),
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
      memoryMiB: v.optional(whole(64, 1_048_576)),
    }),
  ),
  screen: v.optional(screenLook),
  // Not a union: it would say that something in the list is wrong, but not where.
  screens: v.optional(v.lazy((given) => (given === 'all' ? everyDisplay : screenPlans))),
});

export type File = v.InferOutput<typeof fileSchema>;
export type Look = v.InferOutput<typeof screenLook>;

import * as v from 'valibot';
import { plainColour } from '../../shared/plain-colour.ts';
import { isThisMachine, readNetwork } from '../address-kind.ts';
import { readHours } from '../edition/hours.ts';
import { isTimeZone } from '../edition/zone.ts';
import { readBaseUrl } from './cms-address.ts';
import { topicWordPattern } from './topic-word.ts';

/** The kinds of values. A title is what help and README say of them, where the limits do not say it already. */
export const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'));

export const number = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`);

const said = (title: string, holds: (value: string) => boolean) =>
  v.pipe(text, v.check(holds, `must be ${title}`), v.title(title));

export const address = said('an http or https address', (value) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
);
/** What the broker is told goes over the network: without encryption to this machine alone. */
export const brokerAddress = said(
  'mqtts://HOST or mqtts://HOST:PORT (mqtt:// for a broker on this machine)',
  (value) => {
    const url = URL.parse(value);
    if (
      url === null ||
      url.hostname === '' ||
      `${url.username}${url.password}${url.search}${url.hash}` !== ''
    )
      return false;
    if (!['', '/'].includes(url.pathname)) return false;
    return url.protocol === 'mqtts:' || (url.protocol === 'mqtt:' && isThisMachine(url.hostname));
  },
);

/** One level of a topic. */
export const topicWord = said('made of letters, digits, -, _ and ., 64 at most', (value) =>
  topicWordPattern.test(value),
);

export const clockTime = said('a time such as 22:30', (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value));
export const colour = said('a plain colour such as #ffcc00', (value) => plainColour.test(value));

export const yesNo = v.pipe(v.boolean('must be true or false'), v.title('true or false'));

/** A host's name, an address, or a network. */
export const networkRange = said('a host, an address or a network such as 10.1.0.0/16', (value) =>
  value.includes('/') ? readNetwork(value) !== null : /^[\w.:-]+$/.test(value),
);

export const timeZone = v.pipe(
  text,
  v.check(isTimeZone, 'is not a time zone that this machine knows, for example Europe/Berlin'),
  v.title('a time zone such as Europe/Berlin'),
);

export const cmsAddress = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readBaseUrl(dataset.value);
    if ('url' in read) return read.url;
    addIssue({ message: read.mistake });
    return NEVER;
  }),
);

const path = (pathOf: 'data' | 'secret') => v.pipe(text, v.metadata({ pathOf }));
export const file = path('data');
export const secretFile = path('secret');

/** By day: the times between which something is so. */
export const hours = v.pipe(
  v.record(
    v.string(),
    v.union([v.string(), v.array(v.string())], 'must be times'),
    'must be an object of days',
  ),
  v.check(
    (written) => readHours(written) !== null,
    'must name days (mon, mon-fri, daily, 2026-12-24) with "on", "off" or times such as "08:00-20:00"',
  ),
  v.title('{"mon-fri": "08:00-20:00", "sat": ["09:00-13:00", "14:00-18:00"], "2026-12-25": "off"}'),
);

/** A program of the machine: no shell ever sees it. */
export const program = v.pipe(
  v.array(text, 'must be a list of words'),
  v.minLength(1, 'must name a program'),
  v.readonly(),
  v.title('a program and its arguments, as a list'),
);

const textOrNumber = [text, v.pipe(whole(0), v.transform(String))] as const;
export const reference = v.pipe(v.union(textOrNumber, 'must be an id or a name'), v.title('an id or a name'));
export const screenId = v.pipe(
  v.union(textOrNumber, 'must be an id'),
  v.regex(/^[\w-]{1,40}$/, 'must be made of letters, digits, - and _'),
);

/** Unknown names are mistakes: a misspelt setting that is silently ignored costs somebody a journey. */
export const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.strictObject(entries, (issue) =>
      issue.expected === 'never'
        ? 'is not a setting'
        : issue.expected === 'Object'
          ? 'must be an object'
          : 'is missing',
    ),
    v.readonly(),
  );

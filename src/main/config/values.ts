import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import { plainColour } from '../../shared/plain-colour.ts';
import { percentPattern } from '../../shared/zones.ts';
import { readHours } from '../edition/hours.ts';
import { isTimeZone } from '../edition/zone.ts';
import { isThisMachine, readNetwork } from '../ground/address-kind.ts';
import { nearest } from '../ground/nearest.ts';
import { readBaseUrl } from './cms-address.ts';
import { asIssue } from './mistake.ts';
import { topicWordPattern } from './topic-word.ts';

/** Kinds of values. A title describes them in help and reference where the limits do not. */
const longestText = 10_000;
export const text = v.pipe(
  v.string(asIssue(message('config.must.be-text'))),
  v.maxLength(longestText, asIssue(message('config.must.be-shorter', { most: longestText }))),
  v.trim(),
  v.nonEmpty(asIssue(message('config.must.not-be-empty'))),
);

export const number = (least: number, most: number) =>
  v.pipe(
    v.number(asIssue(message('config.must.be-number'))),
    v.minValue(least, asIssue(message('config.must.be-at-least', { least }))),
    v.maxValue(most, asIssue(message('config.must.be-at-most', { most }))),
  );

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.number(asIssue(message('config.must.be-number'))),
    v.integer(asIssue(message('config.must.be-whole'))),
    v.minValue(least, asIssue(message('config.must.be-at-least', { least }))),
    v.maxValue(most, asIssue(message('config.must.be-at-most', { most }))),
  );

export const oneOf = <const Options extends readonly (string | number)[]>(options: Options) =>
  v.picklist(options, asIssue(message('config.must.be-one-of', { options: options.join(', ') })));

/** A line that people read. */
const longestTitle = 60;
export const title = v.pipe(
  text,
  v.maxLength(longestTitle, asIssue(message('config.must.be-shorter', { most: longestTitle }))),
);

const textThat = (holds: (value: string) => boolean, mistake: Message, title: string) =>
  v.pipe(text, v.check(holds, asIssue(mistake)), v.title(title));

export const address = textThat(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  message('config.must.be-address'),
  'an http or https address',
);
/** Unencrypted connections are allowed only to this machine. */
export const brokerAddress = textThat(
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
  message('config.must.be-broker'),
  'mqtts://HOST or mqtts://HOST:PORT (mqtt:// for a broker on this machine)',
);

/** Slack, Teams and others put the secret into the path, so no address of a webhook may be shown. */
export const webhookAddress = textThat(
  (value) => {
    const url = URL.parse(value);
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname));
  },
  message('config.must.be-webhook'),
  'an https address (http:// only for this machine)',
);

/** `smtp:` begins unencrypted and requires STARTTLS, except to this machine. */
export const mailServer = textThat(
  (value) => {
    const url = URL.parse(value);
    if (url === null || url.hostname === '' || !['', '/'].includes(url.pathname)) return false;
    return /^smtps?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
  },
  message('config.must.be-mail-server'),
  'smtps://HOST (TLS, port 465) or smtp://HOST (STARTTLS, port 587), or with another port',
);

export const mailAddress = textThat(
  (value) => value.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(value),
  message('config.must.be-mail-address'),
  'such as shop@example.com',
);

/** One level of a topic. */
export const topicWord = textThat(
  (value) => topicWordPattern.test(value),
  message('config.must.be-topic-word'),
  'made of letters, digits, -, _ and ., 64 at most',
);

export const publicKey = textThat(
  (value) => /^[0-9a-f]{64}$/.test(value),
  message('config.must.be-public-key'),
  'a public key of Ed25519: 64 hexadecimal digits',
);

export const clockTime = textThat(
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  message('config.must.be-time'),
  'a time such as 22:30',
);
export const colour = textThat(
  (value) => plainColour.test(value),
  message('config.must.be-colour'),
  'a plain colour such as #ffcc00',
);

export const yesNo = v.pipe(
  v.boolean(asIssue(message('config.must.be-yes-or-no'))),
  v.title('true or false'),
);

/** A host name, an address, or a network. */
export const networkRange = textThat(
  (value) => (value.includes('/') ? readNetwork(value) !== null : /^[\w.:-]+$/.test(value)),
  message('config.must.be-network'),
  'a host, an address or a network such as 10.1.0.0/16',
);

export const host = textThat(
  (value) => /^[\w.-]+$/.test(value),
  message('config.must.be-host'),
  'a host such as shop.example.com',
);

export const timeZone = v.pipe(
  textThat(isTimeZone, message('config.must.be-time-zone'), 'a time zone such as Europe/Berlin'),
  v.metadata({ control: 'zone' as const }),
);

export const cmsAddress = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readBaseUrl(dataset.value);
    if ('url' in read) return read.url;
    addIssue({ message: asIssue(read.mistake) });
    return NEVER;
  }),
);

const path = (pathOf: 'data' | 'secret') => v.pipe(text, v.metadata({ pathOf }));
export const file = path('data');
export const secretFile = path('secret');

/** Time ranges by day. */
export const hours = v.pipe(
  v.record(
    v.string(),
    v.union([v.string(), v.array(v.string())], asIssue(message('config.must.be-hours'))),
    asIssue(message('config.must.be-hours')),
  ),
  v.check((written) => readHours(written) !== null, asIssue(message('config.must.be-hours'))),
  v.title('{"mon-fri": "08:00-20:00", "sat": ["09:00-13:00", "14:00-18:00"], "2026-12-25": "off"}'),
  v.metadata({ control: 'hours' as const }),
);

/** A program with its arguments, run without a shell. */
export const program = v.pipe(
  v.array(text, asIssue(message('config.must.be-words'))),
  v.minLength(1, asIssue(message('config.must.name-program'))),
  v.readonly(),
  v.title('a program and its arguments, as a list'),
);

/** Of a zone: how much of the screen, or how many pixels of the display. */
export const length = v.pipe(
  v.union(
    [
      v.pipe(v.number(), v.finite()),
      v.pipe(v.string(), v.trim(), v.regex(percentPattern, asIssue(message('config.must.be-length')))),
    ],
    asIssue(message('config.must.be-length')),
  ),
  v.title('pixels, or a part of the screen such as "50%"'),
);

const textOrNumber = [text, v.pipe(whole(0), v.transform(String))] as const;
export const reference = v.pipe(
  v.union(textOrNumber, asIssue(message('config.must.be-reference'))),
  v.title('an ID or a name'),
);
/** The name of a screen or of a channel. */
const namePattern = /^[\w-]{1,40}$/;
export const name = v.pipe(text, v.regex(namePattern, asIssue(message('config.must.be-name'))));
export const screenId = v.pipe(
  v.union(textOrNumber, asIssue(message('config.must.be-name'))),
  v.regex(namePattern, asIssue(message('config.must.be-name'))),
);

/** Unknown names are mistakes: silently ignoring a misspelt setting could cost a visit on site. */
export const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.strictObject(entries, (issue) =>
      asIssue(
        issue.expected === 'never'
          ? unknownSetting(issue, Object.keys(entries))
          : issue.expected === 'Object'
            ? message('config.must.be-object')
            : message('config.must.be-given'),
      ),
    ),
    v.readonly(),
  );

function unknownSetting({ path }: v.StrictObjectIssue, known: readonly string[]): Message {
  const meant = nearest(String(path?.at(-1)?.key ?? ''), known);
  return meant === null ? message('config.must.exist') : message('config.must.exist.near', { meant });
}

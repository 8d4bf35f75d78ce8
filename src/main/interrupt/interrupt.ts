import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { layouts, type Severity, severities } from '../../shared/interrupts.ts';
import { harmless } from './harmless.ts';
import { isMediumName, isWebAddress, type Medium, mediumKinds, mediumName } from './medium.ts';

export const longestSeconds = 31 * 24 * 3600;
const usualSeconds = 600;

export const usualPriority: Readonly<Record<Severity, number>> = {
  info: 20,
  clear: 30,
  warning: 50,
  alarm: 80,
};

const line = (most: number) => v.pipe(v.string(), v.maxLength(most), v.transform(harmless));
/** The same names as in the configuration. */
const names = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
  v.minLength(1),
  v.maxLength(40),
);
const noInstant = 'is no instant with a time zone, such as 2026-12-24T18:00:00Z';
const instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp(noInstant),
  v.transform((text) => Date.parse(text)),
  // Zones of hours alone have the form, but cannot be read: a time that is no number never comes.
  v.number(noInstant),
);
const longestAddress = 2_000;
const page = v.pipe(
  v.string(),
  v.maxLength(longestAddress),
  v.check(isWebAddress, 'is no http or https address'),
);
const file = v.pipe(
  v.string(),
  v.maxLength(longestAddress),
  v.check(
    (from) => isMediumName(from) || isWebAddress(from),
    'is neither an http or https address nor the name of a prepared medium',
  ),
);
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

export const longestTitle = 120;
export const longestLine = 200;
export const mostLines = 8;

/** What a sender may give, as arguments of an action. */
export const interruptEntries = {
  id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,79}$/, 'is no id'))),
  version: v.optional(whole(0, Number.MAX_SAFE_INTEGER)),
  severity: v.optional(v.picklist(severities), 'info'),
  title: v.optional(line(longestTitle), ''),
  lines: v.optional(v.pipe(v.array(line(longestLine)), v.maxLength(mostLines), v.readonly()), []),
  blank: v.optional(v.boolean(), false),
  picture: v.optional(file),
  video: v.optional(file),
  page: v.optional(page),
  layout: v.optional(v.picklist(layouts), 'full'),
  screens: v.optional(names),
  zones: v.optional(names),
  priority: v.optional(whole(0, 100)),
  from: v.optional(instant),
  until: v.optional(instant),
  seconds: v.optional(whole(1, longestSeconds)),
  sound: v.optional(
    v.union(
      [v.boolean(), v.pipe(v.string(), v.regex(mediumName))],
      'is neither true nor false nor the name of a prepared sound',
    ),
    false,
  ),
  acknowledge: v.optional(v.boolean(), false),
};

export type InterruptInput = v.InferInput<v.ObjectSchema<typeof interruptEntries, undefined>>;
export type InterruptGiven = v.InferOutput<v.ObjectSchema<typeof interruptEntries, undefined>>;

/** An interrupt as it is kept: plain data. */
export interface Interrupt {
  readonly id: string;
  readonly version: number | null;
  /** Of all that is seen or heard: the same id with another one replaces. */
  readonly hash: string;
  readonly severity: Severity;
  readonly title: string;
  readonly lines: readonly string[];
  readonly blank: boolean;
  readonly medium: Medium | null;
  readonly layout: (typeof layouts)[number];
  /** Null: all. */
  readonly screens: readonly string[] | null;
  /** Null: the whole screen. */
  readonly zones: readonly string[] | null;
  readonly priority: number;
  /** A name: that of a prepared sound. */
  readonly sound: boolean | string;
  readonly acknowledge: boolean;
}

export type Malformed = 'empty' | 'untitled' | 'two-media' | 'both-ends' | 'until-before-from' | 'too-long';

/** The interrupt and its times relative to `now`, or what is wrong with it. */
export function interruptFrom(
  given: InterruptGiven,
  newId: () => string,
  now: number,
): { readonly interrupt: Interrupt; readonly startsInMs: number; readonly endsInMs: number } | Malformed {
  const {
    id = newId(),
    version = null,
    from,
    until,
    seconds,
    screens,
    zones,
    lines,
    picture,
    video,
    page,
    ...rest
  } = given;
  const kept = lines.filter((text) => text !== '');
  const isWordless = rest.title === '' && kept.length === 0;
  const media = mediumKinds.flatMap((kind) => {
    const from = { picture, video, page }[kind];
    return from === undefined ? [] : [{ kind, from }];
  });
  const [medium = null] = media;
  if (media.length > 1 || (medium !== null && rest.blank)) return 'two-media';
  if (!rest.blank && isWordless) return medium === null ? 'empty' : 'untitled';
  if (until !== undefined && seconds !== undefined) return 'both-ends';
  const startsInMs = Math.max((from ?? now) - now, 0);
  const endsInMs = until === undefined ? startsInMs + (seconds ?? usualSeconds) * 1000 : until - now;
  if (endsInMs <= startsInMs && endsInMs > 0) return 'until-before-from';
  if (endsInMs > longestSeconds * 1000) return 'too-long';
  const content = {
    ...rest,
    lines: kept,
    screens: screens === undefined ? null : [...new Set(screens)].sort(),
    zones: zones === undefined ? null : [...new Set(zones)].sort(),
    priority: rest.priority ?? usualPriority[rest.severity],
  };
  const hash = contentHash(medium === null ? content : { ...content, medium });
  return { interrupt: { id, version, hash, ...content, medium }, startsInMs, endsInMs };
}

export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);

import * as v from 'valibot';
import { type CapSeverity, capSeverities } from '../../shared/interrupts.ts';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { all, type Element, textOf } from './xml.ts';

const namespace = 'urn:oasis:names:tc:emergency:cap:1.2';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Area {
  readonly name: string;
  readonly polygons: readonly (readonly Point[])[];
  readonly circles: readonly (Point & { readonly kilometres: number })[];
  readonly codes: readonly string[];
}

/** The texts about one event in one language. */
export interface Info {
  readonly language: string;
  readonly event: string;
  readonly headline: string | null;
  readonly description: string | null;
  readonly instruction: string | null;
  readonly severity: CapSeverity;
  readonly isPast: boolean;
  readonly isAllClear: boolean;
  /** Epoch milliseconds. */
  readonly effective: number | null;
  readonly expires: number | null;
  readonly areas: readonly Area[];
}

/** A message of the Common Alerting Protocol 1.2. */
export interface Alert {
  /** Unique for sender and identifier. */
  readonly id: string;
  readonly sent: number;
  /** `Actual`: no exercise, test or draft. */
  readonly status: string;
  readonly type: string;
  readonly scope: string;
  /** Ids of the messages that an update or a cancellation takes back. */
  readonly references: readonly string[];
  readonly infos: readonly Info[];
}

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const word = v.pipe(text(300), v.regex(/^[^\s,<&]+$/));
const long = v.nullable(v.pipe(v.string(), v.maxLength(50_000)));
// A time zone is required, as in the standard: `2026-11-24T10:00:00+01:00`.
const instant = v.pipe(
  text(40),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[+-]\d\d:\d\d|Z)$/),
  v.transform(Date.parse),
  v.number(),
);

const info = v.object({
  language: text(40),
  event: text(1_000),
  headline: long,
  description: long,
  instruction: long,
  severity: v.picklist(capSeverities),
  effective: v.nullable(instant),
  expires: v.nullable(instant),
});
const alert = v.object({
  identifier: word,
  sender: word,
  sent: instant,
  status: word,
  msgType: word,
  scope: word,
  references: v.nullable(v.pipe(v.string(), v.maxLength(50_000))),
});

export const isAlert = ({ name, namespace: of }: Element): boolean => name === 'alert' && of === namespace;

export function alertIn(root: Element): Alert {
  if (!isAlert(root)) throw wrong('alert');
  const names = ['identifier', 'sender', 'sent', 'status', 'msgType', 'scope', 'references'];
  const read = parsed(alert, texts(root, names));
  return {
    id: idOf(read.sender, read.identifier),
    sent: read.sent,
    status: read.status,
    type: read.msgType,
    scope: read.scope,
    references: referencesIn(read.references ?? ''),
    infos: all(root, 'info').map(infoIn),
  };
}

/** `sender,identifier,sent` each, between blanks. */
const referencesIn = (given: string): readonly string[] =>
  given
    .split(/\s+/)
    .map((one) => one.split(','))
    .flatMap(([sender, identifier]) => (sender && identifier ? [idOf(sender, identifier)] : []));

const idOf = (sender: string, identifier: string): string => `${sender},${identifier}`;

function infoIn(element: Element): Info {
  const names = [
    'language',
    'event',
    'headline',
    'description',
    'instruction',
    'severity',
    'effective',
    'expires',
  ];
  const given = texts(element, names);
  return {
    ...parsed(info, { ...given, language: given.language ?? 'en-US' }),
    isPast: textOf(element, 'urgency') === 'Past',
    isAllClear: all(element, 'responseType').some((one) => one.text.trim() === 'AllClear'),
    areas: all(element, 'area').map(areaIn),
  };
}

function areaIn(element: Element): Area {
  return {
    name: (textOf(element, 'areaDesc') ?? '').slice(0, 1_000),
    polygons: all(element, 'polygon').map((one) => one.text.trim().split(/\s+/).map(pointIn)),
    circles: all(element, 'circle').map((one) => {
      const [center = '', radius = ''] = one.text.trim().split(/\s+/);
      return { ...pointIn(center), kilometres: number(radius, 0, 25_000) };
    }),
    codes: all(element, 'geocode').flatMap((one) => textOf(one, 'value') ?? []),
  };
}

function pointIn(text: string): Point {
  const [latitude = '', longitude = ''] = text.split(',');
  return { latitude: number(latitude, -90, 90), longitude: number(longitude, -180, 180) };
}

function number(text: string, least: number, most: number): number {
  const value = /^[+-]?\d{1,5}(?:\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw wrong('area');
  return value;
}

const texts = (element: Element, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(names.map((name) => [name, textOf(element, name)]));

function parsed<Schema extends v.GenericSchema>(schema: Schema, given: unknown): v.InferOutput<Schema> {
  const read = v.safeParse(schema, given);
  if (read.success) return read.output;
  throw wrong(v.getDotPath(read.issues[0]) ?? 'alert');
}

const wrong = (field: string): VitrineError =>
  new VitrineError('temporary', message('cap-unusable.alert', { field }));

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type CapSeverity, capSeverities, type Layout, type Severity } from '../../shared/interrupts.ts';
import type { Language } from '../../shared/languages/language.ts';
import {
  type InterruptGiven,
  interruptEntries,
  longestLine,
  longestSeconds,
  longestTitle,
  mostLines,
} from '../interrupt/interrupt.ts';
import type { Alert, Info } from './alert.ts';
import { concerns, type Place } from './area.ts';

/** Which alerts of a feed are shown, and how. */
export interface Wanted extends Place {
  readonly severity: CapSeverity;
  readonly language: Language;
  readonly layout: Layout;
  readonly sound: boolean;
}

export interface Warnings {
  /** By the id of the interrupt. */
  readonly shown: readonly (readonly [id: string, given: InterruptGiven])[];
  /** Those that an update or a cancellation takes back. */
  readonly over: readonly string[];
}

const severityOf: Readonly<Record<CapSeverity, Severity>> = {
  Unknown: 'info',
  Minor: 'info',
  Moderate: 'warning',
  Severe: 'alarm',
  Extreme: 'alarm',
};
/** Of an alert without an end, which the standard allows. */
const usualMs = 3_600_000;
const lastMs = Date.parse('9999-12-31T23:59:59Z');
const schema = v.strictObject(interruptEntries);

/** The interrupts of all alerts of one feed. */
export function warningsOf(alerts: readonly Alert[], wanted: Wanted, now: number): Warnings {
  const real = alerts.filter(({ status, scope }) => status === 'Actual' && scope === 'Public');
  const changes = real.filter(({ type }) => type === 'Update' || type === 'Cancel');
  const over = new Set(changes.flatMap(({ references }) => references));
  const shown = real
    .filter(({ type, id }) => (type === 'Alert' || type === 'Update') && !over.has(id))
    .flatMap((alert) => {
      const given = interruptOf(alert, wanted, now);
      return given === null ? [] : [[interruptId(alert.id), given] as const];
    });
  return { shown, over: [...over].map(interruptId) };
}

/** Names of senders and identifiers may have any characters and length. */
const interruptId = (alertId: string): string =>
  `cap:${createHash('sha256').update(alertId).digest('hex').slice(0, 24)}`;

/** Null: it is over, or concerns neither this place nor this severity. */
function interruptOf({ sent, infos }: Alert, wanted: Wanted, now: number): InterruptGiven | null {
  const least = capSeverities.indexOf(wanted.severity);
  const concerning = infos.filter(
    (one) =>
      !one.isPast &&
      capSeverities.indexOf(one.severity) >= least &&
      endOf(one, sent) > now &&
      concerns(one.areas, wanted),
  );
  const info = inLanguage(concerning, wanted.language);
  if (info === null) return null;
  // In a time zone to the east, the first hours of year 0 lie before it, and no interrupt may begin there, nor end after year 9999.
  const [from, until] = [Math.max(info.effective ?? sent, 0), Math.min(endOf(info, sent), lastMs)];
  if (from >= until) return null;
  const title = info.headline ?? info.event;
  return v.parse(schema, {
    severity: info.isAllClear ? 'clear' : severityOf[info.severity],
    title: cut(plain(title), longestTitle),
    lines: linesOf(info),
    layout: wanted.layout,
    sound: wanted.sound,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  });
}

const endOf = ({ expires }: Info, sent: number): number =>
  Math.min(expires ?? sent + usualMs, sent + longestSeconds * 1000);

/** The most severe in this language, else in English, else in any. */
function inLanguage(infos: readonly Info[], language: Language): Info | null {
  const ranked = infos.toSorted(
    (one, other) => capSeverities.indexOf(other.severity) - capSeverities.indexOf(one.severity),
  );
  const isIn = (wanted: string) => (one: Info) => one.language.toLowerCase().split('-')[0] === wanted;
  return ranked.find(isIn(language)) ?? ranked.find(isIn('en')) ?? ranked[0] ?? null;
}

/** What to do comes first: a reader may have no time for the rest. */
function linesOf({ instruction, description, areas }: Info): readonly string[] {
  const names = [...new Set(areas.map(({ name }) => name))].filter((name) => name !== '').join(', ');
  const todo = wrapped(instruction ?? '', 3);
  const where = names === '' ? [] : [cut(plain(names), longestLine)];
  return [...todo, ...wrapped(description ?? '', mostLines - todo.length - where.length), ...where];
}

function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (let rest = plain(text); rest !== ''; ) {
    if (lines.length === most - 1 || rest.length <= longestLine) return [...lines, cut(rest, longestLine)];
    const space = rest.lastIndexOf(' ', longestLine);
    const end = space > 0 ? space : longestLine;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

const plain = (text: string): string => text.slice(0, 10_000).replace(/\s+/g, ' ').trim();

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most - 1);
  return `${text.slice(0, space > 0 ? space : most - 1)}…`;
}

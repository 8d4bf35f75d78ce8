import { type Message, message } from '../../shared/languages/message.ts';
import { type Length, percentOf } from '../../shared/zones.ts';
import type { ZoneRecord } from './records.ts';

/** Each zone decodes for itself: more of them would starve each other on a small board. */
export const mostZones = 12;

/** Of a screen, in pixels of its display; null: nobody knows it here. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

export interface JudgedZones {
  /** Those that are shown, from the lowest to the uppermost. */
  readonly zones: readonly ZoneRecord[];
  /** What was left out, and what is shown in another way than somebody may have meant. */
  readonly faults: readonly Message[];
}

/** Thirds do not add up to 100 %, and a display may have an odd number of pixels. */
const tolerance = 0.5;

/** Decides which zones are shown. One mistake costs its own zone and no other. */
export function judgeZones(records: readonly ZoneRecord[], size: ScreenSize | null = null): JudgedZones {
  const zones: ZoneRecord[] = [];
  const faults: Message[] = [];
  for (const record of records) {
    if (zones.length === mostZones) break;
    const fault = unusable(record, zones, size);
    if (fault === null) zones.push(record);
    else faults.push(fault);
  }
  const left = records.length - zones.length - faults.length;
  if (left > 0) faults.push(message('zone.too-many', { count: left, most: mostZones }));
  faults.push(...zones.flatMap((zone, index) => remarks(zone, zones.slice(0, index), size)));
  return { zones, faults };
}

/** The zone that sounds: the one that says so, and the first one where none does. */
export function soundingZone(zones: readonly ZoneRecord[]): ZoneRecord | undefined {
  return zones.find(({ sound }) => sound === true) ?? zones.find(({ sound }) => sound === null);
}

function unusable(zone: ZoneRecord, before: readonly ZoneRecord[], size: ScreenSize | null): Message | null {
  const { id, unreadable } = zone;
  if (unreadable !== undefined) return message('zone.unreadable', { zone: id, seen: unreadable });
  if (before.some((other) => other.id === id)) return message('zone.twice', { zone: id });
  if (!isPositive(zone.width) || !isPositive(zone.height)) return message('zone.no-size', { zone: id });
  return spans(zone, size).some((span) => span !== null && (span.from >= span.most || span.to <= 0))
    ? message('zone.outside', { zone: id })
    : null;
}

function remarks(
  zone: ZoneRecord,
  below: readonly ZoneRecord[],
  size: ScreenSize | null,
): readonly Message[] {
  const isCut = spans(zone, size).some(
    (span) => span !== null && (span.from < -tolerance || span.to > span.most + tolerance),
  );
  const covered = below.filter((other) => overlap(zone, other, size));
  const sounds = zone.sound === true && below.some(({ sound }) => sound === true);
  return [
    ...(isCut ? [message('zone.cut', { zone: zone.id })] : []),
    ...covered.map((other) => message('zone.overlap', { zone: zone.id, other: other.id })),
    ...(sounds ? [message('zone.sound', { zone: zone.id })] : []),
  ];
}

interface Span {
  readonly from: number;
  readonly to: number;
  /** Where the screen ends; infinite where that is unknown. */
  readonly most: number;
  readonly unit: '%' | 'px';
}

/** From left to right and from top to bottom; null: pixels and percent, which only a known size makes comparable. */
function spans(
  { left, top, width, height }: ZoneRecord,
  size: ScreenSize | null,
): readonly [Span | null, Span | null] {
  return [span(left, width, size?.width ?? null), span(top, height, size?.height ?? null)];
}

function span(start: Length, length: Length, most: number | null): Span | null {
  const by = percentOf(length);
  // Nothing is nothing in either unit.
  const isZero = Number.parseFloat(String(start)) === 0;
  const from = isZero ? (by === null ? null : 0) : percentOf(start);
  if (from !== null && by !== null) return { from, to: from + by, most: 100, unit: '%' };
  if (most === null) {
    if (from !== null || by !== null) return null;
    const pixel = isZero ? 0 : Number(start);
    return { from: pixel, to: pixel + Number(length), most: Number.POSITIVE_INFINITY, unit: 'px' };
  }
  const pixels = (given: Length, percent: number | null): number =>
    percent === null ? Number(given) : (percent * most) / 100;
  const begin = isZero ? 0 : pixels(start, from);
  return { from: begin, to: begin + pixels(length, by), most, unit: 'px' };
}

function overlap(one: ZoneRecord, other: ZoneRecord, size: ScreenSize | null): boolean {
  const [ones, others] = [spans(one, size), spans(other, size)];
  return [0, 1].every((axis) => {
    const [a, b] = [inUnit(ones[axis], axis, size), inUnit(others[axis], axis, size)];
    if (a === null || b === null || a.unit !== b.unit) return false;
    return Math.min(a.to, b.to) - Math.max(a.from, b.from) > tolerance;
  });
}

/** In pixels where the size is known, so that both can be compared. */
function inUnit(span: Span | null | undefined, axis: number, size: ScreenSize | null): Span | null {
  if (!span || size === null || span.unit === 'px') return span ?? null;
  const most = axis === 0 ? size.width : size.height;
  return { from: (span.from * most) / 100, to: (span.to * most) / 100, most, unit: 'px' };
}

function isPositive(length: Length): boolean {
  return (percentOf(length) ?? Number(length)) > 0;
}

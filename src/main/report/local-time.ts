import { wallClock } from '../edition/wall-clock.ts';

const minuteMs = 60_000;

/** Wall time with its offset, so that an hour that a clock change repeats stays clear: `2026-10-25T02:30:00.000+02:00`. */
export function localTime(instant: number, zone: string): string {
  const minutes = Math.round(wallClock(zone).stretchAt(instant).offset / minuteMs);
  const wall = new Date(instant + minutes * minuteMs).toISOString().slice(0, -1);
  const two = (number: number): string => String(Math.trunc(number)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

export function localDay(instant: number, zone: string): string {
  return localTime(instant, zone).split('T', 1)[0] ?? '';
}

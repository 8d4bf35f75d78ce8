import { dayMs, readTime, wallTime } from '../edition/wall-clock.ts';
import { standing } from '../release/release.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

/**
 * Milliseconds until this player may switch; 0: now. Each player has its own moment in the first nine tenths of the window, so
 * that the screens of a chain do not go dark together; the rest of the window is valid too.
 */
export function untilSwitchMs(window: Window, playerId: string, now: number, zone: string | null): number {
  const from = readTime(window.from) ?? 0;
  const to = readTime(window.to) ?? 0;
  const length = (to - from + dayMs) % dayMs || dayMs;
  const into = (wallTime(now, zone).ms - from + dayMs) % dayMs;
  const moment = Math.floor(standing('window', playerId) * length * 0.9);
  if (into >= moment && into < length) return 0;
  return (moment - into + dayMs) % dayMs;
}

const hourMs = 3600_000;

/** Each player has its own moment in the first hour with all screens off. */
export function untilSwitchInTheDarkMs(playerId: string, darkMs: number): number {
  return Math.max(0, Math.floor(standing('dark', playerId) * hourMs) - darkMs);
}

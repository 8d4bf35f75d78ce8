import { message } from '../../shared/languages/message.ts';
import { wrongUsage } from './arguments.ts';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** A length such as 90s, 15m or 2h, in milliseconds. */
export function durationIn(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (units[unit] ?? 0);
  throw wrongUsage(message('wrong-usage.duration', { value: text }));
}

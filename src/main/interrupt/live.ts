import type { StageInterrupt, StageMedium, StageSound } from '../../shared/interrupts.ts';
import type { Language } from '../../shared/languages/language.ts';
import type { Clock } from '../ground/clock.ts';
import { Deadline } from './deadline.ts';
import type { Ended, KeptLive, Receipt, Source } from './kept.ts';

/** An interrupt until its end, with what each screen has reported of it. */
export interface Live extends Omit<KeptLive, 'startsAt' | 'endsAt' | 'startsInMs' | 'endsInMs' | 'receipts'> {
  readonly start: Deadline;
  readonly end: Deadline;
  readonly receipts: Map<string, Receipt>;
}

/** No screen shows it yet in this run. */
export function recalled(
  { startsAt, endsAt, startsInMs, endsInMs, receipts, ...one }: KeptLive,
  clock: Clock,
): Live {
  return {
    ...one,
    start: new Deadline(clock, startsInMs, startsAt),
    end: new Deadline(clock, endsInMs, endsAt),
    receipts: new Map(receipts.map((receipt) => [receipt.place, { ...receipt, state: 'waiting' }])),
  };
}

export function kept({ start, end, receipts, ...one }: Live, isTrusted: boolean): KeptLive {
  return {
    ...one,
    startsAt: start.at,
    endsAt: end.at,
    startsInMs: Math.max(start.leftMs(isTrusted), 0),
    endsInMs: end.leftMs(isTrusted),
    receipts: [...receipts.values()],
  };
}

export function ended(
  { interrupt, source, receivedAt, acknowledgedAt, receipts }: Live,
  end: Ended['end'],
  endedAt: number,
): Ended {
  return {
    interrupt,
    source,
    receivedAt,
    end,
    endedAt,
    acknowledgedAt,
    receipts: [...receipts.values()],
  };
}

export function onStage(
  one: Live,
  zone: string,
  language: Language,
  medium: StageMedium | null,
  sound: StageSound | boolean,
): StageInterrupt {
  const { layout, severity, title, lines, blank } = one.interrupt;
  return {
    key: keyOf(one, zone),
    zone,
    layout,
    severity,
    title,
    lines,
    blank,
    medium,
    sound: one.acknowledgedAt === null && sound,
    language,
  };
}

export const keyOf = ({ interrupt: { id, hash }, sequence }: Live, zone: string): string =>
  `${id} ${hash} ${sequence} ${zone}`;

/** The same for all its places. */
export const mediumKeyOf = ({ interrupt: { id, hash }, sequence }: Live): string =>
  `${id} ${hash} ${sequence}`;

export const soundKeyOf = (one: Live): string => `${mediumKeyOf(one)} sound`;

export const isOf = (one: Source, other: Source): boolean =>
  one.kind === other.kind && one.name === other.name;

export const receiptOf = (one: Live, place: string, at: number): Receipt =>
  one.receipts.get(place) ?? { place, state: 'waiting', at, paintedAt: null, why: null };

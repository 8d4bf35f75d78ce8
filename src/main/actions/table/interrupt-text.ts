import { inEnglish } from '../../../shared/languages/message.ts';
import type { Accepted, Interrupts } from '../../interrupt/interrupts.ts';
import type { Receipt } from '../../interrupt/kept.ts';

export type InterruptList = ReturnType<Interrupts['list']>;

/** What became of an interrupt within the time that its sender waits. */
export interface InterruptShown extends Accepted {
  /** Safe on the disk: it outlives a power cut. */
  readonly isKept: boolean;
  readonly places: readonly Receipt[];
}

export function interruptText({ id, state, isKept, places }: InterruptShown): string {
  return [
    `${id}: ${state}${isKept ? '' : ', but the disk did not take it: a restart ends it'}\n`,
    ...places.map(placeText),
  ].join('');
}

export function interruptsText({ live, ended, sources, media }: InterruptList): string {
  const none = live.length + ended.length === 0;
  return [
    ...(none ? ['There are no interrupts.\n'] : []),
    ...live.flatMap(({ interrupt, endsInMs, acknowledgedAt, receipts }) => [
      `${headOf(interrupt)}, ${Math.ceil(endsInMs / 1000)} s left${acknowledgedAt === null ? '' : ', acknowledged'}\n`,
      ...receipts.map(placeText),
    ]),
    ...ended.flatMap(({ interrupt, end, endedAt, receipts }) => [
      `${headOf(interrupt)}, ${end} at ${instantText(endedAt)}\n`,
      ...receipts.map(placeText),
    ]),
    ...sources.flatMap(({ name, why, refused }) => [
      ...(why === null ? [] : [`${name}: ${inEnglish(why)}\n`]),
      ...refused.map((one) => `${name}: ${one.name} is refused: ${inEnglish(one.why)}\n`),
    ]),
    ...media.map(
      ({ name, state, why }) => `prepared ${name}: ${state}${why === null ? '' : `: ${inEnglish(why)}`}\n`,
    ),
  ].join('');
}

const headOf = ({ id, severity, title, lines }: InterruptList['live'][number]['interrupt']): string =>
  `${id} (${severity}): ${[title, ...lines].find((text) => text !== '') ?? 'blank'}`;

function placeText({ place, state, at, paintedAt, why }: Receipt): string {
  const first = paintedAt === null ? 'never painted' : `painted at ${instantText(paintedAt)}`;
  const now =
    state !== 'painted'
      ? `, ${state}${why === null ? '' : ` (${why})`} since ${instantText(at)}`
      : why === null
        ? ''
        : `, ${why}`;
  return `  screen ${place}: ${first}${now}\n`;
}

const instantText = (at: number): string => new Date(at).toISOString();

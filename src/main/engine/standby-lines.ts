import type { PlainKey, Words } from '../../shared/languages/words.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { SyncStatus } from '../sync/report.ts';

/** The zone of displayed times; null while the clock cannot be trusted. */
export type DisplayZone = string | null;

/** Language and zone of the lines. */
export interface Wording {
  readonly words: Words;
  readonly zone: DisplayZone;
}

/** Assignment and CMS, for the person who comes to repair it. */
export function whereabouts(
  assignment: Assignment | null,
  cmsUrl: string | null,
  { words }: Wording,
): readonly string[] {
  return [
    ...(assignment === null ? [] : [words.say(`stage.where.${assignment.kind}`, { ref: assignment.ref })]),
    ...(cmsUrl === null ? [] : [words.say('stage.where.cms', { host: new URL(cmsUrl).host })]),
    words.say('stage.where.more'),
  ];
}

/** When the CMS is requested again; empty if unknown. */
export function nextTry(sync: SyncStatus, { words, zone }: Wording): readonly string[] {
  if (sync.state === 'fetching') return [words.say('stage.retry.now')];
  if (sync.nextAt === null) return [];
  if (zone === null) return [words.say('stage.retry.ever')];
  const time = new Date(sync.nextAt).toLocaleTimeString(clockOf(words), { timeZone: zone });
  return [words.say('stage.retry.at', { time })];
}

/** Day and time of an instant, in the reader's format. */
export function moment(instant: number, { words, zone }: { words: Words; zone: string }): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return new Date(instant).toLocaleString(clockOf(words), {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
}

/** British English for 24 hours: a time on a screen must not be ambiguous. */
function clockOf({ language }: Words): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Progress of the downloads. */
export function progressLines(sync: SyncStatus | null, { words }: Wording): readonly string[] {
  const goal = sync?.downloads.goal ?? null;
  if (goal === null || sync === null || sync.downloads.active + sync.downloads.queued === 0) return [];
  const size = (bytes: number): string => sizeIn(words, bytes);
  const values = { here: goal.filesHere, count: goal.files, size: size(goal.bytesHere) };
  if (goal.bytes === null || goal.bytes === 0) return [words.say('stage.progress', values)];
  // 100 % only when everything is here.
  const percent = words.share(Math.min(99, Math.floor((goal.bytesHere / goal.bytes) * 100)) / 100);
  return [words.say('stage.progress.of', { ...values, whole: size(goal.bytes), percent })];
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function sizeIn({ language }: Words, bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const digits = power < 2 ? 0 : 1;
  return (bytes / 1000 ** power).toLocaleString(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** What an error of the CMS means for a person in front of the screen: the first prefix of its code counts. */
const meanings: readonly (readonly [code: string, key: PlainKey])[] = [
  ['cms-unauthorised', 'stage.trouble.access'],
  ['cms-forbidden', 'stage.trouble.access'],
  ['token-', 'stage.trouble.access'],
  ['login-', 'stage.trouble.access'],
  ['cms-tls-clock', 'stage.trouble.clock'],
  ['cms-tls', 'stage.trouble.insecure'],
  ['network-insecure', 'stage.trouble.insecure'],
  ['cms-captive-portal', 'stage.trouble.portal'],
  ['network-', 'stage.trouble.portal'],
  ['cms-unreachable', 'stage.trouble.unreachable'],
  ['cms-proxy', 'stage.trouble.unreachable'],
  ['assignment-', 'stage.trouble.missing'],
  ['playlist-gone', 'stage.trouble.missing'],
  ['cms-rate-limited', 'stage.trouble.busy'],
  ['cms-server-error', 'stage.trouble.busy'],
];

export function inWords(code: string, { words }: Pick<Wording, 'words'>): string {
  const found = meanings.find(([start]) => code.startsWith(start));
  return words.say(found?.[1] ?? 'stage.trouble.other');
}

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

import type { Language } from '../../shared/languages/language.ts';
import type { Words } from '../../shared/languages/words.ts';
import { version } from '../ground/version.ts';
import type { Health } from '../health/health.ts';

const text = v.pipe(v.string(), v.maxLength(8_000));
const verdict = v.picklist(['well', 'attention', 'dark']);

/** What is sent, in the language of the shop. A webhook gets it as JSON; additions only. */
export const alertSchema = v.object({
  /** The same in each attempt, so that a receiver can drop a repetition. */
  id: text,
  at: text,
  player: text,
  version: text,
  verdict,
  /** The verdict that was reported before. */
  before: verdict,
  test: v.boolean(),
  sentence: text,
  subject: text,
  since: text,
  reasons: v.array(
    v.object({ code: text, screenId: v.nullable(text), sentence: text, remedy: v.nullable(text) }),
  ),
  /** All of it for people. Chat services read a field of this name. */
  text,
});

export type Alert = v.InferOutput<typeof alertSchema>;

export interface Wording {
  readonly words: Words;
  /** Name of the player. */
  readonly player: string;
  readonly now: number;
  /** An instant in the shop's time. */
  time(iso: string): string;
}

/** `since`: when it stopped being well, for a player that is well again; else when this verdict began. */
export function alertOf(health: Health, before: Alert['before'], since: string, wording: Wording): Alert {
  const { words } = wording;
  const at = wording.time(since);
  const reasons = health.reasons.map(({ code, screenId, sentence }) => ({
    code,
    screenId,
    sentence: words.message(sentence),
    remedy: remedyOf(code, words),
  }));
  const lines = [
    words.say(health.verdict === 'well' ? 'alert.again' : 'alert.since', { at }),
    ...reasons.flatMap(({ sentence, remedy }, index) => [
      ...(index === 0 ? [] : ['', sentence]),
      ...(remedy === null ? [] : [remedy]),
    ]),
  ];
  const sentence = words.message(health.sentence);
  const { verdict: now } = health;
  return written(wording, { verdict: now, before, test: false, sentence, since, reasons }, lines);
}

export function testAlert({ verdict: now, since }: Health, wording: Wording): Alert {
  const sentence = wording.words.say('alert.test');
  return written(wording, { verdict: now, before: now, test: true, sentence, since, reasons: [] }, []);
}

type Content = Pick<Alert, 'verdict' | 'before' | 'test' | 'sentence' | 'since' | 'reasons'>;

function written({ words, player, now }: Wording, content: Content, lines: readonly string[]): Alert {
  const all = [content.sentence, ...lines, '', words.say('alert.player', { name: player, version })];
  return {
    id: randomUUID(),
    at: new Date(now).toISOString(),
    player,
    version,
    ...content,
    subject: words.say('alert.subject', { name: player, sentence: content.sentence }),
    text: all.join('\n'),
  };
}

/** `zone`: of the shop; null while it is unknown. */
export function localTime(language: Language, zone: string | null): (iso: string) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === null ? {} : { timeZone: zone }),
  });
  return (iso) => format.format(new Date(iso));
}

/** Each reason has a remedy in the catalogue: a test of the pages sees to it. */
function remedyOf(code: string, words: Words): string | null {
  const key = `health.${code}.remedy`;
  const found = (words.say as (key: string) => string)(key);
  return found === key ? null : found;
}

import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkClock } from '../../src/main/doctor/clock.ts';
import { checkDisk } from '../../src/main/doctor/disk.ts';
import { checkStatusPage } from '../../src/main/doctor/status-page.ts';
import { checkWatchdog } from '../../src/main/doctor/watchdog.ts';
import { allSentences, sentences } from '../../src/shared/languages/sentences.ts';
import { translated } from '../../src/shared/languages/translated.js';

const main = fileURLToPath(new URL('../../src/main', import.meta.url));
const others = ['de', 'fr', 'es'] as const;
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found);

describe('what the player says of itself', () => {
  it('has the same sentences in every language, and none with a value that is not there', () => {
    for (const language of others) {
      expect(Object.keys(sentences[language])).toEqual(Object.keys(sentences.de));
      for (const [english, there] of Object.entries(sentences[language]))
        expect(placeholders(english), there).toEqual(expect.arrayContaining(placeholders(there)));
    }
  });

  it('is said in the source as it stands here', () => {
    const source = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(main, name), 'utf8'))
      .join('\n');
    const lost = Object.keys(sentences.de).filter((english) =>
      english
        .split(/\{\w+\}|(?<=[.:;]) |\((?=configured)|\(well |Files of this kind| are not shown/)
        .map((piece) => piece.trim().replace(/[.:;]$/, ''))
        .some((piece) => piece.length > 5 && !source.includes(piece)),
    );
    expect(lost).toEqual([]);
  });

  it('is no English in the gaps of proof of play, which health has told', () => {
    for (const language of others) {
      const said = 'Screen 1 shows nothing new; it is being brought back.';
      expect(translated(allSentences(language))(said), language).not.toBe(said);
    }
  });

  it('is no English where doctor says it', async () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const findings = [
      checkClock(now, null, 'Europe/Berlin'),
      checkClock(now, now + 400 * 86_400_000, 'UTC'),
      checkClock(0, null, null),
      checkDisk(tmpdir()),
      checkDisk('/dev/null/data'),
      await checkStatusPage(0),
      ...checkWatchdog('/nowhere'),
    ];
    for (const language of others) {
      const say = translated(sentences[language]);
      const left = findings
        .flatMap(({ message, remedy }) => [message, remedy])
        .filter((said) => said !== null && /[a-z]{3}/.test(said) && say(said) === said);
      expect(left, language).toEqual([]);
    }
  });
});

describe('a sentence', () => {
  const say = translated({
    '{url} answers.': '{url} antwortet.',
    'At {url} a CMS answers.': 'Unter {url} antwortet ein CMS.',
    'Nothing (really).': 'Nichts.',
  });

  it('is the one that has most words in common, and keeps what differs', () => {
    expect(say('http://a.example answers.')).toBe('http://a.example antwortet.');
    expect(say('At http://b.example a CMS answers.')).toBe('Unter http://b.example antwortet ein CMS.');
    expect(say('Nothing (really).')).toBe('Nichts.');
  });

  it('has its numbers as they are written there', () => {
    expect(translated({ '{size} GB free.': '{size} GB frei.' })('0.9 GB free.')).toBe('0,9 GB frei.');
  });

  it('stays as it is where nobody has put it into words, whatever it is', () => {
    for (const said of ['Something else.', '', '{url} ', 'two words answers.', '$& $1'])
      expect(say(said)).toBe(said);
    expect(say('http://$1/ answers.')).toBe('http://$1/ antwortet.');
  });
});

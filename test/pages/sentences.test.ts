import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { diagnose } from '../../src/main/cms/diagnose.ts';
import { PageReach } from '../../src/main/cms/page-reach.ts';
import { Reach } from '../../src/main/cms/reach.ts';
import { readConfig } from '../../src/main/config.ts';
import { checkClock } from '../../src/main/doctor/clock.ts';
import { checkDisk } from '../../src/main/doctor/disk.ts';
import { checkStatusPage } from '../../src/main/doctor/status-page.ts';
import { checkWatchdog } from '../../src/main/doctor/watchdog.ts';
import { createLog } from '../../src/main/log.ts';
import { allSentences, sentences } from '../../src/shared/languages/sentences.ts';
import { translated } from '../../src/shared/languages/translated.js';
import { saidIn, writtenIn } from './said.ts';

const main = fileURLToPath(new URL('../../src/main', import.meta.url));
const others = ['de', 'fr', 'es'] as const;
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found);

/** What only the log, a terminal or another program is told. */
const unheard =
  /^(admin|cli|fleet|release|host|update\/installer|doctor\/measure)\/|^(cms\/(loopback|unchanged|upload)|health\/metrics|sd-notify|setup\/listener)\.ts$/;
/** Of these the doctor and the page tell. */
const heard =
  /^(release\/trusted|update\/installer\/(install|root-shelf|talk)|fleet\/link-fault|host\/choose|host\/x11\/connect|host\/chromium\/(account|display|executable|launch))\.ts$/;
/** Put into a sentence that is known as a whole. */
const parts = new Set([
  'There are: 7, ….',
  'There are: 7.',
  '7 Check the id or name, and the account of the token.',
]);

function sourcesOf(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]);
}

describe('what the player says of itself', () => {
  it('has the same sentences in every language, and none with a value that is not there', () => {
    for (const language of others) {
      expect(Object.keys(sentences[language])).toEqual(Object.keys(sentences.de));
      for (const [english, there] of Object.entries(sentences[language]))
        expect(placeholders(english), there).toEqual(expect.arrayContaining(placeholders(there)));
    }
  });

  it('is said in the source as it stands here', () => {
    const source = sourcesOf(main)
      .map(([, text]) => text)
      .join('\n');
    const said = [...new Set(sourcesOf(main).flatMap(([path, text]) => saidIn(path, text)))];
    const inPieces = (english: string): boolean =>
      english
        .split(/\{\w+\}|(?<=[.:;]) |\((?=configured)|\(well |Files of this kind| are not shown|, nor /)
        .map((piece) =>
          piece
            .trim()
            .replace(/^\)|[.:;(]$/g, '')
            .trim(),
        )
        .every((piece) => piece.length <= 5 || source.includes(piece));
    const whole = (english: string): boolean => {
      const say = translated({ [english]: '' });
      return said.some((one) => say(one) === '');
    };
    const lost = Object.keys(sentences.de).filter((english) => !inPieces(english) && !whole(english));
    expect(lost).toEqual([]);
  });

  it('is in every language, wherever in the source something says it that a screen, the page or a phone tells', () => {
    const unknown = sourcesOf(main)
      .filter(([path]) => heard.test(path) || !unheard.test(path))
      .flatMap(([path, text]) => saidIn(path, text).map((said) => [path, said] as const))
      .filter(
        ([, said]) => !parts.has(said) && !Object.keys(sentences.de).some((known) => known.includes(said)),
      );
    for (const language of others) {
      const say = translated(allSentences(language));
      expect(
        unknown.filter(([, said]) => say(said) === said),
        language,
      ).toEqual([]);
    }
  });

  it('is no English where a page is refused', async () => {
    const gate = new PageReach({
      reach: new Reach({ cms: null, configured: [] }),
      ...{ ownPorts: () => [7411], isProxied: () => false },
    });
    const refused = await Promise.all(
      [
        { address: 'http://127.0.0.1:7411/', ledBy: [] },
        { address: 'http://192.168.1.1/', ledBy: [] },
        { address: 'http://192.168.1.1/', ledBy: ['https://1.1.1.1/'] },
      ].map((asking) => gate.refusal(asking)),
    );
    expect(new Set(refused).size).toBe(3);
    for (const language of others) {
      const say = translated(allSentences(language));
      const texts = refused.map((why) => `unreachable: ${why}`);
      const left = texts.filter((one) => /\b(is|the|signed|unreachable)\b/.test(say(one)));
      expect(left, language).toEqual([]);
    }
  });

  it('has a code, wherever setup and doctor look at a CMS', async () => {
    const cms = await startDemoCms({ tokens: { personal: ['vpt_known'] } });
    onTestFinished(() => cms.stop());
    const told = {
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: 'vpt_known',
      VITRINE_DEVICE: 'Demo screen',
    };
    const asked: readonly Readonly<Record<string, string>>[] = [
      told,
      { ...told, VITRINE_DEVICE: 'nobody' },
      { ...told, VITRINE_DEVICE: '', VITRINE_PLAYLIST: cms.playlistId },
      { ...told, VITRINE_DEVICE: '', VITRINE_PLAYLIST: 'none' },
      { ...told, VITRINE_DEVICE: '', VITRINE_DEVICE_GROUP: 'none' },
      { ...told, VITRINE_DEVICE: '' },
      { ...told, VITRINE_CMS_TOKEN: 'vpt_of-others' },
      { ...told, VITRINE_CMS_URL: new URL('/other/', cms.baseUrl).href },
      { ...told, VITRINE_CMS_URL: 'http://127.0.0.1:1/' },
    ];
    const found: unknown[] = [];
    for (const env of asked) {
      const { config, mistake } = readConfig({ env, noFile: true });
      if (config === null) throw mistake;
      const { findings } = await diagnose(config, { log: createLog(() => undefined) });
      found.push(...findings.flatMap(({ message, remedy }) => [message, remedy ?? []].flat()));
    }
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((one) => typeof one === 'string')).toEqual([]);
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
        .filter((said) => typeof said === 'string' && /[a-z]{3}/.test(said) && say(said) === said);
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

describe('what a page or the stage writes', () => {
  it.each(['pages', 'renderer/screens'])('comes from the words of its language: %s', (folder) => {
    const written = sourcesOf(join(main, '..', folder)).flatMap(([path, text]) =>
      writtenIn(path, text).map((said) => `${path}: ${said}`),
    );
    expect(written.filter((one) => !one.endsWith(': Vitrine'))).toEqual([]);
  });

  it('is seen where it does not', () => {
    expect(
      writtenIn('a.js', "make('p', {}, cold ? 'Cold' : say('a'), make('b', { alt: 'A cat' }, ['Warm']))"),
    ).toEqual(['Cold', 'Warm', 'A cat']);
    expect(
      saidIn(
        'a.ts',
        "log.info('It is so.'); throw new VitrineError('a', 'It is ' + b + (c ? ' so.' : ' so now.'))",
      ),
    ).toEqual(['It is 7 so.', 'It is 7 so now.']);
  });
});

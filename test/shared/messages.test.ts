import { describe, expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { fail, ok } from '../../src/main/ground/finding.ts';
import { wordsOf } from '../../src/shared/languages/catalogues.ts';
import { formatter, localized } from '../../src/shared/languages/formatter.js';
import {
  inEnglish,
  type Message,
  message,
  readable,
  remedyFor,
  restored,
} from '../../src/shared/languages/message.ts';

const low = message('doctor.disk.low', { free: 1_500_000_000, folder: '/data' });

describe('a message', () => {
  test("is formatted in the reader's language, with numbers in its format", () => {
    expect(inEnglish(low)).toBe('Only 1.5 GB is free for /data.');
    expect(wordsOf('de').message(low)).toBe('Für /data sind nur noch 1,5\u00a0GB frei.');
  });

  test('finds its remedy in the catalogue, with the same values', () => {
    expect(remedyFor(low)).toEqual({ code: 'doctor.disk.low.remedy', values: low.values });
    expect(remedyFor(message('see-log'))).toBeNull();
    expect(fail('disk', low).remedy).toEqual(remedyFor(low));
    expect(ok('disk', low).remedy).toBeNull();
  });

  test('does not compile with an unknown code, value or remedy', () => {
    // @ts-expect-error There is no such code.
    message('doctor.disk.lost');
    // @ts-expect-error A value is missing.
    message('doctor.disk.low', { folder: '/data' });
    // @ts-expect-error A size is a number.
    message('doctor.disk.low', { free: 'much', folder: '/data' });
    // @ts-expect-error It takes no such value.
    message('see-log', { folder: '/data' });
  });

  test('does not compile in a template literal or beside +, also where it may be text', () => {
    const perhaps: Message | string | null = low as Message | string | null;
    // @ts-expect-error It would be “[object Object]”.
    `${low}`;
    // @ts-expect-error It would be “[object Object]”.
    `${perhaps}`;
    // @ts-expect-error It would be “[object Object]”.
    `${fail('disk', low).message}`;
    let line = '';
    // @ts-expect-error It would be “[object Object]”.
    line += low;
    expect(line).toBe('[object Object]');
  });

  test('nests in another message and in a list', () => {
    const inner = message('config.must.be-at-least', { least: 2024 });
    const catalogue = { outer: '{why}: {all}', [inner.code]: 'weil {least:plain}', 'see-log': 'eins' };
    const { text } = formatter('de', catalogue);
    expect(text('outer', { why: inner, all: [inner, message('see-log'), 'drei'] })).toBe(
      'weil 2024: weil 2024, eins und drei',
    );
  });

  test('keeps a placeholder without a value, and a value that looks like one', () => {
    const { text } = formatter('en', { output: '{name} in {folder}' });
    expect(text('output', { name: '{folder}' })).toBe('{folder} in {folder}');
    expect(text('unknown')).toBe('unknown');
    expect(text('toString')).toBe('toString');
  });
});

describe('an error', () => {
  test('carries its message to other threads, and its English text to logs', () => {
    const error = new VitrineError('permanent', low);
    expect(error.message).toBe('Only 1.5 GB is free for /data.');
    expect(error.report).toEqual({ code: 'doctor', message: low, remedy: remedyFor(low) });
    expect(structuredClone(error.report)).toEqual(error.report);
  });
});

describe('plain data', () => {
  const given = {
    found: [{ check: 'disk', message: low, remedy: remedyFor(low) }],
    at: 7,
    all: ['plain', low],
  };

  test('carries English text and, beside it, the messages', () => {
    const [low0] = given.found;
    expect(readable(given)).toEqual({
      at: 7,
      found: [
        {
          check: 'disk',
          message: 'Only 1.5 GB is free for /data.',
          remedy:
            'Free up space on this disk: otherwise new content may not fit alongside the current content.',
          i18n: { message: low, remedy: low0?.remedy },
        },
      ],
      all: ['plain', 'Only 1.5 GB is free for /data.'],
      i18n: { all: ['plain', low] },
    });
  });

  test('is restored where another process of the player reads it', () => {
    expect(restored(JSON.parse(JSON.stringify(readable(given))))).toEqual(given);
  });

  test('keeps the English text of a message that this catalogue lacks', () => {
    const newer = {
      why: 'It rains.',
      all: ['Hail.'],
      i18n: { why: { code: 'rain' }, all: [{ code: 'hail' }] },
    };
    expect(restored(newer)).toEqual({
      why: message('verbatim', { text: 'It rains.' }),
      all: [message('verbatim', { text: 'Hail.' })],
    });
  });

  test('is formatted in another language', () => {
    expect(localized(readable(given), wordsOf('fr').message)).toMatchObject({
      found: [{ check: 'disk', message: 'Il ne reste que 1,5\u202fGo d’espace libre pour /data.' }],
      all: ['plain', 'Il ne reste que 1,5\u202fGo d’espace libre pour /data.'],
    });
  });
});

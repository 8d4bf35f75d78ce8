import { expect, test } from 'vitest';
import { parseJson } from '../../src/main/net/json.ts';
import fc from '../support/properties.ts';

const limits = { bytes: 1024 * 1024, depth: 64 };
const parse = (text: string, given = limits): unknown => parseJson(Buffer.from(text), given);

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'nothing thrown';
}

test('the parser accepts the same text as JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (text) => {
      const isLong = /\d{16}/.test(text);
      fc.pre(!isLong);
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('long whole numbers become text without rounding, and other values stay unchanged', () => {
  expect(
    parse('{"id":9007199254740993,"big":123456789012345678901234567890,"n":-9223372036854775808}'),
  ).toEqual({
    id: '9007199254740993',
    big: '123456789012345678901234567890',
    n: '-9223372036854775808',
  });
  expect(parse('[9007199254740993,1,[18446744073709551615]]')).toEqual([
    '9007199254740993',
    1,
    ['18446744073709551615'],
  ]);
  const fractions = '[0.1234567890123456789,1234567890123456789.5,1e1234567890123456,12345678901234567e2]';
  expect(parse(fractions)).toEqual(JSON.parse(fractions));
  expect(parse('"9007199254740993"')).toBe('9007199254740993');
  expect(parse('["a\\"9007199254740993\\\\",999]')).toEqual(['a"9007199254740993\\', 999]);
  expect(parse('{"9007199254740993":1}')).toEqual({ '9007199254740993': 1 });
});

test('every integer survives as its digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
      const [read] = parse(`[${value}]`) as [number | string];
      expect(String(read)).toBe(String(value));
    }),
  );
});

test('deep nesting is refused before parsing', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(parse(nested(64))).toBeDefined();
  expect(codeOf(() => parse(nested(65)))).toBe('cms-too-deep');
  expect(codeOf(() => parse(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`))).toBe('cms-too-deep');
  expect(codeOf(() => parse('['.repeat(500_000)))).toBe('cms-too-deep');
  // Brackets in strings are no nesting.
  expect(parse(JSON.stringify('['.repeat(1000)))).toBe('['.repeat(1000));
});

test('too many bytes, broken JSON and broken text are refused without a quote', () => {
  expect(codeOf(() => parse(`"${'x'.repeat(20)}"`, { bytes: 10, depth: 4 }))).toBe('cms-too-large');
  for (const text of ['', '{"token":"s3cret"', '[1,', 'nope s3cret', '{"a":1}}', '"\\']) {
    const error = (() => {
      try {
        parse(text);
      } catch (thrown) {
        return thrown as Error;
      }
      return new Error('nothing thrown');
    })();
    expect(error).toMatchObject({ code: 'cms-not-json', kind: 'temporary' });
    expect(`${error.message} ${String(error.cause)}`).not.toContain('s3cret');
  }
  expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
});

import { expect, test } from 'vitest';
import { keyWith, numberOf, shareOf, transcriptOf } from '../../src/shared/cpace.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (some: Uint8Array | null): string => Buffer.from(some ?? []).toString('hex');
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

// The test vector of draft-irtf-cfrg-cpace for ristretto255 and SHA-512.
const terms = {
  pin: 'Password',
  channel: bytes('6f630b425f726573706f6e6465720b415f696e69746961746f72'),
  session: bytes('7e4b4791d6a8ef019b936c79fb7f2c57'),
};
const [ya, yb] = [
  numberOf(bytes('da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08')),
  numberOf(bytes('d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d')),
];
const [first, second] = [
  'd40fb265a7abeaee7939d91a585fe59f7053f982c296ec413c624c669308f87a',
  '08bcf6e9777a9c313a3db6daa510f2d398403319c2341bd506a92e672eb7e307',
];

test('both sides derive the values of the draft', () => {
  expect(hex(shareOf(terms, ya))).toBe(first);
  expect(hex(shareOf(terms, yb))).toBe(second);
  const transcript = transcriptOf(bytes(first), bytes(second), [ascii('ADa'), ascii('ADb')]);
  const key =
    '4c5469a16b2364c4b944ebc1a79e51d1674ad47db26e8718154f59faebfaa52d8346f30aa58377117eb20d527f2cbc5c76381f7fd372e89df8239f87f2e02ed1';
  expect(hex(keyWith(bytes(second), ya, terms.session, transcript))).toBe(key);
  expect(hex(keyWith(bytes(first), yb, terms.session, transcript))).toBe(key);
});

test('another PIN, session or purpose gives another key', () => {
  const keyOf = (mine: typeof terms, theirs: typeof terms): readonly string[] => {
    const [a, b] = [shareOf(mine, ya), shareOf(theirs, yb)];
    const transcript = transcriptOf(a, b);
    return [hex(keyWith(b, ya, mine.session, transcript)), hex(keyWith(a, yb, theirs.session, transcript))];
  };
  const [mine, same] = keyOf(terms, terms);
  expect(mine).toBe(same);
  for (const other of [{ pin: 'Passwort' }, { channel: ascii('x') }, { session: new Uint8Array(16) }]) {
    const [left, right] = keyOf(terms, { ...terms, ...other });
    expect(left).not.toBe(right);
  }
});

test.each([
  ['the neutral point', new Uint8Array(32)],
  ['no point', new Uint8Array(32).fill(255)],
  ['too little', new Uint8Array(31)],
])('%s is refused', (_, theirs) => {
  expect(keyWith(theirs, ya, terms.session, new Uint8Array())).toBeNull();
});

import { type Chance, chanceFrom } from '../soak/chance.ts';
import type { Target } from './targets.ts';

/** Inputs stay below this where a target does not take longer ones. */
const usualBytes = 256 * 1024;

/** Numbers at which parsers go wrong, as bytes and as text. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];
const numbers = [
  '-1',
  '0',
  '1e309',
  '-1e309',
  '9007199254740993',
  '0.1',
  '4294967296',
  '1'.repeat(400),
  'NaN',
];

/** The seeds as they are come first: a harness that cannot read those finds nothing but itself. */
export function inputOf(target: Target, seed: number, index: number): Buffer {
  return Buffer.from(target.seeds[index] ?? mutate(chanceFrom(seed + index), target));
}

/** One seed changed in a few ways, or two laid together: not random bytes, which no parser reads far into. */
function mutate(
  chance: Chance,
  { seeds, words, mostBytes = usualBytes }: Pick<Target, 'seeds' | 'words' | 'mostBytes'>,
): Buffer {
  const any = (): Buffer => chance.pick(seeds) ?? Buffer.alloc(0);
  let bytes: Buffer = Buffer.from(any());
  for (let steps = 1 + chance.below(6); steps > 0; steps--) {
    const change = chance.pick(changes);
    if (change) bytes = change(bytes, chance, words, any, mostBytes).subarray(0, mostBytes);
  }
  return bytes;
}

type Change = (
  bytes: Buffer,
  chance: Chance,
  words: readonly string[],
  other: () => Buffer,
  mostBytes: number,
) => Buffer;

const changes: readonly Change[] = [
  // Single bits and bytes.
  (bytes, chance) => {
    const at = chance.below(bytes.length);
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
    return bytes;
  },
  (bytes, chance) => {
    if (bytes.length > 0) bytes[chance.below(bytes.length)] = chance.below(256);
    return bytes;
  },
  // A number in either order of bytes, such as a length.
  (bytes, chance) => {
    const size = chance.pick([1, 2, 4]) ?? 1;
    if (bytes.length < size) return bytes;
    const value = (chance.pick(edges) ?? 0) % 2 ** (8 * size);
    const at = chance.below(bytes.length - size + 1);
    if (chance.of(0.5)) bytes.writeUIntBE(value, at, size);
    else bytes.writeUIntLE(value, at, size);
    return bytes;
  },
  // A stretch left out, doubled or repeated very often, and an end that is missing.
  (bytes, chance) => {
    const [from, to] = stretch(bytes, chance);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, chance, _words, _other, mostBytes) => {
    const [from, to] = stretch(bytes, chance);
    const times = chance.of(0.2) ? 1 + chance.below(mostBytes / 8) : 1 + chance.below(8);
    const most = Math.max(1, Math.floor(mostBytes / Math.max(1, to - from)));
    const again = Array.from({ length: Math.min(times, most) }, () => bytes.subarray(from, to));
    return Buffer.concat([bytes.subarray(0, to), ...again, bytes.subarray(to)]);
  },
  (bytes, chance) => bytes.subarray(0, chance.below(bytes.length + 1)),
  // The beginning of one and the end of another.
  (bytes, chance, _, other) => {
    const next = other();
    return Buffer.concat([
      bytes.subarray(0, chance.below(bytes.length + 1)),
      next.subarray(chance.below(next.length + 1)),
    ]);
  },
  // Words that mean something to the parser, and numbers that it does not expect.
  (bytes, chance, words) => {
    const at = chance.below(bytes.length + 1);
    const word = chance.pick(words) ?? '';
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(word), bytes.subarray(at)]);
  },
  (bytes, chance) => {
    const found = [...bytes.toString('latin1').matchAll(/\d+/g)];
    const one = chance.pick(found);
    if (!one) return bytes;
    const number = Buffer.from(chance.pick(numbers) ?? '');
    return Buffer.concat([bytes.subarray(0, one.index), number, bytes.subarray(one.index + one[0].length)]);
  },
];

function stretch(bytes: Buffer, chance: Chance): readonly [number, number] {
  const from = chance.below(bytes.length + 1);
  const longest = chance.of(0.5) ? 8 : bytes.length;
  return [from, Math.min(bytes.length, from + chance.below(longest + 1))];
}

import type { Expression } from './expressions.ts';
import { alphabetOf, type Pattern, patternOf } from './pattern.ts';

/** A text that costs an expression much: `pump` is repeated as often as there is room. */
export interface Input {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

const triesOfEach = 24;
/** What makes a word begin, or a line. */
const between = ['', '', ' ', '-', '\n'];
const afters = ['', '\0', '!', '\n', ' a'];

/**
 * Inputs among which the worst of an expression is: each stretch of it repeated, behind what comes before it and followed by what
 * does not fit; and each character repeated. Time that grows with the square needs a stretch that can be read in two ways.
 */
export function inputsFor({ source, flags }: Expression): readonly Input[] {
  const random = numbers(1);
  const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)];
  const inputs = new Map<string, Input>();
  const add = (before: string, pump: string): void => {
    const input = { before, pump, after: pick(afters) ?? '' };
    if (pump !== '') inputs.set(Object.values(input).join('\u{f0000}'), input);
  };

  function textOf(pattern: Pattern, more: number): string {
    switch (pattern.kind) {
      case 'set':
        return pick(pattern.characters) ?? '';
      case 'sequence':
        return pattern.parts.map((part) => textOf(part, more)).join('');
      case 'choice':
        return textOf(pick(pattern.options) ?? { kind: 'sequence', parts: [] }, more);
      case 'repeat': {
        const count = Math.min(pattern.most, pattern.least + Math.floor(random() * (more + 1)));
        return Array.from({ length: count }, () => textOf(pattern.of, more)).join('');
      }
      case 'look':
        return '';
    }
  }

  function stretches(pattern: Pattern, before: readonly Pattern[]): void {
    if (pattern.kind === 'choice') for (const option of pattern.options) stretches(option, before);
    if (pattern.kind === 'repeat') stretches(pattern.of, before);
    if (pattern.kind === 'look') stretches(pattern.at, before);
    const parts = pattern.kind === 'sequence' ? pattern.parts : [pattern];
    parts.forEach((part, from) => {
      const earlier = [...before, ...parts.slice(0, from)];
      if (part.kind !== 'set' && pattern.kind === 'sequence') stretches(part, earlier);
      const start = earlier.map((one) => textOf(one, 0)).join('');
      for (const character of part.kind === 'repeat' ? alphabetOf(source) : []) add(start, character);
      for (let until = from + 1; until <= parts.length; until++) {
        for (let count = 0; count < triesOfEach; count++) {
          const stretch = parts.slice(from, until).map((one) => textOf(one, count % 3));
          add(random() < 0.5 ? '' : start, [pick(between), ...stretch].join(''));
        }
      }
    });
  }

  for (const character of alphabetOf(source)) add('', character);
  stretches(patternOf(source, flags), []);
  return [...inputs.values()];
}

export function textOf({ before, pump, after }: Input, length: number): string {
  return before + pump.repeat(Math.ceil(length / pump.length)) + after;
}

/** The same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

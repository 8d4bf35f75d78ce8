import { describe, expect, test } from 'vitest';
import { drawn, faultsIn, lineOf, planted } from '../../lab/prove/mutants/plant.ts';

const changed = (source: string): readonly string[] =>
  faultsIn('room.ts', source).map((fault) => planted(source, fault));

describe('a planter of faults', () => {
  test('moves a comparison by the one value that is equal', () => {
    expect(changed('export const is = a /* < */ < b;')).toEqual(['export const is = a /* < */ <= b;']);
    expect(changed('export const is = a !== b;')).toEqual(['export const is = a === b;']);
  });

  test('takes a condition for met and for not met', () => {
    expect(changed('if (due) x = 1;')).toEqual(['if (true) x = 1;', 'if (false) x = 1;']);
    expect(changed('x = due ? 1 : 2;')).toEqual(['x = true ? 1 : 2;', 'x = false ? 1 : 2;']);
  });

  test('deletes a call, and leaves what is written to the log', () => {
    expect(changed('await close();')).toEqual([';']);
    expect(changed('this.#needs.log.warn("late"); log.info("well"); logout();')).toEqual([
      'this.#needs.log.warn("late"); log.info("well"); ;',
    ]);
  });

  test('returns nothing where a value was, and goes on where a function ended', () => {
    expect(changed('function f() { return 1; }')).toEqual(['function f() { return undefined; }']);
    expect(changed('function f() { return; }')).toEqual(['function f() { ; }']);
    expect(changed('function f() { return false; }')).toEqual(['function f() { return true; }']);
    expect(changed('function f() { return null; }')).toEqual([]);
  });

  test('draws the same faults for the same seed, also beside others', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const draw = (from: readonly number[], seed: string) => drawn(from, 20, seed, String);
    const ten = draw(items, '7').slice(0, 10);
    expect(draw(items.toReversed(), '7')).toEqual(draw(items, '7'));
    expect(draw(items, '8')).not.toEqual(draw(items, '7'));
    expect(draw([...items, 50, 51], '7').filter((item) => ten.includes(item))).toEqual(ten);
    expect(drawn(items, 99, '7', String).toSorted((one, other) => one - other)).toEqual(items);
  });

  test('names the line of a fault as it stands and as it becomes', () => {
    const source = 'first();\n  if (due)\n    second();\n';
    const [, taken] = faultsIn('room.ts', source);
    expect(taken && lineOf(source, taken)).toEqual({ number: 2, before: 'if (due)', after: 'if (true)' });
  });
});

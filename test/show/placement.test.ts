import { describe, expect, test } from 'vitest';
import type { ScreenPlan } from '../../src/main/config/config.ts';
import type { Display } from '../../src/main/host/host.ts';
import { Placements } from '../../src/main/show/placement.ts';
import { message } from '../../src/shared/languages/message.ts';
import { openLook } from '../support/look.ts';

const look = openLook;
const plan = (id: string, display: string | number): ScreenPlan => ({ id, display, playlist: null, look });
const display = (id: string, left: number, primary = false): Display => ({
  id,
  left,
  top: 0,
  width: 100,
  height: 100,
  primary,
});
// By their names they would come in another order than by their position.
const left = display('west', 0);
const middle = display('main', 100, true);
const right = display('east', 200);

function where(placements: Placements, displays: readonly Display[]): Record<string, string> {
  return Object.fromEntries(
    placements.on(displays).placements.map(({ screenId, display: { id } }) => [screenId, id]),
  );
}

describe('a list of screens', () => {
  test('finds displays by id, by their position from the left, and the primary one, in whatever order they come', () => {
    const placements = new Placements([plan('a', 2), plan('b', 'west'), plan('c', 'primary')]);
    expect(where(placements, [right, left, middle])).toEqual({ a: 'east', b: 'west', c: 'main' });
    expect(where(placements, [middle, right, left])).toEqual({ a: 'east', b: 'west', c: 'main' });
  });

  test('numbers displays at the same distance from the left from the top, and the very same position by id', () => {
    const lower = { ...display('east', 0), top: 100 };
    const mirror = display('zebra', 0);
    const placements = new Placements([plan('a', 0), plan('b', 1), plan('c', 2)]);
    expect(where(placements, [lower, mirror, left])).toEqual({ a: 'west', b: 'zebra', c: 'east' });
  });

  test('says which display is missing, and where it is again when it is back', () => {
    const placements = new Placements([plan('a', 'west'), plan('b', 'east')]);
    expect(placements.on([left])).toMatchObject({
      placements: [{ screenId: 'a' }],
      absent: [
        {
          screenId: 'b',
          why: message('no-display.named', { display: 'east', screen: 'b', known: ['west (100 × 100)'] }),
        },
      ],
    });
    expect(where(placements, [right, left])).toEqual({ a: 'west', b: 'east' });
  });

  test('numbers stay with their displays when one goes: it takes its screen along, and gets it back', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    expect(where(placements, [left, middle])).toEqual({ a: 'west', b: 'main' });
    // What stays moves to the left edge.
    const alone = { ...middle, left: 0 };
    expect(placements.on([alone])).toMatchObject({
      placements: [{ screenId: 'b', display: { id: 'main' } }],
      absent: [
        {
          screenId: 'a',
          why: message('no-display.named', { display: '0', screen: 'a', known: ['main (100 × 100)'] }),
        },
      ],
    });
    // What comes back is put on the right.
    expect(where(placements, [{ ...left, left: 100 }, alone])).toEqual({ a: 'west', b: 'main' });
  });

  test('a display that joins takes no number from those that are here', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1), plan('c', 'west')]);
    expect(where(placements, [middle, right])).toEqual({ a: 'main', b: 'east' });
    expect(where(placements, [left, middle, right])).toEqual({ a: 'main', b: 'east', c: 'west' });
  });

  test('a display in the place of one that has gone gets its number', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    placements.on([left, middle]);
    placements.on([middle]);
    expect(where(placements, [middle, right])).toEqual({ a: 'east', b: 'main' });
    expect(where(placements, [left, middle, right])).toEqual({ a: 'east', b: 'main' });
  });

  test('one that is switched on late is counted from the left as long as there were fewer than are named', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    expect(where(placements, [middle])).toEqual({ a: 'main' });
    expect(where(placements, [left, middle])).toEqual({ a: 'west', b: 'main' });
  });

  test('a screen on the primary display takes none from a screen that is there, when another one becomes that', () => {
    const placements = new Placements([plan('a', 'primary'), plan('b', 'west')]);
    expect(where(placements, [left, middle])).toEqual({ a: 'main', b: 'west' });
    expect(where(placements, [{ ...left, primary: true }])).toEqual({ b: 'west' });
    expect(where(placements, [left, middle])).toEqual({ a: 'main', b: 'west' });
  });

  test('never puts two screens on one display', () => {
    const placements = new Placements([plan('a', 'primary'), plan('b', 0)]);
    expect(placements.on([middle])).toMatchObject({
      placements: [{ screenId: 'a', display: { id: 'main' } }],
      absent: [{ screenId: 'b', why: message('no-display.shared', { screen: 'b', other: 'a' }) }],
    });
  });

  test('takes the first display where none is said to be the primary one', () => {
    expect(where(new Placements([plan('1', 'primary')]), [right, left])).toEqual({ '1': 'west' });
  });
});

describe('all displays', () => {
  test('screen 1 is the primary one, the others follow from the left', () => {
    expect(where(new Placements('all'), [right, middle, left])).toEqual({
      '1': 'main',
      '2': 'west',
      '3': 'east',
    });
  });

  test('a display that was away gets its own screen back, and a new one a new number', () => {
    const placements = new Placements('all');
    placements.on([left, middle]);
    expect(placements.on([middle]).absent.map(({ screenId }) => screenId)).toEqual(['2']);
    expect(where(placements, [middle, right])).toEqual({ '1': 'main', '3': 'east' });
    expect(where(placements, [left, right, middle])).toEqual({ '1': 'main', '2': 'west', '3': 'east' });
  });

  test('screen 1 stays on its display when another one becomes the primary', () => {
    const placements = new Placements('all');
    placements.on([left, middle]);
    expect(
      where(placements, [
        { ...left, primary: true },
        { ...middle, primary: false },
      ]),
    ).toEqual({
      '1': 'main',
      '2': 'west',
    });
  });
});

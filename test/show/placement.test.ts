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
// Their order by name differs from their order by position.
const left = display('west', 0);
const middle = display('main', 100, true);
const right = display('east', 200);

function where(placements: Placements, displays: readonly Display[]): Record<string, string> {
  return Object.fromEntries(
    placements.on(displays).placements.map(({ screenId, display: { id } }) => [screenId, id]),
  );
}

describe('a list of screens', () => {
  test('finds displays by id, by position from the left, and the primary one, in any order', () => {
    const placements = new Placements([plan('a', 2), plan('b', 'west'), plan('c', 'primary')]);
    expect(where(placements, [right, left, middle])).toEqual({ a: 'east', b: 'west', c: 'main' });
    expect(where(placements, [middle, right, left])).toEqual({ a: 'east', b: 'west', c: 'main' });
  });

  test('numbers displays at the same left edge from the top, and at the same position by id', () => {
    const lower = { ...display('east', 0), top: 100 };
    const mirror = display('zebra', 0);
    const placements = new Placements([plan('a', 0), plan('b', 1), plan('c', 2)]);
    expect(where(placements, [lower, mirror, left])).toEqual({ a: 'west', b: 'zebra', c: 'east' });
  });

  test('names the missing display, and places its screen again when it is back', () => {
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

  test('keeps the numbers of the other displays when one is unplugged, which gets its screen back later', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    expect(where(placements, [left, middle])).toEqual({ a: 'west', b: 'main' });
    // The remaining display moves to the left edge.
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
    // The returning display is placed on the right.
    expect(where(placements, [{ ...left, left: 100 }, alone])).toEqual({ a: 'west', b: 'main' });
  });

  test('gives a new display no number that is in use', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1), plan('c', 'west')]);
    expect(where(placements, [middle, right])).toEqual({ a: 'main', b: 'east' });
    expect(where(placements, [left, middle, right])).toEqual({ a: 'main', b: 'east', c: 'west' });
  });

  test('gives the number of a display that is gone to the one that replaces it', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    placements.on([left, middle]);
    placements.on([middle]);
    expect(where(placements, [middle, right])).toEqual({ a: 'east', b: 'main' });
    expect(where(placements, [left, middle, right])).toEqual({ a: 'east', b: 'main' });
  });

  test('counts a late display from the left while fewer displays have been connected than are planned', () => {
    const placements = new Placements([plan('a', 0), plan('b', 1)]);
    expect(where(placements, [middle])).toEqual({ a: 'main' });
    expect(where(placements, [left, middle])).toEqual({ a: 'west', b: 'main' });
  });

  test('takes no display from another screen when that display becomes the primary one', () => {
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

  test('takes the first display when none is primary', () => {
    expect(where(new Placements([plan('1', 'primary')]), [right, left])).toEqual({ '1': 'west' });
  });
});

describe('all displays', () => {
  test('put screen 1 on the primary display and number the others from the left', () => {
    expect(where(new Placements('all'), [right, middle, left])).toEqual({
      '1': 'main',
      '2': 'west',
      '3': 'east',
    });
  });

  test('give a returning display its own screen and a new one a new number', () => {
    const placements = new Placements('all');
    placements.on([left, middle]);
    expect(placements.on([middle]).absent.map(({ screenId }) => screenId)).toEqual(['2']);
    expect(where(placements, [middle, right])).toEqual({ '1': 'main', '3': 'east' });
    expect(where(placements, [left, right, middle])).toEqual({ '1': 'main', '2': 'west', '3': 'east' });
  });

  test('keep screen 1 on its display when another one becomes primary', () => {
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

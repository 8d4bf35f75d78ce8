import { describe, expect, test } from 'vitest';
import type { ScreenPlan } from '../../src/main/config.ts';
import type { Display } from '../../src/main/host/host.ts';
import { Places } from '../../src/main/show/places.ts';
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
const left = display('l', 0);
const middle = display('m', 100, true);
const right = display('r', 200);

function where(places: Places, displays: readonly Display[]): Record<string, string> {
  return Object.fromEntries(places.on(displays).places.map((place) => [place.screenId, place.display.id]));
}

describe('a list of screens', () => {
  test('finds displays by id, by their place from the left, and the primary one, in whatever order they come', () => {
    const places = new Places([plan('a', 2), plan('b', 'l'), plan('c', 'primary')]);
    expect(where(places, [right, left, middle])).toEqual({ a: 'r', b: 'l', c: 'm' });
    expect(where(places, [middle, right, left])).toEqual({ a: 'r', b: 'l', c: 'm' });
  });

  test('says which display is missing, and where it is again when it is back', () => {
    const places = new Places([plan('a', 'l'), plan('b', 'r')]);
    expect(places.on([left])).toMatchObject({
      places: [{ screenId: 'a' }],
      absent: [{ screenId: 'b', why: 'Display r of screen b is not connected (connected: l).' }],
    });
    expect(where(places, [right, left])).toEqual({ a: 'l', b: 'r' });
  });

  test('numbers stay with their displays when one goes: it takes its screen along, and gets it back', () => {
    const places = new Places([plan('a', 0), plan('b', 1)]);
    expect(where(places, [left, middle])).toEqual({ a: 'l', b: 'm' });
    // What stays moves to the left edge.
    const alone = { ...middle, left: 0 };
    expect(places.on([alone])).toMatchObject({
      places: [{ screenId: 'b', display: { id: 'm' } }],
      absent: [{ screenId: 'a', why: 'Display 0 of screen a is not connected (connected: m).' }],
    });
    // What comes back is put on the right.
    expect(where(places, [{ ...left, left: 100 }, alone])).toEqual({ a: 'l', b: 'm' });
  });

  test('a display that joins takes no number from those that are here', () => {
    const places = new Places([plan('a', 0), plan('b', 1), plan('c', 'l')]);
    expect(where(places, [middle, right])).toEqual({ a: 'm', b: 'r' });
    expect(where(places, [left, middle, right])).toEqual({ a: 'm', b: 'r', c: 'l' });
  });

  test('a display in the place of one that has gone gets its number', () => {
    const places = new Places([plan('a', 0), plan('b', 1)]);
    places.on([left, middle]);
    places.on([middle]);
    expect(where(places, [middle, right])).toEqual({ a: 'r', b: 'm' });
    expect(where(places, [left, middle, right])).toEqual({ a: 'r', b: 'm' });
  });

  test('one that is switched on late is counted from the left as long as there were fewer than are named', () => {
    const places = new Places([plan('a', 0), plan('b', 1)]);
    expect(where(places, [middle])).toEqual({ a: 'm' });
    expect(where(places, [left, middle])).toEqual({ a: 'l', b: 'm' });
  });

  test('a screen on the primary display takes none from a screen that is there, when another one becomes that', () => {
    const places = new Places([plan('a', 'primary'), plan('b', 'l')]);
    expect(where(places, [left, middle])).toEqual({ a: 'm', b: 'l' });
    expect(where(places, [{ ...left, primary: true }])).toEqual({ b: 'l' });
    expect(where(places, [left, middle])).toEqual({ a: 'm', b: 'l' });
  });

  test('never puts two screens on one display', () => {
    const places = new Places([plan('a', 'primary'), plan('b', 0)]);
    expect(places.on([middle])).toMatchObject({
      places: [{ screenId: 'a', display: { id: 'm' } }],
      absent: [{ screenId: 'b', why: expect.stringContaining('set to the same display') }],
    });
  });

  test('takes the first display where none is said to be the primary one', () => {
    expect(where(new Places([plan('1', 'primary')]), [right, left])).toEqual({ '1': 'l' });
  });
});

describe('all displays', () => {
  test('screen 1 is the primary one, the others follow from the left', () => {
    expect(where(new Places('all'), [right, middle, left])).toEqual({ '1': 'm', '2': 'l', '3': 'r' });
  });

  test('a display that was away gets its own screen back, and a new one a new number', () => {
    const places = new Places('all');
    places.on([left, middle]);
    expect(places.on([middle]).absent.map(({ screenId }) => screenId)).toEqual(['2']);
    expect(where(places, [middle, right])).toEqual({ '1': 'm', '3': 'r' });
    expect(where(places, [left, right, middle])).toEqual({ '1': 'm', '2': 'l', '3': 'r' });
  });

  test('screen 1 stays on its display when another one becomes the primary', () => {
    const places = new Places('all');
    places.on([left, middle]);
    expect(
      where(places, [
        { ...left, primary: true },
        { ...middle, primary: false },
      ]),
    ).toEqual({
      '1': 'm',
      '2': 'l',
    });
  });
});

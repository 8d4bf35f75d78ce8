import { describe, expect, test } from 'vitest';
import type { ScreenPlan } from '../../src/main/config.ts';
import type { Display } from '../../src/main/host/host.ts';
import { Places } from '../../src/main/show/places.ts';

const look = {
  rotation: null,
  fit: null,
  background: null,
  volume: null,
  region: null,
  pageZoom: null,
  pageReloadSeconds: null,
};
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

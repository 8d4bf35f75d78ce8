import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { proveBearable } from '../../src/renderer/slots/drawing.ts';
import { mostShapes } from '../../src/renderer/slots/drawing-references.ts';

// What a browser makes of real SVG is tested on a display; here the limits are, on trees made by hand.

interface Shape {
  readonly children: Shape[];
  readonly attributes: { localName: string; value: string }[];
  readonly ownerDocument: Drawing;
}

interface Drawing {
  documentElement: Shape;
  readonly ids: Map<string, Shape>;
  isDamaged: boolean;
}

let drawing: Drawing;
let answer: { ok: boolean; status: number; blob: () => Promise<unknown> };

function shape(references: readonly string[] = []): Shape {
  const attributes = references.map((value) => ({ localName: 'href', value }));
  return { children: [], attributes, ownerDocument: drawing };
}

/** This many shapes below the one it is called for. */
function fill(parent: Shape, count: number): void {
  for (let each = 0; each < count; each++) parent.children.push(shape());
}

/** Another drawing: what is referenced in one is remembered for it. */
function begin(): void {
  drawing = { documentElement: undefined as never, ids: new Map(), isDamaged: false };
  Object.assign(drawing, {
    documentElement: shape(),
    querySelector: () => (drawing.isDamaged ? {} : null),
    querySelectorAll: () => [],
    getElementById: (id: string) => drawing.ids.get(id) ?? null,
  });
}

beforeEach(() => {
  begin();
  answer = { ok: true, status: 200, blob: async () => ({ size: 100, text: async () => '<svg/>' }) };
  vi.stubGlobal('fetch', async () => answer);
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => drawing;
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const fate = () =>
  proveBearable('media/a.svg').then(
    () => 'drawn',
    (error: Error) => error.message,
  );

test('a drawing that is absent, damaged or larger than 5 MB is refused', async () => {
  expect(await fate()).toBe('drawn');
  const sized = (size: number) => async () => ({ size, text: async () => '<svg/>' });
  answer = { ...answer, blob: sized(5_000_000) };
  expect(await fate()).toBe('drawn');
  answer = { ...answer, blob: sized(5_000_001) };
  expect(await fate()).toBe('too-large: the drawing has 5000001 bytes');
  answer = { ok: false, status: 404, blob: sized(1) };
  expect(await fate()).toBe('load: the drawing is absent (404)');
  answer = { ok: true, status: 200, blob: sized(1) };
  drawing.isDamaged = true;
  expect(await fate()).toMatch(/^decode: /);
});

test('a drawing has so many shapes at most, with each reference counted anew', async () => {
  // The root counts for 300.
  fill(drawing.documentElement, mostShapes - 300);
  expect(await fate()).toBe('drawn');
  begin();
  fill(drawing.documentElement, mostShapes - 299);
  expect(await fate()).toMatch(/too many shapes/);
});

test('a reference draws its shapes again', async () => {
  const uses = (count: number): void => {
    begin();
    const group = shape();
    fill(group, 1_000);
    drawing.ids.set('g', group);
    for (let each = 0; each < count; each++) drawing.documentElement.children.push(shape(['#g']));
  };
  uses(50);
  expect(await fate()).toBe('drawn');
  uses(60);
  expect(await fate()).toMatch(/too many shapes/);
});

test('references that lead in a circle are drawn once, as browsers do', async () => {
  const [one, other] = [shape(['#b']), shape(['#a'])];
  drawing.ids.set('a', one).set('b', other);
  drawing.documentElement.children.push(one);
  expect(await fate()).toBe('drawn');
});

test('a drawing is nested a thousand deep at most', async () => {
  const deep = (levels: number): void => {
    begin();
    let last = drawing.documentElement;
    for (let level = 0; level < levels; level++) {
      last.children.push(shape());
      last = last.children[0] as Shape;
    }
  };
  deep(1_000);
  expect(await fate()).toBe('drawn');
  deep(1_001);
  expect(await fate()).toMatch(/too many shapes/);
});

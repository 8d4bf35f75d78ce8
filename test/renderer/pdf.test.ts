import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawingScale, PdfSlot } from '../../src/renderer/slots/pdf.ts';
import { enterDocument, type FakeElement, leaveDocument, pass } from './fake-document.ts';
import { cue } from './programmes.ts';
import { fateOf, slotNeeds } from './slot-needs.ts';

/** A document of so many pages, each drawn in so long; null: it never opens. */
let paper: { pages: number; drawMs: number; broken?: number } | null = null;
/** What was drawn, by the number of the page, and when. */
let drawn: (readonly [number, number])[] = [];
let closed = 0;

vi.mock('../../src/renderer/slots/pdf-reader.ts', () => ({
  openPdf: () => ({
    opening: { promise: paper === null ? new Promise(() => undefined) : Promise.resolve(documentOf(paper)) },
    close: async () => {
      closed += 1;
    },
  }),
}));

function documentOf({ pages, drawMs, broken }: { pages: number; drawMs: number; broken?: number }) {
  return {
    numPages: pages,
    getPage: async (number: number) => ({
      getViewport: ({ scale }: { scale: number }) => ({ width: 100 * scale, height: 50 * scale }),
      render: () => ({
        promise: new Promise<void>((resolve, reject) => {
          drawn.push([number, performance.now()]);
          setTimeout(() => (number === broken ? reject(new Error('bad font')) : resolve()), drawMs);
        }),
      }),
      cleanup: () => undefined,
    }),
  };
}

beforeEach(() => {
  enterDocument();
  drawn = [];
  closed = 0;
});
afterEach(leaveDocument);

function made(durationMs: number, elapsedMs = 0) {
  const needs = slotNeeds(cue('pdf', { kind: 'pdf', source: 'media/d.pdf' }, durationMs), { elapsedMs });
  const slot = new PdfSlot(needs, 'media/d.pdf');
  const element = slot.element as unknown as FakeElement;
  Object.assign(element, { clientWidth: 400, clientHeight: 400 });
  return { slot, element, reported: needs.reported };
}

/** Loaded, and in sight after a second. */
async function shown(durationMs: number, elapsedMs = 0) {
  const all = made(durationMs, elapsedMs);
  const load = all.slot.load();
  await pass(1_000);
  await load;
  all.slot.shown();
  return all;
}

test('a document that does not open within 15 s fails', async () => {
  paper = null;
  const load = fateOf(made(10_000).slot.load());
  await pass(14_999);
  expect(load.is).toBe('waiting');
  await pass(1);
  expect(load.is).toBe('timeout: opening the document took over 15 s');
});

test('a document that cannot be drawn is damaged', async () => {
  paper = { pages: 3, drawMs: 10, broken: 1 };
  const load = fateOf(made(10_000).slot.load());
  await pass(100);
  expect(load.is).toMatch(/^decode/);
});

describe('pages', () => {
  /** After which milliseconds another page was seen. */
  async function turns(element: FakeElement, ms: number): Promise<readonly number[]> {
    const at: number[] = [];
    let page = element.children.at(-1);
    for (let now = 0; now < ms; now += 10) {
      await pass(10);
      if (element.children.at(-1) !== page) at.push(now + 10);
      page = element.children.at(-1);
    }
    return at;
  }

  test("share the cue's time", async () => {
    paper = { pages: 4, drawMs: 50 };
    const { element } = await shown(12_000);
    expect(await turns(element, 20_000)).toEqual([3_000, 6_000, 9_000]);
  });

  test('have at least 2 s each, and the rest is left out', async () => {
    paper = { pages: 500, drawMs: 50 };
    const { element } = await shown(7_999);
    const third = 7_999 / 3;
    const seen = await turns(element, 10_000);
    expect(seen).toHaveLength(2);
    for (const [index, at] of seen.entries()) expect(Math.abs(at - third * (index + 1))).toBeLessThan(15);
    expect(drawn.map(([page]) => page)).toEqual([1, 2, 3]);
  });

  test('start in the middle when the document joins others', async () => {
    paper = { pages: 4, drawMs: 50 };
    const { element } = await shown(12_000, 7_000);
    expect(drawn[0]?.[0]).toBe(3);
    expect(await turns(element, 10_000)).toEqual([2_000]);
  });

  test('are drawn well ahead, one at a time', async () => {
    paper = { pages: 3, drawMs: 50 };
    await shown(12_000);
    await pass(12_000);
    expect(drawn.map(([page]) => page)).toEqual([1, 2, 3]);
    expect(drawn[1]?.[1], 'before it is in sight').toBeLessThan(1_000);
    expect(drawn[2]?.[1], 'when the second one is seen').toBeLessThan(1_000 + 4_100);
  });

  test('do not turn before the document is in sight', async () => {
    paper = { pages: 2, drawMs: 50 };
    const { slot, element } = made(8_000);
    void fateOf(slot.load());
    await pass(60_000);
    const [first] = element.children;
    slot.shown();
    await pass(3_990);
    expect(element.children).toEqual([first]);
    await pass(400);
    expect(element.children).toHaveLength(1);
    expect(element.children).not.toEqual([first]);
  });

  test('that are damaged make the document fail on the spot', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    paper = { pages: 3, drawMs: 50, broken: 2 };
    const { reported } = await shown(12_000);
    expect(reported).toContain('decode: a page of the document is damaged');
    expect(warned).toHaveBeenCalled();
    warned.mockRestore();
  });

  test('fill the layer', async () => {
    paper = { pages: 1, drawMs: 50 };
    const { element } = await shown(12_000);
    expect(element.children[0]).toMatchObject({ width: 400, height: 200 });
  });
});

test('release frees the memory and stops the pages', async () => {
  paper = { pages: 3, drawMs: 50 };
  const { slot, element } = await shown(12_000);
  const [canvas] = element.children;
  slot.release();
  slot.release();
  expect(closed).toBe(1);
  expect(canvas).toMatchObject({ width: 0, height: 0 });
  await pass(20_000);
  expect(element.children).toEqual([]);
});

test.each([
  ['160,000 points wide and high', 160_000, 160_000],
  ['long and thin', 1, 10_000_000],
  ['tiny', 0.01, 0.01],
  ['ordinary', 595, 842],
])('a page with a declared size of %s is drawn no larger than the screen', (_, width, height) => {
  for (const screen of [
    { width: 1920, height: 1080 },
    { width: 7680, height: 4320 },
    { width: 0, height: 0 },
  ]) {
    const scale = drawingScale({ width, height }, screen, 2);
    expect(scale).toBeGreaterThan(0);
    expect(width * scale * height * scale).toBeLessThanOrEqual(7680 * 4320 * 1.001);
    if (screen.width > 0) expect(width * scale).toBeLessThanOrEqual(screen.width * 2);
  }
});

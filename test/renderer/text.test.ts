import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TextSlot } from '../../src/renderer/slots/text.ts';
import { enterDocument, type FakeElement, leaveDocument, pass } from './fake-document.ts';
import { cue } from './programmes.ts';
import { fateOf, slotNeeds } from './slot-needs.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

const text = cue('text', { kind: 'text', source: 'media/t.txt' }, 20_000);

/** A slot whose file has these bytes; `announced`: what its header says. */
function made(bytes: Uint8Array | string | null, announced: number | null = null) {
  const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const headers = new Headers(announced === null ? {} : { 'content-length': String(announced) });
  const answer = { ok: true, status: 200, headers, arrayBuffer: async () => body?.slice().buffer };
  vi.stubGlobal('fetch', () => (body === null ? new Promise(() => undefined) : Promise.resolve(answer)));
  const slot = new TextSlot(slotNeeds(text), 'media/t.txt');
  const element = slot.element as unknown as FakeElement;
  const [line] = element.children as readonly [FakeElement];
  return { slot, element, line };
}

async function loaded(
  bytes: Uint8Array | string,
  announced?: number,
): Promise<{ fate: string; output: string }> {
  const { slot, line } = made(bytes, announced ?? null);
  const load = fateOf(slot.load());
  await pass(0);
  return { fate: load.is, output: line.textContent };
}

describe('a text file', () => {
  test('fails when it does not arrive within 5 s', async () => {
    const load = fateOf(made(null).slot.load());
    await pass(4_999);
    expect(load.is).toBe('waiting');
    await pass(1);
    expect(load.is).toBe('timeout: loading the text took over 5 s');
  });

  test('is refused when it is too long to read', async () => {
    expect((await loaded('x'.repeat(200_000))).fate).toBe('done');
    expect((await loaded('x'.repeat(200_001))).fate).toBe('too-large: the text has 200001 bytes');
    expect((await loaded('short', 200_001)).fate).toBe('too-large: the text has 200001 bytes');
  });

  test('is refused when it is empty', async () => {
    expect((await loaded(' \n\t ')).fate).toMatch(/^empty/);
  });

  test('may be UTF-8, UTF-16 or a single-byte encoding', async () => {
    expect((await loaded('Grüße \n\n')).output).toBe('Grüße');
    const wide = (mark: readonly number[], swapped: boolean): Uint8Array =>
      Uint8Array.from([
        ...mark,
        ...[...'Grüße'].flatMap((one) => {
          const pair = [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8];
          return swapped ? pair.reverse() : pair;
        }),
      ]);
    expect((await loaded(wide([0xff, 0xfe], false))).output).toBe('Grüße');
    expect((await loaded(wide([0xfe, 0xff], true))).output).toBe('Grüße');
    expect((await loaded(Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))).output).toBe('Grüße');
  });
});

describe('the font size', () => {
  /** Fits up to this many hundredths of the stage's shorter side. */
  async function sizeWhere(fits: number): Promise<number> {
    const { slot, element, line } = made('some words');
    const size = (): number => Number.parseFloat(line.style.fontSize ?? '0');
    Object.defineProperty(element, 'scrollHeight', { get: () => (size() > fits ? 101 : 100) });
    Object.assign(element, { clientHeight: 100 });
    void slot.load();
    await pass(0);
    return size();
  }

  test('is as large as fits, between 4 and 9 hundredths of the stage', async () => {
    expect(await sizeWhere(100)).toBeCloseTo(9, 1);
    expect(await sizeWhere(6)).toBeGreaterThan(5.9);
    expect(await sizeWhere(6)).toBeLessThanOrEqual(6);
    expect(await sizeWhere(2)).toBe(4);
  });

  test('accounts for the width', async () => {
    const { slot, line } = made('some words');
    Object.defineProperty(line, 'scrollWidth', {
      get: () => (Number.parseFloat(line.style.fontSize ?? '0') > 5 ? 1 : 0),
    });
    void slot.load();
    await pass(0);
    expect(Number.parseFloat(line.style.fontSize ?? '0')).toBeLessThanOrEqual(5);
  });
});

describe('in sight', () => {
  test('a long text scrolls through once, with time to read both ends', () => {
    const { slot, element, line } = made('some words');
    Object.assign(element, { scrollHeight: 500, clientHeight: 100 });
    slot.shown();
    expect([...element.classes]).toEqual(['scrolling']);
    expect(line.animations).toEqual([
      {
        frames: [{ transform: 'none' }, { transform: 'translateY(-400px)' }],
        options: { duration: 16_000, delay: 2_000, fill: 'forwards' },
      },
    ]);
  });

  test('a short text stands still', () => {
    const { slot, element, line } = made('some words');
    Object.assign(element, { scrollHeight: 100, clientHeight: 100 });
    slot.shown();
    expect(line.animations).toEqual([]);
  });
});

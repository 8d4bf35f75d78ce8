import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Item } from '../../src/renderer/item.ts';
import { type Slot, type SlotEvents, SlotFailure } from '../../src/renderer/slots/slot.ts';
import { Stage } from '../../src/renderer/stage.ts';
import type { StageLayer } from '../../src/renderer/stage-item.ts';
import { defaultScreenSettings, type ScreenSettings } from '../../src/shared/programme.ts';
import { cue, image } from './programmes.ts';

// What the stage does to its two layers, and when. What is seen of it is measured on a display.

class FakeLayer implements StageLayer {
  readonly element = { style: {} } as HTMLDivElement;
  readonly droppedFrames = 3;
  /** What the next item in it has. */
  next: Partial<Slot> = {};
  slot: Slot | null = null;
  level = 'waiting';
  settings: readonly ScreenSettings[] = [];
  events: SlotEvents | null = null;
  loaded = Promise.withResolvers<void>();

  get free(): boolean {
    return this.slot === null;
  }

  async load(...[, , settings, events]: Parameters<StageLayer['load']>): Promise<Slot> {
    const slot = {
      element: this.element,
      load: async () => undefined,
      release: () => undefined,
      ...this.next,
    };
    this.slot = slot;
    this.settings = [...this.settings, settings];
    this.events = events;
    await this.loaded.promise;
    return slot;
  }

  adjust(settings: ScreenSettings): void {
    this.settings = [...this.settings, settings];
  }

  put(level: string): void {
    this.level = level;
  }

  empty(): void {
    this.slot = null;
    this.level = 'waiting';
    this.loaded = Promise.withResolvers();
  }
}

let one: FakeLayer;
let other: FakeLayer;
let stage: Stage;
/** Reports of the items and of the standby screen, each with its instant. */
let reported: (readonly [at: number, what: string])[];

const now = (): number => performance.now();
const tell = (what: string): void => {
  reported.push([now(), what]);
};

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
  one = new FakeLayer();
  other = new FakeLayer();
  reported = [];
  stage = new Stage({
    layers: [one, other],
    covered: (covered) => tell(covered ? 'covered' : 'uncovered'),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function prepare(id: string): Item {
  return stage.prepare(cue(id, image(id), 10_000), 0, {
    ready: () => tell(`${id} ready`),
    shown: (mono) => tell(`${id} shown at ${mono}`),
    settled: () => tell(`${id} settled`),
    ended: () => tell(`${id} ended`),
    failed: (reason) => tell(`${id} failed: ${reason}`),
  });
}

/** Lets that much time pass, and everything happen that follows from it. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** An item in the first layer that is shown and settled, 1 s from the beginning. */
async function shown(id: string): Promise<Item> {
  const item = prepare(id);
  one.loaded.resolve();
  item.show(0, false);
  await pass(1_000);
  reported = [];
  return item;
}

describe('an item', () => {
  test('is ready when its layer has loaded it', async () => {
    prepare('a');
    await pass(700);
    expect(reported).toEqual([]);
    one.loaded.resolve();
    await pass(0);
    expect(reported).toEqual([[700, 'a ready']]);
    expect(one.settings).toEqual([defaultScreenSettings]);
  });

  test('starts at once, rises 20 ms before its turn, and reports its appearance at the turn', async () => {
    one.next = { start: () => tell('started'), shown: () => tell('in sight') };
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_000);
    reported = [];
    item.show(2_000, false);
    await pass(979);
    expect(one.level).toBe('waiting');
    await pass(1);
    expect(one.level).toBe('shown');
    expect(reported).toEqual([
      [1_000, 'started'],
      [1_980, 'in sight'],
      [1_980, 'a shown at 2000'],
    ]);
  });

  test('rises at once when it is late', async () => {
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_000);
    item.show(500, false);
    await pass(0);
    expect(reported.at(-1)).toEqual([1_000, 'a shown at 1020']);
  });

  test('removes its predecessor 120 ms after it rose, and then reports room', async () => {
    await shown('a');
    other.loaded.resolve();
    const item = prepare('b');
    item.show(2_000, false);
    await pass(980);
    expect([one.level, other.level]).toEqual(['leaving', 'shown']);
    expect(stage.shownSlot).toBe(other.slot);
    await pass(119);
    expect(one.free).toBe(false);
    await pass(1);
    expect(one.free).toBe(true);
    expect(reported.slice(-2)).toEqual([
      [2_100, 'covered'],
      [2_100, 'b settled'],
    ]);
  });

  test('waits for a predecessor until it covers it', async () => {
    await shown('a');
    const covers = Promise.withResolvers<void>();
    other.next = { presented: () => covers.promise };
    other.loaded.resolve();
    prepare('b').show(1_000, false);
    await pass(800);
    expect(one.free).toBe(false);
    covers.resolve();
    await pass(0);
    expect(one.free).toBe(true);
  });

  test('does not rise after its release', async () => {
    await shown('a');
    other.loaded.resolve();
    const item = prepare('b');
    item.show(2_000, false);
    await pass(500);
    item.release();
    await pass(1_000);
    expect(reported.map(([, what]) => what)).toEqual(['b ready']);
    expect([one.level, other.level, other.free]).toEqual(['shown', 'waiting', true]);
  });

  test('reports nothing after its release during the load', async () => {
    prepare('a').release();
    one.loaded.resolve();
    await pass(100);
    expect(reported).toEqual([]);
  });

  test('stays visible after its release until its successor covers it', async () => {
    (await shown('a')).release();
    expect([one.level, one.free]).toEqual(['shown', false]);
  });

  test('reports why it cannot load, but not after its release', async () => {
    prepare('a');
    one.loaded.reject(new SlotFailure('decode: broken'));
    await pass(0);
    expect(reported).toEqual([[0, 'a failed: decode: broken']]);
    const item = prepare('b');
    const { reject } = other.loaded;
    item.release();
    reject(new SlotFailure('decode: broken'));
    await pass(0);
    expect(reported).toHaveLength(1);
  });

  test('reports why it cannot rise', async () => {
    one.next = {
      start: () => {
        throw new SlotFailure('play: refused');
      },
    };
    const item = prepare('a');
    one.loaded.resolve();
    item.show(0, false);
    await pass(0);
    expect(reported).toContainEqual([0, 'a failed: play: refused']);
  });

  test('forwards the values of its slot', async () => {
    one.next = { remainingMs: () => 1_234, follow: (elapsedMs) => tell(`at ${elapsedMs}`) };
    const item = prepare('a');
    expect(item.remainingMs()).toBe(1_234);
    item.follow(5_000);
    one.events?.ended();
    one.events?.failed('stalled: no progress');
    expect(reported.map(([, what]) => what)).toEqual([
      'at 5000',
      'a ended',
      'a failed: stalled: no progress',
    ]);
  });

  test('needs a free layer: a third one finds none', async () => {
    prepare('a');
    prepare('b');
    const item = prepare('c');
    await pass(0);
    expect(reported).toEqual([[0, 'c failed: stage: both layers are taken']]);
    expect(item.remainingMs()).toBeNull();
    await item.stand();
    item.show(0, false);
    item.release();
    await pass(100);
    expect(reported).toHaveLength(1);
  });

  test('leads by at least 20 ms, or more if its slot needs that', () => {
    expect(prepare('a').leadMs).toBe(20);
    other.next = { leadMs: 85 };
    expect(prepare('b').leadMs).toBe(85);
    other.empty();
    other.next = { leadMs: 5 };
    expect(prepare('c').leadMs).toBe(20);
  });
});

describe('in step', () => {
  const slot = (joinedAt: number): Partial<Slot> => ({
    leadMs: 50,
    wake: () => tell('woken'),
    start: () => tell('started'),
    join: async (begunAt) => {
      tell(`joins what began at ${begunAt}`);
      return joinedAt;
    },
  });

  test('wakes an item when it is called, and starts it as early as it needs', async () => {
    one.next = slot(0);
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_000);
    reported = [];
    item.show(1_250, true);
    await pass(400);
    expect(reported.slice(0, 3)).toEqual([
      [1_000, 'woken'],
      [1_200, 'started'],
      [1_230, 'a shown at 1250'],
    ]);
  });

  test.each([
    ['up to 100 ms late begins at its beginning', 1_050, ['woken', 'started']],
    ['later than that joins', 1_051, ['joins what began at 1000', 'woken', 'started']],
  ])('raises an item that would be %s', async (_, calledAt, what) => {
    one.next = slot(1_300);
    const item = prepare('a');
    one.loaded.resolve();
    await pass(calledAt);
    reported = [];
    item.show(1_000, true);
    await pass(500);
    expect(reported.map(([, messages]) => messages).slice(0, what.length)).toEqual(what);
  });

  test('raises a joining item at the instant that its slot returns', async () => {
    one.next = slot(2_000);
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_500);
    item.show(1_000, true);
    await pass(1_000);
    expect(reported.slice(-4)).toEqual([
      [1_950, 'started'],
      [1_980, 'a shown at 2000'],
      [2_100, 'covered'],
      [2_100, 'a settled'],
    ]);
  });

  test('is required: otherwise nothing wakes or joins', async () => {
    one.next = slot(2_000);
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_500);
    reported = [];
    item.show(1_000, false);
    await pass(100);
    expect(reported.map(([, messages]) => messages)).toEqual(['started', 'a shown at 1520']);
  });

  test('does not start a released item', async () => {
    one.next = slot(0);
    const item = prepare('a');
    one.loaded.resolve();
    await pass(1_000);
    reported = [];
    item.show(1_250, true);
    item.release();
    await pass(1_000);
    expect(reported).toEqual([[1_000, 'woken']]);
  });
});

describe('standing by', () => {
  test('raises an item without starting it, painted a frame and 60 ms later', async () => {
    one.next = { start: () => tell('started') };
    const item = prepare('a');
    one.loaded.resolve();
    void item.stand().then(() => tell('painted'));
    expect(one.level).toBe('shown');
    await pass(1_000);
    expect(reported).toEqual([
      [0, 'a ready'],
      [76, 'painted'],
    ]);
  });

  test('is painted on a hidden stage only after the time that a page needs after its load', async () => {
    one.next = { paintMs: 500 };
    const item = prepare('a');
    one.loaded.resolve();
    await pass(0);
    void item.stand().then(() => tell('painted'));
    await pass(575);
    expect(reported.map(([, what]) => what)).not.toContain('painted');
    await pass(2);
    expect(reported.at(-1)).toEqual([576, 'painted']);
  });

  test('shows the item at its turn like any other, with nothing below it', async () => {
    const item = prepare('a');
    one.loaded.resolve();
    void item.stand();
    await pass(1_000);
    item.show(1_500, false);
    await pass(1_000);
    expect(one.level).toBe('shown');
    expect(reported.slice(-3)).toEqual([
      [1_480, 'a shown at 1500'],
      [1_600, 'covered'],
      [1_600, 'a settled'],
    ]);
  });

  test('lowers the item when another one comes first', async () => {
    const item = prepare('a');
    one.loaded.resolve();
    void item.stand();
    await pass(1_000);
    item.release();
    expect([one.level, one.free, stage.shownSlot]).toEqual(['waiting', true, null]);
  });

  test('does not lower an item once it is shown', async () => {
    const item = prepare('a');
    one.loaded.resolve();
    void item.stand();
    await pass(1_000);
    item.show(1_000, false);
    await pass(1_000);
    item.release();
    expect([one.level, one.free]).toEqual(['shown', false]);
  });
});

describe('the stage', () => {
  test('clears the shown and the leaving item, and reveals the standby screen', async () => {
    await shown('a');
    other.loaded.resolve();
    prepare('b').show(1_000, false);
    await pass(50);
    stage.clear();
    expect([one.free, other.free, stage.shownSlot]).toEqual([true, true, null]);
    await pass(1_000);
    expect(reported.slice(-1), 'nobody settles on a stage that was cleared').toEqual([[1_050, 'uncovered']]);
  });

  test('keeps the item being made ready when it is cleared', async () => {
    await shown('a');
    prepare('b');
    stage.clear();
    expect([one.free, other.free]).toEqual([true, false]);
  });

  test('forwards settings only when they changed', () => {
    stage.adjust({ ...defaultScreenSettings });
    expect(one.settings).toEqual([]);
    const loud = { ...defaultScreenSettings, volume: 0.5 };
    stage.adjust(loud);
    expect([one.settings, other.settings, stage.settings]).toEqual([[loud], [loud], loud]);
  });

  test('counts the dropped frames of both layers', () => {
    expect(stage.droppedFrames).toBe(6);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Backdrop } from '../../src/renderer/backdrop.ts';
import { FrameCounter, startHeartbeat } from '../../src/renderer/heartbeat.ts';
import { Overlay } from '../../src/renderer/overlay.ts';
import { StandbyScreen } from '../../src/renderer/screens/standby.ts';
import { TickerBar } from '../../src/renderer/ticker.ts';
import type { FromScreen } from '../../src/shared/messages.ts';
import type { Ticker } from '../../src/shared/programme.ts';
import {
  enterDocument,
  FakeElement,
  FakeImage,
  FakeMedia,
  leaveDocument,
  madeLike,
  pass,
} from './fake-document.ts';

// What the stage does again and again.

beforeEach(enterDocument);
afterEach(leaveDocument);

describe('the heartbeat', () => {
  function beating(cueId: () => string | null = () => 'a', isStill = () => cueId() === null) {
    const messages: FromScreen[] = [];
    const frames = new FrameCounter();
    const heart = startHeartbeat(
      (message) => messages.push(message),
      frames,
      () => ({ droppedFrames: 4, programmeId: 'p', cueId: cueId() }),
      isStill,
    );
    const painted = (): readonly (number | null)[] =>
      messages.map((message) => (message.type === 'heartbeat' ? message.frames : null));
    return { messages, frames, painted, wake: heart.wake, heart };
  }

  test('beats at once and every second, and reports the frames since the last beat', async () => {
    const { messages, painted } = beating();
    await pass(3_000);
    expect(messages.map((message) => message.type === 'heartbeat' && message.mono)).toEqual([
      0, 1_000, 2_000, 3_000,
    ]);
    expect(messages[2]).toMatchObject({
      type: 'heartbeat',
      mono: 2_000,
      droppedFrames: 4,
      programmeId: 'p',
      cueId: 'a',
      sleeps: false,
    });
    expect(painted()).toEqual([0, 1, 1, 1]);
  });

  test('beats on demand with the frames so far, and a second later again', async () => {
    const { messages, painted, heart } = beating();
    await pass(300);
    heart.beat();
    expect(painted()).toEqual([0, 1]);
    await pass(999);
    expect(messages).toHaveLength(2);
    await pass(1);
    expect(messages).toHaveLength(3);
  });

  test('reports sleep after ten seconds with an empty stage, and wakes at once', async () => {
    let cueId: string | null = null;
    const { messages, painted, wake } = beating(() => cueId);
    const sleeps = () => messages.map((message) => message.type === 'heartbeat' && message.sleeps);
    const beats = async (ms: number): Promise<number> => {
      const before = messages.length;
      await pass(ms);
      return messages.length - before;
    };
    expect(await beats(9_500)).toBe(9);
    expect(sleeps()).not.toContain(true);
    expect(await beats(1_000)).toBe(1);
    expect(await beats(24_000)).toBe(3);
    expect(sleeps().slice(-4)).toEqual([true, true, true, true]);
    const before = messages.length;
    wake();
    cueId = 'a';
    expect(messages).toHaveLength(before + 1);
    expect([sleeps().at(-1), painted().at(-1)]).toEqual([false, 1]);
    expect(await beats(10_000)).toBe(10);
    wake();
    expect(await beats(1_000)).toBe(1);
  });

  test('beats half as often while a picture stays, but not while pictures change', async () => {
    let cueId = 'a';
    const { messages } = beating(
      () => cueId,
      () => true,
    );
    await pass(30_500);
    expect(messages).toHaveLength(1 + 11 + 9);
    cueId = 'b';
    await pass(1_500);
    const before = messages.length;
    for (const next of ['c', 'd', 'e']) {
      await pass(9_500);
      cueId = next;
    }
    expect(messages.length - before).toBeGreaterThanOrEqual(28);
  });

  test('requests one frame per second, so that a still picture costs nothing', async () => {
    const requested = vi.fn(requestAnimationFrame);
    vi.stubGlobal('requestAnimationFrame', requested);
    beating();
    await pass(9_500);
    expect(requested).toHaveBeenCalledTimes(10);
  });

  test('reports zero frames while none comes, without a second request', async () => {
    const waiting: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (paint: () => void) => waiting.push(paint));
    const { painted } = beating();
    await pass(3_000);
    expect([painted(), waiting.length]).toEqual([[0, 0, 0, 0], 1]);
    waiting[0]?.();
    await pass(1_000);
    expect([painted().at(-1), waiting.length]).toEqual([1, 2]);
  });

  test('counts every frame while the overlay is open', async () => {
    const { frames } = beating();
    frames.countAll(true);
    await pass(3_000);
    // A frame each 16 ms.
    expect(frames.rate).toBeGreaterThanOrEqual(62);
    expect(frames.rate).toBeLessThanOrEqual(63);
    frames.countAll(false);
    await pass(2_000);
    expect(frames.rate).toBe(1);
  });
});

describe('the overlay', () => {
  function board() {
    let written = 0;
    const seen: boolean[] = [];
    const overlay = new Overlay(
      () => [['facts', `${++written}`]],
      (visible) => seen.push(visible),
    );
    return { overlay, element: overlay.element as unknown as FakeElement, count: () => written, seen };
  }

  test('is written every half second while visible', async () => {
    const { overlay, element, count, seen } = board();
    await pass(5_000);
    expect(count()).toBe(0);
    overlay.toggle();
    expect([element.hidden, element.textContent]).toEqual([false, 'facts    1']);
    await pass(1_000);
    expect(count()).toBe(3);
    overlay.toggle();
    await pass(5_000);
    expect([element.hidden, count()]).toEqual([true, 3]);
    expect(seen).toEqual([true, false]);
  });

  test('is not written more often when opened twice', async () => {
    const { overlay, count } = board();
    overlay.show(true);
    overlay.show(true);
    await pass(1_000);
    expect(count()).toBe(4);
  });
});

describe('the ticker', () => {
  const ticker: Ticker = {
    text: '  News \n of the day ',
    color: 'white',
    backgroundColor: 'black',
    speed: 120,
    direction: 'left',
    position: 'top',
    clock: { format: 'HH:mm:ss', position: 'right', timeZone: 'UTC' },
  };
  let resized: () => void;

  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback;
        }
        observe(): void {
          // The test says when the size is another one.
        }
      },
    );
  });

  function bar() {
    const made = new TickerBar(() => Date.parse('2026-06-01T10:00:00Z') + performance.now());
    const element = made.element as unknown as FakeElement;
    const stage = new FakeElement('main');
    stage.clientHeight = 540;
    stage.append(element);
    madeLike({ offsetWidth: 100, clientWidth: 950 });
    const line = () => element.children.at(-1)?.children[0];
    const face = () => element.children.find(({ tag }) => tag === 'time');
    return { made, element, line, face };
  }

  test('shows the time to a quarter of a second', async () => {
    const { made, face } = bar();
    made.show(ticker);
    expect(face()?.textContent).toBe('10:00:00');
    await pass(999);
    expect(face()?.textContent).toBe('10:00:00');
    await pass(1);
    expect(face()?.textContent).toBe('10:00:01');
    await pass(4_000);
    expect(face()?.textContent).toBe('10:00:05');
  });

  test('fills the bar with copies plus one, at its speed and the size of the screen', () => {
    const { made, line, element } = bar();
    made.show(ticker);
    expect(line()?.children.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 11 }, () => 'News of the day'),
    );
    // 100 pixels at 120 of 1080 lines a second, on 540 lines.
    expect(line()?.animations[0]?.options.duration).toBeCloseTo((100 / 60) * 1_000, 5);
    expect(line()?.animations[0]?.frames).toEqual([
      { transform: 'none' },
      { transform: 'translateX(-100px)' },
    ]);
    expect([element.hidden, element.dataset.position]).toEqual([false, 'top']);
  });

  test('can run in the other direction', () => {
    const { made, line } = bar();
    made.show({ ...ticker, direction: 'right' });
    expect(line()?.animations[0]?.frames).toEqual([
      { transform: 'translateX(-100px)' },
      { transform: 'none' },
    ]);
  });

  test('runs on when nothing changed, is rebuilt after a change, and disappears', async () => {
    const { made, line, element, face } = bar();
    made.show(ticker);
    const first = line();
    made.show({ ...ticker });
    resized();
    expect(line()).toBe(first);
    element.clientWidth = 700;
    resized();
    expect(line()).not.toBe(first);
    const second = line();
    made.show({ ...ticker, text: ' ' });
    expect([line() === second, face()?.textContent]).toEqual([false, '10:00:00']);
    made.show(null);
    await pass(1_000);
    expect([element.hidden, element.children]).toEqual([true, []]);
  });
});

describe('the standby screen', () => {
  test('moves every half minute while visible, there and back in an hour, and rests while covered', async () => {
    const standby = new StandbyScreen();
    const glow = (standby.element as unknown as FakeElement).children[0];
    const at = (): number => Number(/-?[\d.]+/.exec(glow?.style.transform ?? '')?.[0]);
    expect(at()).toBe(-34);
    await pass(29_999);
    expect(at()).toBe(-34);
    await pass(1);
    expect(at()).toBeGreaterThan(-34);
    standby.cover(true);
    const covered = at();
    await pass(60_000);
    expect(at()).toBe(covered);
    standby.cover(false);
    await pass(1_770_000);
    expect(at()).toBe(34);
    await pass(1_800_000);
    expect(at()).toBe(-34);
  });
});

describe('the backdrop', () => {
  /** What was painted on the canvas: x, y, width and height. */
  let painted: readonly (readonly number[])[] = [];

  function backdrop(): Backdrop {
    painted = [];
    const made = new Backdrop();
    const brush = {
      filter: '',
      drawImage: (_: unknown, ...box: readonly number[]) => {
        painted = [...painted, box];
      },
    };
    Object.assign(made.element, { getContext: () => brush });
    return made;
  }

  test('is painted every second for a video, once for a picture', async () => {
    const still = backdrop();
    still.follow(new FakeImage() as unknown as HTMLImageElement);
    await pass(10_000);
    expect(painted).toHaveLength(1);
    const moving = backdrop();
    moving.follow(new FakeMedia('video') as unknown as HTMLVideoElement);
    await pass(3_000);
    expect(painted).toHaveLength(4);
    moving.release();
    await pass(3_000);
    expect(painted).toHaveLength(4);
  });

  test.each([
    ['as wide as the stage', { naturalWidth: 1_600, naturalHeight: 900 }, [184, 103.5]],
    ['wider', { naturalWidth: 1_800, naturalHeight: 600 }, [310.5, 103.5]],
    ['upright', { naturalWidth: 900, naturalHeight: 1_600 }, [184, 327.11]],
  ])('covers slightly more than the canvas for a picture that is %s', (_, size, [width = 0, height = 0]) => {
    backdrop().follow(Object.assign(new FakeImage(), size) as unknown as HTMLImageElement);
    const [x = 0, y = 0, across = 0, down = 0] = painted[0] ?? [];
    expect([across, down].map((one) => Math.round(one * 100) / 100)).toEqual([width, height]);
    expect([x * 2 + across, y * 2 + down].map((one) => Math.round(one))).toEqual([160, 90]);
  });
});

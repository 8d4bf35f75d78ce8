import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bringIn } from '../../src/renderer/transition.ts';
import type { Transition } from '../../src/shared/programme.ts';
import { enterDocument, FakeElement, leaveDocument, pass } from './fake-document.ts';
import { fateOf } from './slot-needs.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

function bringing(transition: Transition, atMostMs = 10_000) {
  const layer = new FakeElement('div');
  return { layer, complete: bringIn(layer as unknown as HTMLElement, transition, atMostMs) };
}

describe('a layer comes in', () => {
  test.each([
    ['fade', { opacity: '0', transform: 'none' }],
    ['slide', { opacity: '1', transform: 'translateX(100%)' }],
  ] as const)('by %s: it starts at the first position before it is raised, and ends at the last', async (kind, from) => {
    const { layer, complete } = bringing({ kind, durationMs: 800 });
    expect(layer.style).toEqual(from);
    const completed = fateOf(complete());
    expect(layer.animations).toEqual([
      {
        frames: [from, { opacity: '1', transform: 'none' }],
        options: { duration: 800, easing: 'ease-in-out', fill: 'forwards' },
      },
    ]);
    await pass(799);
    expect(completed.is).toBe('waiting');
    await pass(1);
    expect(completed.is).toBe('done');
    expect(layer.style).toEqual({ opacity: '', transform: '' });
  });

  test('at once for a cut, and when there is no time', async () => {
    for (const transition of [
      { kind: 'cut', durationMs: 800 },
      { kind: 'fade', durationMs: 0 },
    ] as const) {
      const { layer, complete } = bringing(transition);
      await complete();
      expect([layer.style, layer.animations]).toEqual([{}, []]);
    }
  });

  test('within the available time', () => {
    const { layer, complete } = bringing({ kind: 'fade', durationMs: 800 }, 300);
    void complete();
    expect(layer.animations[0]?.options.duration).toBe(300);
  });

  test('at the latest 2 s after its animation, when no frames are painted', async () => {
    const { layer, complete } = bringing({ kind: 'fade', durationMs: 800 });
    layer.animate = () => ({ finished: new Promise(() => undefined), cancel: () => undefined });
    const completed = fateOf(complete());
    await pass(2_799);
    expect(completed.is).toBe('waiting');
    await pass(1);
    expect(completed.is).toBe('done');
  });

  test('not at all when it is removed, which ends its animation', async () => {
    const { layer, complete } = bringing({ kind: 'fade', durationMs: 800 });
    layer.animate = () => ({
      finished: Promise.reject(new DOMException('cancelled')),
      cancel: () => undefined,
    });
    await expect(complete()).resolves.toBeUndefined();
  });
});

import type { Transition } from '../shared/programme.ts';
import { pause } from './clock.ts';

/** An animation that is so much later than planned never ends. */
const longestDelayMs = 2_000;

/**
 * Brings a layer in over the one below it, which stays whole: nothing dark is ever seen between them. To be called
 * before the layer is raised: an animation begins a frame or two after it was made, and until then the layer must
 * be where the animation begins, or it flashes up. The function returned resolves when the layer is all there.
 */
export function bringIn(layer: HTMLElement, transition: Transition, atMostMs: number): () => Promise<void> {
  const duration = Math.min(transition.durationMs, atMostMs);
  const from = beginnings[transition.kind];
  if (from === null || duration <= 0) return async () => undefined;
  Object.assign(layer.style, from);
  return async () => {
    const animation = layer.animate([from, whole], { duration, easing: 'ease-in-out', fill: 'forwards' });
    // It is cancelled when the layer is taken away meanwhile, and never ends where no frames are painted.
    await Promise.race([animation.finished.catch(() => undefined), pause(duration + longestDelayMs)]);
    Object.assign(layer.style, { opacity: '', transform: '' });
    animation.cancel();
  };
}

const whole = { opacity: '1', transform: 'none' };

const beginnings: Record<Transition['kind'], { opacity: string; transform: string } | null> = {
  cut: null,
  fade: { opacity: '0', transform: 'none' },
  slide: { opacity: '1', transform: 'translateX(100%)' },
};

import type { Transition } from '../shared/programme.ts';
import { pause } from './clock.ts';

/** An animation later than this will never end. */
const longestDelayMs = 2_000;

/**
 * Animates a layer over the one below, which stays whole, so that nothing dark is visible between them. Call it
 * before the layer is raised: an animation begins a frame or two after its creation, and until then the layer would
 * flash up at its end position. The returned function resolves at the end of the animation.
 */
export function bringIn(layer: HTMLElement, transition: Transition, atMostMs: number): () => Promise<void> {
  const duration = Math.min(transition.durationMs, atMostMs);
  const from = beginnings[transition.kind];
  if (from === null || duration <= 0) return async () => undefined;
  Object.assign(layer.style, from);
  return async () => {
    const animation = layer.animate([from, whole], { duration, easing: 'ease-in-out', fill: 'forwards' });
    // The animation is cancelled when the layer is removed, and never ends where no frame is painted.
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

import type { Transition } from '../shared/programme.ts';

/** Brings a layer in over the one below it, which stays whole: nothing dark is ever seen between them. */
export async function bringIn(layer: HTMLElement, transition: Transition, atMostMs: number): Promise<void> {
  const frames = keyframes[transition.kind];
  const duration = Math.min(transition.durationMs, atMostMs);
  if (frames === null || duration <= 0) return;
  const animation = layer.animate(frames, { duration, easing: 'ease-in-out' });
  // Cancelled when the layer is taken away in its midst: then there is nothing left to wait for.
  await animation.finished.catch(() => undefined);
}

const keyframes: Record<Transition['kind'], Keyframe[] | null> = {
  cut: null,
  fade: [{ opacity: 0 }, { opacity: 1 }],
  slide: [{ transform: 'translateX(100%)' }, { transform: 'none' }],
};

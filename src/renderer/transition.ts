import type { Transition } from '../shared/programme.ts';

/** Brings a layer in over the one below it, which stays whole: nothing dark is ever seen between them. */
export async function animate(layer: HTMLElement, transition: Transition): Promise<void> {
  const frames = keyframes[transition.kind];
  if (frames === null || transition.durationMs <= 0) return;
  const animation = layer.animate(frames, { duration: transition.durationMs, easing: 'ease-in-out' });
  await animation.finished;
}

const keyframes: Record<Transition['kind'], Keyframe[] | null> = {
  cut: null,
  fade: [{ opacity: 0 }, { opacity: 1 }],
  slide: [{ transform: 'translateX(100%)' }, { transform: 'none' }],
};

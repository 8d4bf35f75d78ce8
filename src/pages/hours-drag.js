import { dayMinutes, joined, moved } from './hours-periods.js';

/** What dragging rounds to. Fields take every minute. */
const stepMinutes = 15;
/** How near to an end of a bar a drag takes hold of it. */
const edgePixels = 14;

/** A bar moves, its ends move, and an empty place begins a new bar. */
export function dragging(track, now, set, done) {
  track.addEventListener('pointerdown', (begun) => {
    if (begun.button !== 0) return;
    const box = track.getBoundingClientRect();
    const exact = ({ clientX }) => Math.min(Math.max((clientX - box.left) / box.width, 0), 1) * dayMinutes;
    const at = (event) => Math.round(exact(event) / stepMinutes) * stepMinutes;
    const start = at(begun);
    const edge = (edgePixels / box.width) * dayMinutes;
    const point = exact(begun);
    const index = now().findIndex(
      ({ from, to }) => point >= from - edge / 2 && point <= Math.min(to, dayMinutes) + edge / 2,
    );
    const before = now();
    const held = before[index] ?? { from: start, to: start };
    const grip =
      index < 0
        ? 'new'
        : point - held.from < edge
          ? 'from'
          : Math.min(held.to, dayMinutes) - point < edge
            ? 'to'
            : 'bar';
    const rest = before.filter((_, other) => other !== index);
    const follow = (event) => {
      const next = moved(held, grip, start, at(event));
      set(next === null ? rest : [...rest, next]);
    };
    const end = () => {
      track.removeEventListener('pointermove', follow);
      track.removeEventListener('pointercancel', cancel);
      track.removeEventListener('pointerup', finish);
    };
    const cancel = () => {
      end();
      set(before);
    };
    const finish = () => {
      end();
      set(joined(now()));
      done();
    };
    track.setPointerCapture(begun.pointerId);
    track.addEventListener('pointermove', follow);
    track.addEventListener('pointerup', finish);
    // The browser takes the touch over to scroll.
    track.addEventListener('pointercancel', cancel);
  });
}

/** Start slightly late: a first frame that stands for a moment is better than one that is missed. */
const marginMs = 15;
/** Longer delays had another cause and are ignored. */
const longestMs = 500;
const kept = 8;

/** Measured delays from `play()` until the media clock ran; the first value is a guess. */
let delays: readonly number[] = [40];

/** How long before its turn to call `play()`: the lower quartile of the measured delays. */
export function startDelayMs(): number {
  return (delays.toSorted((one, other) => one - other)[delays.length >> 2] ?? 0) - marginMs;
}

/** Call it right before `play()`. */
export function measureStart(video: HTMLVideoElement): void {
  const calledAt = performance.now();
  const from = video.currentTime;
  video.requestVideoFrameCallback((_, { mediaTime, presentationTime }) => {
    const took = presentationTime - calledAt - (mediaTime - from) * 1000;
    if (took > 0 && took < longestMs) delays = [...delays, took].slice(-kept);
  });
}

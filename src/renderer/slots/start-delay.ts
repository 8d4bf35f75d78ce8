/** Rather a little short: a first frame that stands for a moment is better than one that is not seen. */
const marginMs = 15;
/** A video that takes longer had something else in its way. */
const longestMs = 500;
const kept = 8;

/** How long the last videos took from `play()` until their media clock began to run; first a guess. */
let delays: readonly number[] = [40];

/** How long before its turn a video should be told to play: most of them take at least so long. */
export function startDelayMs(): number {
  return (delays.toSorted((one, other) => one - other)[delays.length >> 2] ?? 0) - marginMs;
}

/** To be called right before `play()`. */
export function measureStart(video: HTMLVideoElement): void {
  const asked = performance.now();
  const from = video.currentTime;
  video.requestVideoFrameCallback((_, { mediaTime, presentationTime }) => {
    const took = presentationTime - asked - (mediaTime - from) * 1000;
    if (took > 0 && took < longestMs) delays = [...delays, took].slice(-kept);
  });
}

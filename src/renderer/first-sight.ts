/** How often it is looked whether there is something to see. */
const lookMs = 20;
/** Behind a curtain for ever would be worse than a word that is not quite true. */
const longestMs = 10_000;

/**
 * Calls back once, when what the stage shows is true and painted: until then whoever holds a curtain before it leaves it
 * there.
 */
export function atFirstSight(isTrue: () => boolean, seen: () => void): void {
  const since = performance.now();
  const timer = setInterval(() => {
    if (!isTrue() && performance.now() - since < longestMs) return;
    clearInterval(timer);
    // The frame after the next one begins when the next one is painted.
    requestAnimationFrame(() => requestAnimationFrame(seen));
  }, lookMs);
}

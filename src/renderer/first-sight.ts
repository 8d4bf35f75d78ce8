/** Polling interval. */
const lookMs = 20;
/** Lift the curtain after this time even if the content is not confirmed: a curtain that stays is worse. */
const longestMs = 10_000;
/** Before the first item starts, nothing is due for moments: standby counts only after this time. */
const standbyMs = 500;
/** A browser that does not report a paint is assumed to have painted by then. */
const longestPaintMs = 2_000;

export interface Sight {
  /** Id of the item that is shown now. */
  shown(): string | null;
  /** Nothing is due: the standby screen is correct. */
  standsBy(): boolean;
}

/**
 * Calls back once, when the stage shows correct content and the display has it. Until then a curtain stays in front
 * of the stage.
 */
export function atFirstSight({ shown, standsBy }: Sight, seen: () => void): void {
  const since = performance.now();
  let standbySince = Number.POSITIVE_INFINITY;
  const sight = (): string | null => {
    const item = shown();
    standbySince =
      item === null && standsBy() ? Math.min(standbySince, performance.now()) : Number.POSITIVE_INFINITY;
    return item ?? (performance.now() - standbySince >= standbyMs ? 'standby' : null);
  };
  const look = async (): Promise<void> => {
    const before = sight();
    if (before !== null) await onDisplay();
    // The painted content may be outdated by now.
    const isSame = before !== null && before === sight();
    if (isSame || performance.now() - since > longestMs) seen();
    else window.setTimeout(look, lookMs);
  };
  void look();
}

/**
 * Resolves when the current document is on the display, with the instant by the steady clock; null: the browser did not
 * report it in time. Counting frames is not enough: later frames begin while this
 * one is still being drawn. Browsers report a display time for certain elements only, so a hidden dot is used.
 */
export function onDisplay(): Promise<number | null> {
  const dot = document.createElement('i');
  dot.textContent = '.';
  dot.setAttribute('elementtiming', 'sight');
  // Hidden from screen readers.
  dot.setAttribute('aria-hidden', 'true');
  dot.style.cssText = 'position:fixed;top:0;left:0;z-index:-1';
  return new Promise((resolve) => {
    const done = (at: number | null): void => {
      observer.disconnect();
      dot.remove();
      resolve(at);
    };
    // Only the entry of this dot: others may be waiting for theirs.
    const observer = new PerformanceObserver((list) => {
      const own = list.getEntries().find((entry) => 'element' in entry && entry.element === dot);
      if (own) done(own.startTime);
    });
    observer.observe({ type: 'element' });
    document.body.append(dot);
    window.setTimeout(() => done(null), longestPaintMs);
  });
}

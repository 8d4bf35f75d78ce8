/** How often it is looked whether there is something to see. */
const lookMs = 20;
/** Behind a curtain for ever would be worse than a word that is not quite true. */
const longestMs = 10_000;
/** While the first item is begun there are moments at which nothing is due: standby is true when it lasts. */
const standbyMs = 500;
/** A browser that does not say when something is on the display is believed to have it there by then. */
const longestPaintMs = 2_000;

export interface Sight {
  /** A name for the item that is shown now. */
  shown(): string | null;
  /** There is nothing to show. */
  standsBy(): boolean;
}

/**
 * Calls back once, when what the stage shows is true and on the display: until then whoever holds a curtain before it
 * leaves it there.
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
    // What was true may have been painted, and be over.
    const isSame = before !== null && before === sight();
    if (isSame || performance.now() - since > longestMs) seen();
    else window.setTimeout(look, lookMs);
  };
  void look();
}

/**
 * Resolves when the document as it is now is on the display. Counting frames does not tell: the next ones begin while
 * what is in this one is still being drawn. Only of certain elements the browser says when they were displayed: here of
 * a dot that is covered by everything.
 */
function onDisplay(): Promise<void> {
  const dot = document.createElement('i');
  dot.textContent = '.';
  dot.setAttribute('elementtiming', 'sight');
  // Nobody reads it, aloud neither.
  dot.setAttribute('aria-hidden', 'true');
  dot.style.cssText = 'position:fixed;top:0;left:0;z-index:-1';
  return new Promise((resolve) => {
    const done = (): void => {
      observer.disconnect();
      dot.remove();
      resolve();
    };
    const observer = new PerformanceObserver(done);
    observer.observe({ type: 'element' });
    document.body.append(dot);
    window.setTimeout(done, longestPaintMs);
  });
}

/** The world of a document in which the script runs: scripts of the page see neither it nor its binding. */
export const inputWorld = 'vitrine-input';
export const inputBinding = 'reportInput';

/**
 * Reports that a person uses the page, never what they type, and keeps menus away. It is first at every event, so the page
 * cannot suppress it, and events that the page makes are not trusted.
 */
export const inputScript = `(() => {
  if (globalThis.watchesInput) return;
  globalThis.watchesInput = true;
  const report = globalThis.${inputBinding};
  let last = -Infinity;
  const on = (names, kind) => {
    for (const name of names)
      addEventListener(name, (event) => {
        // A pointer at rest "moves" over a page that scrolls.
        if (!event.isTrusted || (name === 'pointermove' && event.buttons === 0)) return;
        if ((kind === 'drag' || kind === 'other') && event.timeStamp - last < 500) return;
        last = event.timeStamp;
        report(kind);
      }, { capture: true, passive: true });
  };
  on(['pointerdown'], 'press');
  on(['pointerup', 'pointercancel'], 'release');
  on(['pointermove', 'touchmove'], 'drag');
  on(['wheel', 'keydown'], 'other');
  // The middle button opens a window.
  for (const name of ['contextmenu', 'dragstart', 'auxclick'])
    addEventListener(name, (event) => event.preventDefault(), { capture: true });
  // A selection has handles and a menu.
  addEventListener('selectstart', (event) => {
    const at = event.composedPath()[0];
    const element = at.closest ? at : at.parentElement;
    if (!element?.closest('input, textarea') && !element?.isContentEditable) event.preventDefault();
  }, { capture: true });
  // The browser would zoom.
  addEventListener('wheel', (event) => event.ctrlKey && event.preventDefault(), { capture: true, passive: false });
  // Links that ask for a new window open in place.
  addEventListener('click', (event) => {
    // With a key held it opens a window, or saves the link.
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) event.preventDefault();
    for (const at of event.composedPath()) if (at.localName === 'a' && at.target) at.target = '_self';
  }, { capture: true });
})()`;

const kinds = ['press', 'drag', 'release', 'other'] as const;

export function parseInput(payload: string): (typeof kinds)[number] | null {
  return kinds.find((kind) => kind === payload) ?? null;
}

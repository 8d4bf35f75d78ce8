const forbidden = [
  'contextmenu',
  'dragstart',
  'dragover',
  'drop',
  'selectstart',
  'wheel',
  'touchmove',
  'gesturestart',
];

/** Blocks pointer, keys, menus and gestures. The host blocks them too; this is the second barrier. */
export function forbidGestures(onKey: (event: KeyboardEvent) => void): void {
  for (const name of forbidden)
    window.addEventListener(name, (event) => event.preventDefault(), { capture: true, passive: false });
  window.addEventListener(
    'keydown',
    (event) => {
      event.preventDefault();
      onKey(event);
    },
    { capture: true },
  );
}

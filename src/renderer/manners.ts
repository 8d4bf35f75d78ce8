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

/** A kiosk has no pointer, keys, menus or gestures; the host forbids them too, this is the inner door. */
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

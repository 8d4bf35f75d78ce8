/** A kiosk has no pointer, keys, menus or gestures; the host forbids them too, this is the inner door. */
export function forbidGestures(): void {
  const refuse = (event: Event): void => event.preventDefault();
  for (const name of [
    'contextmenu',
    'dragstart',
    'selectstart',
    'wheel',
    'touchmove',
    'keydown',
    'drop',
    'dragover',
  ])
    window.addEventListener(name, refuse, { capture: true, passive: false });
}

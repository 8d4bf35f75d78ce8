import type { Act } from './keys.ts';

/** Drawn on a square of 24 units. */
const paths = {
  shift: 'M12 3 21 12.5H16V20H8V12.5H3Z',
  backspace: 'M8.5 5H21V19H8.5L2 12ZM11.5 9 17.5 15M17.5 9 11.5 15',
  enter: 'M20 5V13H5M9.5 8.5 5 13 9.5 17.5',
  hide: 'M3 4H21V14H3ZM6.5 8H17.5M8 11H16M8.5 18 12 21.5 15.5 18',
} as const;

export type Icon = keyof typeof paths;

export const hasIcon = (act: Act | null): act is Icon & Act => act !== null && act in paths;

/** Fonts of small systems lack these signs. */
export function icon(name: Icon): SVGSVGElement {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name]);
  drawing.append(path);
  return drawing;
}

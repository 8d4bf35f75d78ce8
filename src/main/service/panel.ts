import { type Box, panelShare, type ServiceShown } from '../../shared/service.ts';
import type { Display } from '../host/host.ts';

/** The point of the panel, in thousandths, at a point of the display; it may lie outside. */
export function panelPoint(
  { width, height }: Pick<Display, 'width' | 'height'>,
  rotation: ServiceShown['rotation'],
  x: number,
  y: number,
): readonly [number, number] {
  const side = Math.min(width, height) * panelShare;
  const [right, down] = [(x - width / 2) / side, (y - height / 2) / side];
  // The panel is rotated clockwise; a touch is rotated back.
  const [across, along] = {
    0: [right, down],
    90: [down, -right],
    180: [-right, -down],
    270: [-down, right],
  }[rotation] as [number, number];
  return [Math.round((across + 0.5) * 1000), Math.round((along + 0.5) * 1000)];
}

export const isIn = ([left, top, width, height]: Box, [x, y]: readonly [number, number]): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

const [edge, first, last, gap] = [30, 470, 975, 14];

/** Buttons below each other, as wide as the panel. */
export function stacked(count: number): readonly Box[] {
  const height = Math.min(118, (last - first - gap * (count - 1)) / count);
  return Array.from({ length: count }, (_, index) => [
    edge,
    first + index * (height + gap),
    1000 - 2 * edge,
    height,
  ]);
}

/** The place of a key in a pad of four by four. */
export function padBox(row: number, column: number): Box {
  const [width, height] = [(1000 - 2 * edge - 3 * gap) / 4, (last - first - 3 * gap) / 4];
  return [edge + column * (width + gap), first + row * (height + gap), width, height];
}

import type { Area } from '../service/corner.ts';

/** The display without that corner of it, which opens the service menu. */
export function areasOf({ left, top, width, height }: Area, corner: Area | null): readonly Area[] {
  if (corner === null) return [{ left, top, width, height }];
  const isRight = corner.left > left;
  const isLow = corner.top > top;
  return [
    {
      left: isRight ? left : left + corner.width,
      top: corner.top,
      width: width - corner.width,
      height: corner.height,
    },
    { left, top: isLow ? top : top + corner.height, width, height: height - corner.height },
  ];
}

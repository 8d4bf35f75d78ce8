import type { Config } from '../config/config.ts';
import type { Display } from '../host/host.ts';

/** A finger finds it without aiming, and a page can still be used around it. */
const share = 0.08;
const leastPixels = 60;

export type Area = Pick<Display, 'left' | 'top' | 'width' | 'height'>;

/** The square in that corner of the display. */
export function cornerOf(display: Area, corner: NonNullable<Config['service']['corner']>): Area {
  const side = Math.round(Math.max(leastPixels, Math.min(display.width, display.height) * share));
  return {
    left: display.left + (corner.endsWith('right') ? display.width - side : 0),
    top: display.top + (corner.startsWith('bottom') ? display.height - side : 0),
    width: side,
    height: side,
  };
}

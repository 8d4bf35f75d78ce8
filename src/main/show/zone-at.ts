import type { ScreenSettings } from '../../shared/programme.ts';
import { type Length, percentOf } from '../../shared/zones.ts';
import type { Display } from '../host/host.ts';

/** The uppermost zone at a point of the display, in pixels of all displays; null: none is there. */
export function zoneAt(
  display: Pick<Display, 'left' | 'top' | 'width' | 'height'>,
  { rotation, scale, region, zones = [] }: Pick<ScreenSettings, 'rotation' | 'scale' | 'region' | 'zones'>,
  x: number,
  y: number,
): string | null {
  const { left, top, width, height } = region ?? { ...display, left: 0, top: 0 };
  const right = x - display.left - left - width / 2;
  const down = y - display.top - top - height / 2;
  // The surface is rotated clockwise about its middle; a touch is rotated back.
  const [across, along] = {
    0: [right, down],
    90: [down, -right],
    180: [-right, -down],
    270: [-down, right],
  }[rotation] as [number, number];
  const isLying = rotation === 90 || rotation === 270;
  const [wide, high] = isLying ? [height, width] : [width, height];
  const [atX, atY] = [across / scale + wide / 2, along / scale + high / 2];
  const found = zones.findLast(
    (zone) => isWithin(atX, zone.left, zone.width, wide) && isWithin(atY, zone.top, zone.height, high),
  );
  return found?.id ?? null;
}

function isWithin(at: number, start: Length, length: Length, whole: number): boolean {
  const from = inPixels(start, whole);
  return at >= from && at < from + inPixels(length, whole);
}

function inPixels(length: Length, whole: number): number {
  const percent = percentOf(length);
  return percent === null ? Number.parseFloat(String(length)) : (percent * whole) / 100;
}

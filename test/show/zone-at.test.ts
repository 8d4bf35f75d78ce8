import { expect, test } from 'vitest';
import { zoneAt } from '../../src/main/show/zone-at.ts';

const display = { left: 1920, top: 0, width: 1000, height: 500 };
const zone = (id: string, left: string | number, top: string | number, width: string, height: string) =>
  ({ id, left, top, width, height, fit: 'contain', sounds: false }) as const;
/** A narrow zone at the left edge, and one above it in the corner. */
const zones = [zone('side', 0, 0, '20%', '100%'), zone('corner', '0%', 0, '10%', '10%')];
const whole = { rotation: 0, scale: 1, region: null, zones } as const;

test.each([
  ['the corner of a screen', {}, 1925, 5, 'corner'],
  ['below the corner', {}, 1925, 400, 'side'],
  ['the last pixel of a zone', {}, 1920 + 199, 400, 'side'],
  ['outside of all zones', {}, 1920 + 200, 400, null],
  ['the upper edge, rotated by 90', { rotation: 90 }, 2500, 50, 'side'],
  ['the left edge, rotated by 90', { rotation: 90 }, 1925, 300, null],
  ['the upper right corner, rotated by 90', { rotation: 90 }, 2915, 5, 'corner'],
  ['the right edge, rotated by 180', { rotation: 180 }, 2915, 5, 'side'],
  ['the lower left corner, rotated by 270', { rotation: 270 }, 1925, 495, 'corner'],
  ['the edge that a smaller surface leaves', { scale: 0.5 }, 1925, 250, null],
  ['the edge of a smaller surface', { scale: 0.5 }, 1920 + 260, 250, 'side'],
  ['beside a region', { region: { left: 500, top: 0, width: 500, height: 500 } }, 1925, 250, null],
  ['in a region', { region: { left: 500, top: 0, width: 500, height: 500 } }, 1920 + 510, 250, 'side'],
  ['a screen that is not divided', { zones: [] }, 1925, 5, null],
] as const)('%s', (_, more, x, y, expected) => {
  expect(zoneAt(display, { ...whole, ...more }, x, y)).toBe(expected);
});

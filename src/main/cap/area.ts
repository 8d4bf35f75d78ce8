import type { Area, Point } from './alert.ts';

/** What a feed is filtered by. */
export interface Place {
  readonly point: Point | null;
  /** Geocodes or names of areas. */
  readonly areas: readonly string[];
}

/** Whether one of these areas has the place in it. Without a place every area has. */
export function concerns(areas: readonly Area[], { point, areas: names }: Place): boolean {
  if (point === null && names.length === 0) return true;
  return areas.some(
    ({ name, codes, polygons, circles }) =>
      [name, ...codes].some((one) => names.includes(one)) ||
      (point !== null &&
        (polygons.some((polygon) => isInside(point, polygon)) ||
          circles.some((circle) => kilometresBetween(point, circle) <= circle.kilometres))),
  );
}

/** Counts how often a line from the point to the east crosses the border. */
function isInside({ latitude, longitude }: Point, polygon: readonly Point[]): boolean {
  let isIn = false;
  for (const [index, one] of polygon.entries()) {
    const other = polygon.at(index - 1) ?? one;
    if (one.latitude > latitude === other.latitude > latitude) continue;
    const part = (latitude - one.latitude) / (other.latitude - one.latitude);
    if (longitude < one.longitude + part * (other.longitude - one.longitude)) isIn = !isIn;
  }
  return isIn;
}

const earthKilometres = 6_371;

function kilometresBetween(one: Point, other: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [height, width] = [
    Math.sin(radians(other.latitude - one.latitude) / 2) ** 2,
    Math.sin(radians(other.longitude - one.longitude) / 2) ** 2,
  ];
  const along = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  return 2 * earthKilometres * Math.asin(Math.min(1, Math.sqrt(height + along * width)));
}

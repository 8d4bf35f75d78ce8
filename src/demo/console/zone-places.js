/** In percent: an edge that is let go near another one meets it. */
const snap = 2;
const least = 5;

export function place({ style }, { left, top, width, height }) {
  style.left = `${left}%`;
  style.top = `${top}%`;
  style.width = `${width}%`;
  style.height = `${height}%`;
}

const within = (value, low, high) => Math.min(Math.max(value, low), high);

export function movedBy(zone, { x, y }, others) {
  const left = snapped(zone.left + x, zone.width, others, 'left', 'width');
  const top = snapped(zone.top + y, zone.height, others, 'top', 'height');
  return { ...zone, left: within(left, 0, 100 - zone.width), top: within(top, 0, 100 - zone.height) };
}

export function resizedBy(zone, { x, y }, others) {
  const right = nearest(zone.left + zone.width + x, edgesOf(others, 'left', 'width'));
  const bottom = nearest(zone.top + zone.height + y, edgesOf(others, 'top', 'height'));
  return {
    ...zone,
    width: within(right - zone.left, least, 100 - zone.left),
    height: within(bottom - zone.top, least, 100 - zone.top),
  };
}

/** Either edge may meet another one. */
function snapped(start, length, others, from, by) {
  const edges = edgesOf(others, from, by);
  const near = nearest(start, edges);
  return near === start ? nearest(start + length, edges) - length : near;
}

/** Keys move by whole steps and meet nothing: `others` is null. */
function edgesOf(others, from, by) {
  if (others === null) return [];
  return [0, 100, ...others.flatMap((other) => [other[from], other[from] + other[by]])];
}

function nearest(value, edges) {
  return edges.find((edge) => Math.abs(edge - value) <= snap) ?? Math.round(value);
}

/** The name of the colour that a point of the display has, as far as these tests use names. */
export function nameOf(color: readonly number[] | undefined): string {
  const [red = 0, green = 0, blue = 0] = color ?? [];
  const high = (value: number): boolean => value > 170;
  const low = (value: number): boolean => value < 90;
  if (Math.max(red, green, blue) < 12) return 'black';
  if (high(red) && low(green) && low(blue)) return 'red';
  if (low(red) && high(green) && low(blue)) return 'lime';
  if (low(red) && low(green) && high(blue)) return 'blue';
  if (high(red) && high(green) && low(blue)) return 'yellow';
  if (high(red) && high(green) && high(blue)) return 'white';
  if (Math.max(red, green, blue) < 110 && blue > red) return 'standby';
  return String(color);
}

// Samples the display :0 and prints a line each time: the instant and the colour of some points, or
// `gone` while no X server answers. Usage: eye-process.ts TIMES-A-SECOND WIDTH HEIGHT
import { setTimeout as wait } from 'node:timers/promises';
import { Pixels } from '../e2e/support/pixels.ts';

const [rate = 20, width = 1920, height = 1080] = process.argv.slice(2).map(Number);
const places = [0.5, 0.1, 0.9];
const points = places.flatMap((x) =>
  places.map((y) => [Math.floor(x * width), Math.floor(y * height)] as const),
);
const say = (what: string): void => void process.stdout.write(`${Date.now()} ${what}\n`);

for (;;) {
  const pixels = new Pixels(':0');
  try {
    for (;;) {
      const colors = await pixels.at(points);
      say(colors.map((color) => Buffer.from(color).toString('hex')).join(' '));
      await wait(1000 / rate);
    }
  } catch {
    say('gone');
    await wait(1000 / rate);
  }
}

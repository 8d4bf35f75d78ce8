import { expect, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { GraphicsFallback } from '../../../src/main/host/chromium/graphics-fallback.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const software = ['--disable-gpu'];
const hourMs = 3_600_000;

function rig() {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const over: number[] = [];
  const log = createLog((line) => lines.push(line));
  const fallback = new GraphicsFallback(clock, log, () => over.push(clock.monotonic() / hourMs));
  return { clock, lines, over, fallback, end: () => fallback.ended('') };
}

test('after three ends within a minute the next browser starts without the card; fewer or slower ends change nothing', () => {
  const { clock, fallback, end } = rig();
  for (let number = 0; number < 5; number++) {
    clock.pass(31_000);
    end();
    expect(fallback.flags).toEqual([]);
  }
  end();
  expect(fallback.flags).toEqual(software);
});

test('after an hour the next browser tries the card again, and later after each repetition', () => {
  const { clock, lines, over, fallback, end } = rig();
  for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
    for (let number = 0; number < 3; number++) end();
    clock.pass(hours * hourMs - 1);
    expect(fallback.flags).toEqual(software);
    clock.pass(1);
    expect(fallback.flags).toEqual([]);
  }
  expect(lines.filter(({ message }) => message.includes('without the graphics card'))).toHaveLength(7);
  expect(over).toEqual([1, 3, 7, 15, 31, 55, 79]);
});

test('after a day without such ends the waits start from the first value', () => {
  const { clock, fallback, end } = rig();
  for (let number = 0; number < 3; number++) end();
  clock.pass(hourMs);
  expect(fallback.flags).toEqual([]);
  clock.pass(24 * hourMs);
  for (let number = 0; number < 3; number++) end();
  clock.pass(hourMs);
  expect(fallback.flags).toEqual([]);
});

test('a stopped host requests no fresh browser', () => {
  const { clock, over, fallback, end } = rig();
  for (let number = 0; number < 3; number++) end();
  fallback.stop();
  clock.pass(hourMs);
  expect(over).toEqual([]);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noDisplayIsPluggedIn, RealDisplays } from '../../src/main/host/connectors.ts';

test.each([
  ['nothing is plugged in', { 'HDMI-A-1': 'disconnected', 'DP-1': 'disconnected' }, true],
  ['one is plugged in', { 'HDMI-A-1': 'disconnected', 'DP-1': 'connected' }, false],
  ['the kernel cannot tell of an old output', { 'HDMI-A-1': 'disconnected', 'VGA-1': 'unknown' }, false],
  ['one output writes to memory', { 'HDMI-A-1': 'disconnected', 'Writeback-1': 'unknown' }, true],
  ['the kernel tells of no output', {}, false],
])('%s', async (_, outputs, isMissing) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-connectors-'));
  for (const [name, status] of Object.entries(outputs)) {
    await mkdir(join(folder, `card1-${name}`));
    await writeFile(join(folder, `card1-${name}`, 'status'), `${status}\n`);
  }
  expect(await noDisplayIsPluggedIn(join(folder, 'card*-*/status'))).toBe(isMissing);
  await rm(folder, { recursive: true });
});

const listed = (id: string) => [{ id, left: 0, top: 0, width: 1280, height: 800, primary: true }];
const [real, placeholder] = [listed('63'), listed('0')];

test('a placeholder is no display once a real one was listed', async () => {
  const displays = new RealDisplays(async () => false);
  expect(await displays.of(real)).toEqual(real);
  expect(await displays.of(placeholder)).toEqual([]);
  expect(await displays.of(real)).toEqual(real);
});

test.each([
  ['none where nothing is plugged in', true, []],
  ['a display where something is plugged in, or the kernel cannot tell', false, placeholder],
])('a placeholder that was always listed is %s', async (_, isNonePluggedIn, expected) => {
  expect(await new RealDisplays(async () => isNonePluggedIn).of(placeholder)).toEqual(expected);
});

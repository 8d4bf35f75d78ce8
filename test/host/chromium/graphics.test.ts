import { expect, test } from 'vitest';
import { graphicsFlags, graphicsOf } from '../../../src/main/host/chromium/graphics.ts';

const machine =
  (folders: Readonly<Record<string, readonly string[]>>) =>
  (folder: string): readonly string[] =>
    folders[folder] ?? [];

test('a machine without a card draws with its CPU', () => {
  const none = graphicsOf(machine({ '/dev': ['null', 'fb0', 'video0'] }));
  expect(none).toEqual({ draws: false, decodes: null });
  expect(graphicsFlags(none).flags).toEqual(['--disable-gpu']);
});

test('a card is used wherever its driver makes a device', () => {
  for (const folders of [{ '/dev/dri': ['card0'] }, { '/dev': ['nvidia0'] }, { '/dev': ['mali0'] }])
    expect(graphicsFlags(graphicsOf(machine(folders)))).toEqual({ flags: [], features: [] });
});

test('the card decodes videos only where there is a driver for that', () => {
  const card = { '/dev/dri': ['card0', 'renderD128'] };
  const driver = {
    '/usr/lib': ['x86_64-linux-gnu', 'python3'],
    '/usr/lib/x86_64-linux-gnu/dri': ['swrast_dri.so', 'iHD_drv_video.so'],
  };
  expect(graphicsOf(machine(card)).decodes).toBeNull();
  expect(graphicsOf(machine(driver)).decodes).toBeNull();
  expect(graphicsOf(machine({ ...card, '/dev': ['video0'] })).decodes).toBeNull();
  expect(graphicsOf(machine({ ...card, '/dev': ['video10'] })).decodes).toBe('v4l2');
  const both = graphicsOf(machine({ ...card, ...driver }));
  expect(both.decodes).toBe('va-api');
  expect(graphicsFlags(both).features).toContain('AcceleratedVideoDecodeLinuxGL');
});

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

const mesa = { '/usr/lib': ['x86_64-linux-gnu'], '/usr/lib/x86_64-linux-gnu/dri': ['iris_dri.so'] };

test('a card is used if it renders and has a driver, or if its driver makes its own device', () => {
  const render = { '/dev/dri': ['card0', 'renderD128'] };
  for (const folders of [{ ...render, ...mesa }, { '/dev': ['nvidia0'] }, { '/dev': ['mali0'] }])
    expect(graphicsFlags(graphicsOf(machine(folders)))).toEqual({ flags: [], features: [] });
});

// For example bochs-drm of an emulated machine, and the graphics of servers.
test('a card that only displays does not draw', () => {
  for (const folders of [
    { '/dev/dri': ['card0'], ...mesa },
    { '/dev/dri': ['card0', 'renderD128'] },
    { '/dev/dri': ['card0', 'renderD128'], '/usr/lib': ['dri'], '/usr/lib/dri': ['i965_drv_video.so'] },
  ])
    expect(graphicsFlags(graphicsOf(machine(folders))).flags).toEqual(['--disable-gpu']);
});

test('the card decodes videos only with a driver for that', () => {
  const card = { '/dev/dri': ['card0', 'renderD128'] };
  const driver = {
    '/usr/lib': ['x86_64-linux-gnu', 'python3'],
    '/usr/lib/x86_64-linux-gnu/dri': ['swrast_dri.so', 'iHD_drv_video.so'],
  };
  expect(graphicsOf(machine(card)).decodes).toBeNull();
  expect(graphicsOf(machine(driver)).decodes).toBeNull();
  expect(graphicsOf(machine({ ...card, ...mesa, '/dev': ['video0'] })).decodes).toBeNull();
  expect(graphicsOf(machine({ ...card, ...mesa, '/dev': ['video10'] })).decodes).toBe('v4l2');
  const both = graphicsOf(machine({ ...card, ...driver }));
  expect(both.decodes).toBe('va-api');
  expect(graphicsFlags(both).features).toEqual(['AcceleratedVideoDecodeLinuxZeroCopyGL']);
});

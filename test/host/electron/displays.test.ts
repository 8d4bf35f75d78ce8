import { expect, test } from 'vitest';
import type { ScreenPlan } from '../../../src/main/config/config.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { keepPlacement } from '../../../src/main/show/keep-placement.ts';
import { createShow } from '../../../src/main/show/show.ts';
import { message } from '../../../src/shared/languages/message.ts';
import { openLook } from '../../support/look.ts';
import { settled, startedOnFake } from './started.ts';

// Several displays on Electron: the real show and host on the fake API.
async function playing(screens: readonly ScreenPlan[] | 'all') {
  const parts = await startedOnFake();
  const { electron, host, clock, reported } = parts;
  electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
  const log = createLog(() => undefined);
  const show = createShow({ clock, log, onShowing: () => undefined });
  const kept = keepPlacement({ screens, show, clock, log });
  await kept.start(host);
  /** Passes the host's events on, as the player does. */
  const heard = async (): Promise<void> => {
    for (const { event } of reported.splice(0)) if (event === 'displaysChanged') kept.displaysChanged();
    clock.pass(1_000);
    await settled();
  };
  const where = () =>
    electron.windows
      .filter((window) => !window.isDestroyed())
      .map(({ bounds: { x }, views: [view] }) => [x, view?.bounds.width]);
  return { ...parts, show, kept, heard, where };
}

const look = openLook;

test('each display has one window, which goes and returns with it', async () => {
  const { electron, heard, where, show, kept } = await playing('all');
  expect(where()).toEqual([
    [0, 1920],
    [1920, 1280],
  ]);
  const [first] = electron.windows;
  electron.screen.remove(202);
  await heard();
  expect(where()).toEqual([[0, 1920]]);
  expect(kept.absent.map(({ why }) => why)).toEqual([message('no-display.screen', { screen: '2' })]);
  electron.screen.add({ id: 202, bounds: { x: 1920, y: 0, width: 1280, height: 720 } });
  await heard();
  expect(where()).toEqual([
    [0, 1920],
    [1920, 1280],
  ]);
  expect(electron.windows.find((window) => !window.isDestroyed())).toBe(first);
  expect(show.status().map(({ id }) => id)).toEqual(['1', '2']);
});

test('a display with a new size keeps its window', async () => {
  const screens = [
    { id: 'a', display: '101', playlist: null, look },
    { id: 'b', display: '202', playlist: null, look },
  ];
  const { electron, heard, where } = await playing(screens);
  const before = electron.windows.length;
  electron.screen.resize(202, { x: 1920, y: 0, width: 3840, height: 2160 });
  await heard();
  expect(where()).toEqual([
    [0, 1920],
    [1920, 3840],
  ]);
  expect(electron.windows).toHaveLength(before);
});

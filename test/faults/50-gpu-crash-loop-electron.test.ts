import { expect, test } from 'vitest';
import { prepareApp } from '../../src/main/host/electron/prepare.ts';
import { FakeElectron } from '../host/electron/fake-electron.ts';
import { openOnFake, settled } from '../host/electron/started.ts';
import { reportRow } from '../support/report-row.ts';

/** Whether the next start of the program, after that much time, paints with the graphics card. */
function nextStartUsesHardware(profileFolder: string, now: number): boolean {
  const { api, app } = new FakeElectron();
  prepareApp(api, { profileFolder, now });
  return app.hardwareAcceleration;
}

test('row 50 · Electron: a GPU process that keeps dying leads to software rendering, then to slower retries', async () => {
  const { electron, clock, contents, told, window, profileFolder } = await openOnFake();
  const dies = (): void => {
    electron.app.emit(
      'child-process-gone',
      {},
      { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' },
    );
  };
  dies();
  dies();
  // Twice may be chance: the hardware gets another try.
  expect(nextStartUsesHardware(profileFolder, clock.now())).toBe(true);
  dies();
  expect(nextStartUsesHardware(profileFolder, clock.now())).toBe(false);
  expect(nextStartUsesHardware(profileFolder, clock.now() + 59 * 60_000)).toBe(false);
  expect(nextStartUsesHardware(profileFolder, clock.now() + 61 * 60_000)).toBe(true);

  // The browser starts that process again by itself; the window and its document stay, nothing is loaded in a loop.
  await settled();
  expect(contents.documents).toBe(1);
  expect(told).toEqual([]);
  window.send({ type: 'overlay', visible: false });
  expect(contents.received).toHaveLength(1);
  reportRow(50, { note: 'on the fake: three deaths within an hour, then software for an hour' });
});

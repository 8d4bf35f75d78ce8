import { expect, test } from 'vitest';
import { GpuHistory } from '../../src/main/host/electron/gpu-history.ts';
import { prepareApp } from '../../src/main/host/electron/prepare.ts';
import { FakeElectron } from '../host/electron/fake-electron.ts';
import { openOnFake, settled } from '../host/electron/started.ts';
import { reportRow } from '../support/report-row.ts';
import { loadedWith } from '../support/without.ts';

/** Whether the next start of the program, after this time, paints with the graphics card. */
function nextStartUsesHardware(profileFolder: string, now: number): boolean {
  const { api, app } = new FakeElectron();
  prepareApp(api, { profileFolder, now });
  return app.hardwareAcceleration;
}

function gpuDies({ app }: FakeElectron): void {
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' });
}

test('row 50 · Electron: a GPU process that keeps dying leads to software rendering, then to slower retries', async () => {
  const { electron, clock, contents, reported, window, profileFolder } = await openOnFake();
  gpuDies(electron);
  gpuDies(electron);
  // Two deaths may be chance: the hardware gets another attempt.
  expect(nextStartUsesHardware(profileFolder, clock.now())).toBe(true);
  gpuDies(electron);
  expect(nextStartUsesHardware(profileFolder, clock.now())).toBe(false);
  expect(nextStartUsesHardware(profileFolder, clock.now() + 59 * 60_000)).toBe(false);
  expect(nextStartUsesHardware(profileFolder, clock.now() + 61 * 60_000)).toBe(true);

  // The browser restarts that process; the window and its document stay, and nothing is loaded in a loop.
  await settled();
  expect(contents.documents).toBe(1);
  expect(reported).toEqual([]);
  window.send({ type: 'overlay', visible: false });
  expect(contents.received).toHaveLength(1);
  reportRow(50, { note: 'on the fake: three deaths within an hour, then software for an hour' });
});

test('row 50 · control: if deaths are forgotten, every start uses the graphics card that kills it', async () => {
  const { openOnFake, prepareApp, FakeElectron } = await loadedWith(
    { 'host/electron/gpu-history.ts': () => ({ GpuHistory: Forgetful }) },
    async () => ({
      ...(await import('../host/electron/started.ts')),
      ...(await import('../../src/main/host/electron/prepare.ts')),
      ...(await import('../host/electron/fake-electron.ts')),
    }),
  );
  const { electron, clock, profileFolder } = await openOnFake();
  for (let death = 0; death < 3; death++) gpuDies(electron);
  const { api, app } = new FakeElectron();
  prepareApp(api, { profileFolder, now: clock.now() });
  expect(app.hardwareAcceleration).toBe(true);
  reportRow(50, { negativeControl: true });
});

class Forgetful extends GpuHistory {
  override died(): void {
    // Nothing is written.
  }
}

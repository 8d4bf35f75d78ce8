import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { openSurface } from '../../../src/main/host/chromium/display.ts';
import { isRunning } from '../../support/is-running.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

/** A virtual display by this shell script; its process id follows once it runs. */
function start(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hung-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [program, pidFile] = [join(folder, 'Xvfb'), join(folder, 'pid')];
  writeFileSync(program, `#!/bin/sh\necho $$ > '${pidFile}'\n${script}\n`);
  chmodSync(program, 0o755);
  const clock = new ManualClock();
  const lost = vi.fn();
  const opening = openSurface({
    display: 'virtual',
    virtualSize: { width: 640, height: 360 },
    awaitsDisplay: false,
    signal: new AbortController().signal,
    clock,
    log: createLog(() => undefined),
    onLost: lost,
    find: ([name]) => (name === 'Xvfb' ? program : null),
  });
  const running = until('a server', () => {
    try {
      return Number(readFileSync(pidFile, 'utf8')) || null;
    } catch {
      return null;
    }
  }).then((pid) => {
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
    return pid;
  });
  return { clock, lost, opening, running };
}

test('a virtual display that hangs at its start is killed after 30 s, and reported', async () => {
  const { clock, lost, opening, running } = start('exec sleep 600');
  const refused = expect(opening).rejects.toMatchObject({ code: 'no-display', kind: 'temporary' });
  const pid = await running;
  await until('the wait for its number', () => clock.waits.length > 0);
  await clock.advance(29_999);
  expect(isRunning(pid)).toBe(true);
  await clock.advance(1);
  await refused;
  expect(isRunning(pid)).toBe(false);
  expect(lost).not.toHaveBeenCalled();
});

test('a virtual display that overhears the request to end is killed', async () => {
  const { clock, lost, opening, running } = start("trap '' TERM; echo 7 >&3; exec sleep 600");
  const [pid, surface] = [await running, await opening];
  const closed = surface.close();
  await until('the wait for its end', () => clock.waits.length > 0);
  expect(isRunning(pid)).toBe(true);
  await clock.advance(1_500);
  await closed;
  expect(isRunning(pid)).toBe(false);
  expect(lost).not.toHaveBeenCalled();
});

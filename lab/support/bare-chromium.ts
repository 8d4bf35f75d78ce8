// Chromium without the player, for comparison.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserAccount } from '../../src/main/host/chromium/account.ts';
import { findChromium } from '../../src/main/host/chromium/executable.ts';
import { windowFlags } from '../../src/main/host/chromium/launch.ts';
import type { TestDisplay } from '../../test/e2e/support/display.ts';

const chromium = findChromium(null);
const account = await browserAccount('nobody');

export interface BareChromium {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Shows a file fullscreen, like a kiosk written in one line. The file must be world-readable. */
export function startBareChromium(display: TestDisplay, file: string): BareChromium {
  if (chromium === null) throw new Error('There is no Chromium to compare with.');
  const profile = mkdtempSync(join(tmpdir(), 'vitrine-bare-'));
  chmodSync(profile, 0o777);
  const child = spawn(
    chromium,
    [
      ...windowFlags(display),
      `--app=file://${file}`,
      `--user-data-dir=${profile}/p`,
      '--no-first-run',
      '--password-store=basic',
    ],
    {
      env: { PATH: process.env.PATH, HOME: profile, DISPLAY: display.name },
      stdio: 'ignore',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { testedHosts } from './hosts.ts';
import { startDisplay, type TestDisplay } from './support/display.ts';

// What only Electron itself can report about the demo: its windows, its switches, and the globals of the stage's page. The
// substitute made of Chromium has no windows of its own; there only the queries themselves are tested.
const host = testedHosts().find(({ name }) => name === 'electron');
const isLike = host?.command.some((word) => word.includes('electron-like')) ?? false;
// The fuses of a package forbid a debugger.
const isPackage = host?.command.length === 1;
const why = host?.leftOut ?? (isPackage ? 'a package cannot be looked into' : null);

describe.skipIf(why !== null)(
  why === null ? 'on electron, seen from inside' : `on electron, seen from inside (left out: ${why})`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-inside-'));
    let display: TestDisplay;
    let app: ElectronApplication;
    let program: ChildProcess;
    let stage: Page;

    beforeAll(async () => {
      display = await startDisplay(640, 360);
      const [path = '', ...first] = host?.command ?? [];
      const { PATH = '', HOME = '' } = process.env;
      app = await _electron.launch({
        executablePath: isLike ? likeProgram(folder, path, first) : path,
        args: [...(isLike ? first.slice(1) : first), 'demo', '--cms-port', '0'],
        // Otherwise its sandbox is switched off.
        chromiumSandbox: true,
        env: {
          PATH,
          HOME,
          DISPLAY: display.name,
          VITRINE_DATA_DIR: join(folder, 'data'),
          XDG_CONFIG_HOME: folder,
          VITRINE_ADMIN_PORT: '0',
          ...host?.env,
        },
      });
      program = app.process();
      stage = await until('the stage', () =>
        app.windows().find((page) => page.url().includes('/index.html')),
      );
      await until('an item', () => stage.evaluate('document.images.length > 0'));
    });

    afterAll(async () => {
      // After its end Playwright has no process any more.
      if (program?.exitCode === null) await app.close();
      await display?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it.skipIf(isLike)('has one window, shown as a kiosk over its whole display', async () => {
      const windows = await app.evaluate(({ BaseWindow }) =>
        BaseWindow.getAllWindows().map((window) => [window.isVisible(), window.isKiosk()]),
      );
      expect(windows).toEqual([[true, true]]);
      expect(app.windows()).toHaveLength(1);
    });

    it('has its sandbox, and its pages need a gesture to play sound', async () => {
      const switches = await app.evaluate(({ app: { commandLine } }) => [
        commandLine.hasSwitch('no-sandbox'),
        commandLine.getSwitchValue('autoplay-policy'),
      ]);
      expect(switches).toEqual([false, 'document-user-activation-required']);
    });

    it('gives its page the bridge, nothing of Node, and permission for sound', async () => {
      const found = await stage.evaluate(
        '[typeof require, typeof process, Object.keys(bridge), navigator.userActivation.hasBeenActive]',
      );
      expect(found).toEqual(['undefined', 'undefined', ['send', 'onMessage'], true]);
    });

    it.skipIf(isLike)('shows no permission prompt, and grants none', async () => {
      const states = await stage.evaluate(`Promise.all(['geolocation', 'notifications', 'camera'].map(
        async (name) => (await navigator.permissions.query({ name })).state))`);
      expect(states).toEqual(['denied', 'denied', 'denied']);
    });

    it('ends when Electron is asked to quit', async () => {
      const ended = once(program, 'exit');
      await app.close();
      expect(await ended).toEqual([0, null]);
    });
  },
);

/** Node has its own inspector, whose switch must precede the script. */
function likeProgram(folder: string, node: string, [runner = '']: readonly string[]): string {
  const program = join(folder, 'program');
  const lines = ['#!/bin/sh', `export ELECTRON_LIKE="$0"`, `exec '${node}' --inspect=0 '${runner}' "$@"`];
  writeFileSync(program, `${lines.join('\n')}\n`, { mode: 0o755 });
  return program;
}

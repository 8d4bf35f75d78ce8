import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShow, startInside } from './start-inside.ts';

// The built player inside Electron, as far as that goes without its binary: entry, order of things, whole line.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const entry = join(root, 'dist', 'main', 'index.js');
const home = mkdtempSync(join(tmpdir(), 'vitrine-inside-'));

beforeAll(async () => {
  if (!existsSync(entry)) await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs')]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a command inside Electron', () => {
  it.each([
    [['--version'], 0],
    [['--help'], 0],
    [['status'], 1],
    [['schedule', '--json'], 1],
    [['nonsense'], 2],
  ])('%j ends with %i before Electron looks for a display', async (args, code) => {
    const command = startInside(entry, args, { home });
    expect(await command.ended).toEqual({ code, signal: null });
    expect(command.said()).not.toContain('evaluated');
  });
});

describe('the player inside Electron', () => {
  it('opens its window once Electron is ready, tells the stage what to show, and ends on SIGTERM', async () => {
    const player = startInside(entry, ['run'], { home, display: ':99' });
    expect(await player.says(isShow), player.log()).toBe(true);
    expect(player.said().filter((line) => !line.startsWith('{'))).toEqual([
      'evaluated',
      `preload ${join(root, 'dist', 'preload', 'preload.cjs')}`,
      'loaded vitrine://app/index.html',
    ]);
    const since = performance.now();
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});

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
    const began = performance.now();
    const player = startInside(entry, ['run'], { home, display: ':99' });
    expect(await player.says(isShow), player.log()).toBe(true);
    const usual = performance.now() - began;
    expect(player.said().filter((line) => !line.startsWith('{'))).toEqual([
      'evaluated',
      `preload ${join(root, 'dist', 'preload', 'preload.cjs')}`,
      expect.stringMatching(/^loaded vitrine:\/\/app\/[\w-]{32}\/index\.html$/),
    ]);
    const since = performance.now();
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    // On a machine that is busy with something else, an end takes longer as the start just did.
    expect(performance.now() - since).toBeLessThan(Math.max(5_000, 2 * usual));
  });

  it('plays as an AppImage starts it where the system allows no sandbox, and on the platform that was asked for', async () => {
    const switches = ['--no-sandbox', '--ozone-platform=x11'];
    const player = startInside(entry, ['run'], { home, display: ':99', switches });
    expect(await player.says(isShow), player.log()).toBe(true);
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    const without = startInside(entry, [], { home, display: ':99', switches });
    expect(await without.says(isShow), without.log()).toBe(true);
    without.kill('SIGTERM');
    await without.ended;
    const help = startInside(entry, ['--version'], { home, switches });
    expect(await help.ended).toEqual({ code: 0, signal: null });
  });

  it('plays without the lock of Electron, which is not had on a full disk, and refuses a second one by its own', async () => {
    const env = { FAKE_ELECTRON_LOCK: 'no' };
    const player = startInside(entry, ['run'], { home, display: ':99', env });
    expect(await player.says(isShow), player.log()).toBe(true);
    const second = startInside(entry, ['run'], { home, display: ':99', env });
    expect((await second.ended).code).toBe(1);
    expect(second.log()).toMatch(/data folder/);
    expect(second.said().some((line) => line.startsWith('preload'))).toBe(false);
    player.kill('SIGTERM');
    await player.ended;
  });

  it('is gone within 5 s also when Electron hangs in its own exit', async () => {
    const began = performance.now();
    const player = startInside(entry, ['run'], {
      home,
      display: ':99',
      env: { FAKE_ELECTRON_EXIT: 'hangs' },
    });
    expect(await player.says(isShow), player.log()).toBe(true);
    const usual = performance.now() - began;
    const since = performance.now();
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(player.said()).toContain('asked to exit with 0');
    // Four seconds are left to Electron; on a machine that is busy the rest takes longer, as the start just did.
    expect(performance.now() - since).toBeLessThan(Math.max(5_000, 4_000 + usual));
  });
});

describe('the demo inside Electron', () => {
  const env = { VITRINE_DATA_DIR: join(home, 'demo') };

  it.each([
    ['a package', {}],
    ['a checkout', { fromCheckout: true }],
    ['a checkout without a sandbox', { fromCheckout: true, switches: ['--no-sandbox'] }],
    ['an AppImage without a sandbox', { switches: ['--no-sandbox'] }],
  ])('of %s starts its CMS as the same program', async (_name, how) => {
    const demo = startInside(entry, ['demo', '--cms-port', '0'], { home, display: ':99', env, ...how });
    expect(await demo.says((line) => line.startsWith('{"type":"programme"')), demo.log()).toBe(true);
    demo.kill('SIGTERM');
    expect(await demo.ended).toEqual({ code: 0, signal: null });
  });
});

// `npm run test:electron`: the contract of hosts and the end-to-end tests on Electron itself, which `npx install-electron`
// downloads. `npm run test:electron -- like`: the same on the substitute made of Chromium, which needs no binary.
import { startVitest } from 'vitest/node';
import { findElectron } from '../src/main/host/choose.ts';

const isLike = process.argv[2] === 'like';
const { VITRINE_TEST_PACKAGED, ELECTRON_OVERRIDE_DIST_PATH } = process.env;
if (isLike) process.env.VITRINE_TEST_ELECTRON = 'like';
else if (!VITRINE_TEST_PACKAGED && !ELECTRON_OVERRIDE_DIST_PATH && findElectron() === null)
  giveUp("Electron's binary is not installed: npx install-electron");
else if (process.platform === 'linux' && process.getuid?.() === 0)
  giveUp('Electron does not run as root with its sandbox on: run this as another user');

const vitest = await startVitest(['test/host/electron-like', 'test/e2e'], {
  run: true,
  project: ['display', 'alone'],
  testNamePattern: isLike ? /on electron|made of the real Chromium/ : /on electron/,
  maxWorkers: 1,
});
if (!vitest.shouldKeepServer()) await vitest.exit();

function giveUp(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

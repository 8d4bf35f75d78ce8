import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { findElectron } from '../../src/main/host/choose.ts';

/** How to start the player on one host. */
export interface TestedHost {
  readonly name: 'chromium' | 'electron';
  /** Program and first arguments, followed by the player's command. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Why it cannot run here, as a clause; null: it can. */
  readonly leftOut: string | null;
}

export interface TestSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  exists(path: string): boolean;
  electronProgram(): string | null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const here: TestSurroundings = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  electronProgram: () => findElectron(),
};

/** The value of VITRINE_TEST_ELECTRON that selects the substitute made of Chromium instead of Electron. */
const like = 'like';

/** Both hosts, each with the command for the built player, or with the reason why it is skipped. */
export function testedHosts(surroundings: TestSurroundings = here): readonly TestedHost[] {
  return [chromium(), electron(surroundings)];
}

/** Declares the same tests on each host that can run here, and reports why the others are skipped. */
export function onEachHost(tests: (host: TestedHost) => void, hosts = testedHosts()): void {
  for (const host of hosts) {
    if (host.leftOut === null) describe(`on ${host.name}`, () => tests(host));
    else {
      const title = `on ${host.name} (left out: ${host.leftOut})`;
      process.stderr.write(`end-to-end tests ${title}\n`);
      describe.skip(title, () => tests(host));
    }
  }
}

function chromium(): TestedHost {
  return {
    name: 'chromium',
    command: [process.execPath, join(root, 'dist', 'main', 'index.js')],
    env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
    leftOut: null,
  };
}

/**
 * A packaged player named by VITRINE_TEST_PACKAGED, else Electron's binary with the built checkout. Checks only paths:
 * importing `electron` in Node would start a download.
 */
function electron({ env, isRoot, exists, electronProgram }: TestSurroundings): TestedHost {
  if (env.VITRINE_TEST_ELECTRON === like) {
    const runner = join(root, 'test', 'host', 'electron-like', 'run.ts');
    return {
      name: 'electron',
      command: [process.execPath, runner, join(root, 'dist', 'main', 'index.js')],
      env: { VITRINE_HOST: 'electron' },
      leftOut: null,
    };
  }
  const packaged = env.VITRINE_TEST_PACKAGED;
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH;
  const name = process.platform === 'win32' ? 'electron.exe' : 'electron';
  const program = packaged ?? (folder ? join(folder, name) : electronProgram());
  const leftOut =
    program === null || !exists(program)
      ? "Electron's binary is not installed; `npx install-electron` fetches it"
      : isRoot && process.platform === 'linux'
        ? 'Electron does not run as root with its sandbox on'
        : null;
  return {
    name: 'electron',
    command: packaged ? [packaged] : [program ?? name, root],
    env: { VITRINE_HOST: 'electron' },
    leftOut,
  };
}

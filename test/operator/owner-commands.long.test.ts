/** @module-tag long */
import {
  type ExecFileOptionsWithStringEncoding,
  execFile,
  execFileSync,
  spawnSync,
} from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { blocksOf, root } from '../docs/pages.ts';
import { startDisplay } from '../e2e/support/display.ts';
import { Builds } from '../machine/builds.ts';
import { serve } from '../update/support/site.ts';

const build = join(root, 'dist/main/index.js');
const [first, second] = ['99.0.1', '99.0.2'] as const;
const ended = (program: string, args: readonly string[], options: ExecFileOptionsWithStringEncoding) =>
  new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
/** A tenth of the usual time for a trial. */
const soon = { minuteSeconds: 6 };

test('every command of the page for the owner of a player works as written, on a whole player below its launcher', {
  timeout: 900_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-owner-'));
  chmodSync(folder, 0o755);
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ['bin', 'home', 'etc', 'etc-work', 'data', 'media/stick'])
    mkdirSync(at(name), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const blocks = blocksOf('docs/guide/updates.md', { before: '\n# Publishing\n' });
  const block = (holds: string): string => blocks.find(({ text }) => text.includes(holds))?.text ?? '';
  const [commands, kiosk, archive] = [
    'vitrine update status',
    '/etc/vitrine/root.json',
    'vitrine-launcher run',
  ].map(block);
  expect(blocks).toHaveLength(3);

  const builds = await Builds.make();
  onTestFinished(() => builds.throwAway());
  await builds.publish(first, soon);
  cpSync(builds.site.path, at('site'), { recursive: true });
  await builds.publish(second, soon);
  cpSync(builds.site.path, at('media/stick/releases'), { recursive: true });
  copyFileSync(builds.site.root, at('home/1.root.json'));
  execFileSync(process.execPath, ['packaging/portable/build.ts', '--out', at('made')], {
    cwd: root,
    stdio: 'ignore',
  });
  const [made = ''] = readdirSync(at('made'));
  copyFileSync(at('made', made), at('home/vitrine-2.3.0-x64.tar.gz'));
  const program = (name: string, text: string) =>
    writeFileSync(at('bin', name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  program('vitrine', `exec ${process.execPath} ${build} "$@"`);
  program('systemctl', 'echo "systemctl $*"');

  // The page says so in a comment: the folder of the kiosk's package is there.
  const onKiosk = spawnSync(
    'unshare',
    [
      '--mount',
      'bash',
      '--norc',
      '-ec',
      `mount -t overlay overlay -o lowerdir=/etc,upperdir=${at('etc')},workdir=${at('etc-work')} /etc
mkdir -p /etc/vitrine; cd ${at('home')}
${kiosk}
cmp 1.root.json /etc/vitrine/root.json`,
    ],
    { encoding: 'utf8', env: { PATH: `${at('bin')}:${process.env.PATH}` } },
  );
  expect([onKiosk.status, onKiosk.stdout, onKiosk.stderr]).toEqual([0, 'systemctl restart vitrine\n', '']);

  const [display, cms, site] = [await startDisplay(480, 270), await startDemoCms(), await serve(at('site'))];
  onTestFinished(() => Promise.all([display.stop(), cms.stop(), site.close()]).then(() => undefined));
  const settings = {
    cms: { url: cms.baseUrl, token: cms.token },
    device: 'Demo screen',
    dataDir: at('data'),
    adminPort: 0,
    update: { url: site.url },
  };
  writeFileSync(at('home/config.json'), JSON.stringify(settings), { mode: 0o600 });
  // Each command once the one before it has come to its end.
  const plays = (version: string) =>
    `for try in {1..600}; do vitrine status --json 2>/dev/null | jq '.version == "${version}" and .update.trial == null and .nowPlaying != null' | grep -q true && break; sleep 0.5; done; echo "plays $(vitrine status --json | jq -r .version)"`;
  const [status = '', now = '', fromStick = '', hold = ''] = (commands ?? '').trim().split('\n');
  const script = `mount --bind ${at('media')} /media; cd ~
trap 'kill -- -$launcher; wait' EXIT
set -m; ( ${archive} ) & launcher=$!; set +m
for try in {1..240}; do vitrine status --json 2>/dev/null | jq '.nowPlaying != null' | grep -q true && break; sleep 0.5; done
${[status, now, plays(first), fromStick, plays(second), hold].join('\n')}`;
  // Not at once: the CMS and the server of the releases answer from here.
  const done = await ended('unshare', ['--mount', 'bash', '--norc', '-ec', script], {
    encoding: 'utf8',
    timeout: 800_000,
    env: {
      PATH: `${at('bin')}:${process.env.PATH}`,
      HOME: at('home'),
      DISPLAY: display.name,
      VITRINE_CONFIG: at('home/config.json'),
      VITRINE_CHROMIUM_USER: 'nobody',
      VITRINE_HOST: 'chromium',
    },
  });
  const last = done.stderr.slice(-3_000);
  expect(done.code, last).toBe(0);
  expect(done.stdout, last).toMatch(/plays 99\.0\.1[\s\S]*plays 99\.0\.2/);
});

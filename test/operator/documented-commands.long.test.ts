/** @module-tag long */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf, pages, root } from '../docs/pages.ts';

const build = join(root, 'dist/main/index.js');

const json = (page: string, holds: string): string =>
  [...(pages().get(page) ?? '').matchAll(/^```json\n([\s\S]*?)^```$/gm)].find(([, text]) =>
    text?.includes(holds),
  )?.[1] ?? '';

/** A folder with `vitrine` on the path, and a machine of its own: its network and the folders of the system are not this machine's. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const at = (...names: string[]) => join(folder, ...names);
  for (const name of ['bin', 'home', 'etc', 'lib', 'log', 'media/ceremony', 'run'])
    mkdirSync(at(name), { recursive: true });
  const program = (name: string, text: string) =>
    writeFileSync(at('bin', name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  program('vitrine', `exec ${process.execPath} ${build} "$@"`);
  return {
    folder,
    at,
    program,
    run(script: string, env: Readonly<Record<string, string>> = {}) {
      const mounts = [
        `mount --bind ${at('etc')} /etc/mosquitto; mount --bind ${at('lib')} /var/lib/mosquitto`,
        `mount --bind ${at('log')} /var/log/mosquitto; mount --bind ${at('media')} /media`,
        `cp /etc/hosts ${at('hosts')}; echo 127.0.0.1 broker.example.com >> ${at('hosts')}`,
        `mount --bind ${at('hosts')} /etc/hosts; ip link set lo up; mount -t tmpfs tmpfs /run; cd ${at('home')}`,
      ].join('\n');
      const all = `set -e\nmkdir -p /var/log/mosquitto /var/lib/mosquitto /etc/mosquitto\n${mounts}\n${script}`;
      return spawnSync(
        'unshare',
        ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', all],
        {
          encoding: 'utf8',
          env: { PATH: `${at('bin')}:${process.env.PATH}`, HOME: at('home'), ...env },
          timeout: 150_000,
        },
      );
    },
  };
}

/** Each block says when it begins; the first command that fails ends all. */
const marked = (blocks: readonly { readonly text: string }[]): string =>
  blocks.map(({ text }, number) => `echo "block ${number}" >&2\n${text}`).join('\n');

test('every command of the page about releases works as written', { timeout: 180_000 }, () => {
  const blocks = blocksOf('docs/guide/updates.md', { after: '\n# Publishing\n' });
  expect(blocks.length).toBeGreaterThan(6);
  const here = machine();
  mkdirSync(here.at('media/ceremony/release'));
  for (const version of ['2.4.0', '2.4.1']) {
    mkdirSync(here.at('tree/vitrine'), { recursive: true });
    writeFileSync(here.at('tree/vitrine/vitrine'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
    const file = here.at(`media/ceremony/release/vitrine-${version}-x64.tar.gz`);
    execFileSync('tar', ['-czf', file, '-C', here.at('tree'), 'vitrine']);
  }
  const done = here.run(marked(blocks), { VITRINE_RELEASE_PASSPHRASE: 'correct horse battery' });
  expect([done.status, done.stderr.split('block ').at(-1)]).toEqual([0, `${blocks.length - 1}\n`]);
  expect(done.stdout).toMatch(/2\.4\.0, linux-x64, stable, recalled/);
});

/** What runs until somebody ends it. */
const endless = /fleet (watch|enrol serve|rollout (start|run|resume))/;

test('every command of the page about fleets works as written, on a real broker with TLS', {
  timeout: 240_000,
}, () => {
  const page = 'docs/guide/fleet.md';
  const blocks = blocksOf(page);
  expect(blocks.length).toBeGreaterThan(5);
  const here = machine();
  cpSync('/etc/mosquitto', here.at('etc'), { recursive: true });
  execFileSync('chown', ['-R', 'mosquitto', here.at('lib'), here.at('log'), here.at('run')]);
  cpSync(join(root, 'deploy'), here.at('home/deploy'), { recursive: true });
  // As Debian's unit does before it starts the broker.
  const starts = `mkdir -p /run/mosquitto; chown mosquitto /run/mosquitto
mosquitto -c /etc/mosquitto/mosquitto.conf > ${here.at('broker.log')} 2>&1 &
for try in {1..100}; do (exec 3<>/dev/tcp/127.0.0.1/8885) 2>/dev/null && exit 0; sleep 0.1; done
cat ${here.at('broker.log')} ${here.at('log')}/* >&2; exit 1`;
  here.program(
    'systemctl',
    `case $1 in reload) kill -HUP $(cat /run/mosquitto/mosquitto.pid);; restart) kill $(cat /run/mosquitto/mosquitto.pid) 2>/dev/null && sleep 1; ${starts};; esac`,
  );
  // What a person answers: the password twice, the passphrase of a key, and yes.
  here.program(
    'mosquitto_passwd',
    'printf "operators-word\\noperators-word\\n" | /usr/bin/mosquitto_passwd "$@"',
  );
  writeFileSync(
    here.at('operator.config.json'),
    json(page, '8885')
      .replaceAll('"operator.json"', `"${here.at('home/operator.json')}"`)
      .replaceAll('"ca.pem"', `"${here.at('home/ca.pem')}"`),
  );
  writeFileSync(
    here.at('home/operator.json'),
    JSON.stringify({ user: 'operator', password: 'operators-word' }),
    { mode: 0o600 },
  );
  writeFileSync(
    here.at('admin.config.json'),
    readFileSync(here.at('operator.config.json'), 'utf8').replace('operator.json', 'admin.json'),
  );
  writeFileSync(here.at('home/admin.json'), JSON.stringify({ user: 'admin', password: 'operators-word' }), {
    mode: 0o600,
  });
  const settings = JSON.stringify({
    url: 'mqtts://broker.example.com:8883',
    name: 'chain',
    groups: ['north'],
    caFile: here.at('home/ca.pem'),
    credentialsFile: here.at('home/usb/shop-17.json'),
  });
  const player = `${process.execPath} --import ${join(root, 'scripts/bundled.ts')} ${join(root, 'test/operator/documented-player.ts')} shop-17 ${here.at('run')} '${settings}' &`;
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => {
        const answered = /fleet (rollout (start|resume)|cmd .*--(group|all))/.test(line)
          ? line.replace(/(\s+#.*)?$/, ' --yes')
          : line;
        if (!endless.test(line)) return answered;
        // It ends by itself, or is ended after it has begun.
        return `timeout -s INT 6 ${answered.replace(/#.*/, '')} || [ $? -eq 124 ] || [ $? -eq 130 ] || false`;
      })
      .join('\n');
  // The plugin takes the place of the password files: another broker, at the end.
  const plugin = blocks.find(({ before }) => before.includes('(dynamic-security)'));
  expect(plugin).toBeDefined();
  const first = blocks.filter((block) => block !== plugin).map(({ text }) => ({ text: lines(text) }));
  const [broker, ...rest] = first;
  // What a person does: the plugin's lines above the listeners, in place of those that the page names.
  const pluginLines = [...(pages().get(page) ?? '').matchAll(/^```\n(plugin [\s\S]*?)^```$/gm)][0]?.[1] ?? '';
  const [, init = ''] = /First run `(mosquitto_ctrl dynsec init [^`]+)`/.exec(pages().get(page) ?? '') ?? [];
  writeFileSync(here.at('plugin'), pluginLines);
  const conf = '/etc/mosquitto/conf.d/vitrine.conf';
  const withPlugin = `sed -i -E '/^(per_listener_settings|password_file|acl_file|use_username_as_clientid) /d' ${conf}
cat ${here.at('plugin')} ${conf} > ${here.at('conf')}; cp ${here.at('conf')} ${conf}
${init} operators-word; chown mosquitto /var/lib/mosquitto/dynamic-security.json
systemctl restart mosquitto`;
  const joins = `export VITRINE_CONFIG=${here.at('admin.config.json')}\n${lines(plugin?.text ?? '')}`;
  const script = `${broker?.text}\n${player}\nsleep 6\n${marked([...rest, { text: withPlugin }, { text: joins }])}`;
  const done = here.run(script, {
    VITRINE_CONFIG: here.at('operator.config.json'),
    VITRINE_RELEASE_PASSPHRASE: 'correct horse battery',
  });
  const last = done.stderr.trim().split('\n').slice(-4).join(' | ');
  expect(done.status, last).toBe(0);
  expect(done.stdout).toContain('shop-17');
  expect(readFileSync(here.at('home/north.json'), 'utf8')).toContain('broker.example.com');
});

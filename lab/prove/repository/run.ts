// `npm run prove -- repository`: the kiosk's packages in a signed apt repository behind a plain web server, and apt of Debian 12 and 13 on
// it: install, upgrade, way back, exchange of the key, and everything that apt must refuse. As root. Debian comes from the caches of
// the machine tests and of the image. --only 12 or 13.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { base } from '../../../packaging/image/base.ts';
import { sourceDate } from '../../../packaging/source-date.ts';
import { layers } from '../../../test/machine/roots.ts';
import { AptPublisher } from '../../../test/packaging/apt/publisher.ts';
import { Client } from './client.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({ options: { only: { type: 'string' } } });
if (process.getuid?.() !== 0) throw new Error('As root: it mounts the systems that it installs on.');
if (!existsSync('/usr/bin/apt-ftparchive')) throw new Error('Missing: apt-get install apt-utils');

const folder = mkdtempSync(join(tmpdir(), 'vitrine-apt-proof-'));
const publisher = await new AptPublisher().listen();
const releases: Readonly<Record<string, () => readonly string[]>> = {
  12: () => layers('ready', ''),
  13: () => {
    const cache = process.env.VITRINE_IMAGE_CACHE ?? join(homedir(), '.cache/vitrine-image');
    const archive = base(root, cache, sourceDate(root));
    const system = join(folder, 'debian-13');
    execFileSync('mkdir', [system]);
    execFileSync('tar', ['-xpf', archive, '-C', system, '--numeric-owner', '--exclude=./dev/*']);
    return [system];
  },
};

let failures = 0;
async function row(what: string, act: () => Promise<string | null>): Promise<void> {
  const began = performance.now();
  const wrong = await act().catch((error) => String(error));
  if (wrong !== null) failures += 1;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`| ${what} | ${wrong === null ? 'yes' : 'NO'} | ${seconds} s |\n`);
  if (wrong !== null) process.stdout.write(`${wrong.slice(-3000)}\n`);
}

/** Runs a line that must succeed, or fail with these words; and then the installed version must be this one. */
async function expects(client: Client, line: string, words: RegExp | null, version: string | null) {
  const { isDone, said } = await client.run(line);
  if (words === null ? !isDone || /^[WE]: /m.test(said) : !words.test(said)) return `$ ${line}\n${said}`;
  if (version === null) return null;
  const runs = await client.run(
    "dpkg -s vitrine-kiosk | sed -n 's/^Version: //p'; vitrine --version; dpkg --audit",
  );
  return runs.isDone && runs.said.startsWith(`${version}\n`) ? null : runs.said;
}

const build = (version: string): string =>
  execFileSync(
    process.execPath,
    ['packaging/kiosk/build.ts', '--arch', 'amd64', '--quick', '--out', folder, '--version', version],
    { cwd: root, encoding: 'utf8' },
  ).split('  ')[0] ?? '';

const suite = (name: string): string => join(publisher.repository, 'dists/stable', name);
const keyringDeb = (): string => join(publisher.repository, 'vitrine-archive-keyring.deb');

/** Changes a byte in the middle of a file. Returns how to put it back. */
function tamper(file: string): () => void {
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  writeFileSync(file, changed);
  return () => writeFileSync(file, bytes);
}

const update = 'apt-get update';
const install = (name: string): string => `apt-get install -y ${name}`;

async function prove(
  client: Client,
  debs: readonly [string, string],
  keys: readonly [string, string, string],
) {
  const [one, two] = debs;
  const [old, fresh, foreign] = keys;
  const on = `Debian ${client.release}: `;
  rmSync(publisher.repository, { recursive: true, force: true });
  await publisher.publish([old], [one]);
  const firstIndex = ['InRelease', 'Release', 'Release.gpg'].map(
    (name) => [name, readFileSync(suite(name))] as const,
  );
  client.bring(keyringDeb(), 'keyring.deb');
  await row(
    `${on}install from an empty machine`,
    async () =>
      (await expects(
        client,
        'apt-get install -y /root/keyring.deb',
        /Setting up vitrine-archive-keyring/,
        null,
      )) ?? expects(client, `${update} && ${install('vitrine-kiosk')}`, null, '1.0.0'),
  );
  await publisher.publish([old], [two]);
  await row(
    `${on}upgrade`,
    async () =>
      (await expects(client, 'echo "{}" > /etc/vitrine/config.json', null, '1.0.0')) ??
      (await expects(client, `${update} && apt-get upgrade -y`, null, '2.0.0')) ??
      expects(client, 'test "$(cat /etc/vitrine/config.json)" = "{}"', null, '2.0.0'),
  );
  await row(`${on}way back to the older version`, () =>
    expects(
      client,
      `apt-get install -y --allow-downgrades vitrine-kiosk=1.0.0`,
      /Setting up vitrine-kiosk \(1/,
      '1.0.0',
    ),
  );

  const pool = join(publisher.repository, 'pool/vitrine-kiosk/vitrine-kiosk_2.0.0_amd64.deb');
  const back = tamper(pool);
  await row(`${on}a changed byte in the package is refused`, () =>
    expects(
      client,
      `apt-get clean && ${update} && ${install('vitrine-kiosk')}`,
      /Hash Sum mismatch/,
      '1.0.0',
    ),
  );
  back();
  const forget = 'rm -rf /var/lib/apt/lists/*';
  for (const [what, names, words] of [
    [
      'the signed index',
      ['InRelease', 'Release'],
      /signatures were invalid|[Bb]ad signature|BADSIG|not signed|verification failed/,
    ],
    ['the list of packages', lists(), /Hash Sum mismatch|unexpected size/],
  ] as const) {
    const undo = names.map((name) => tamper(suite(name)));
    await row(`${on}a changed byte in ${what} is refused`, () =>
      expects(client, `${forget}; ${update}; ${install('vitrine-kiosk=2.0.0')}`, words, '1.0.0'),
    );
    for (const each of undo) each();
  }
  await row(`${on}an unsigned index is refused`, async () => {
    const [inline, detached] = ['InRelease', 'Release.gpg'].map((name) => readFileSync(suite(name)));
    for (const name of ['InRelease', 'Release.gpg']) rmSync(suite(name));
    const wrong = await expects(client, `${forget}; ${update}`, /is not signed/, '1.0.0');
    writeFileSync(suite('InRelease'), inline ?? '');
    writeFileSync(suite('Release.gpg'), detached ?? '');
    return wrong;
  });
  const newest = ['InRelease', 'Release', 'Release.gpg'].map(
    (name) => [name, readFileSync(suite(name))] as const,
  );
  await client.run(update);
  for (const [name, bytes] of firstIndex) writeFileSync(suite(name), bytes);
  await row(`${on}an earlier index does not hide a newer package`, () =>
    expects(client, `${update}; apt-get install -y vitrine-kiosk`, /Setting up vitrine-kiosk \(2/, '2.0.0'),
  );
  for (const [name, bytes] of newest) writeFileSync(suite(name), bytes);

  await publisher.publish([foreign], [two]);
  await row(`${on}an index signed by a foreign key is refused`, () =>
    expects(client, update, /NO_PUBKEY|Missing key|not signed/, '2.0.0'),
  );
  await publisher.publish([old, fresh], [two]);
  await row(`${on}exchanged key: both keys sign, an upgrade brings the new one`, () =>
    expects(client, `${update} && apt-get upgrade -y`, null, '2.0.0'),
  );
  await publisher.publish([fresh], [two]);
  await row(`${on}exchanged key: the new key alone signs, an upgrade removes the old one`, () =>
    expects(client, `${update} && apt-get upgrade -y`, null, '2.0.0'),
  );
  await publisher.publish([old], [two]);
  await row(`${on}exchanged key: the old key is refused from then on`, () =>
    expects(client, update, /NO_PUBKEY|Missing key|not signed/, '2.0.0'),
  );
  await publisher.publish([fresh], [two]);
  await row(`${on}missed exchange: refused, until the keyring's package is installed by hand`, async () => {
    const again = await client.run('apt-get install -y --allow-downgrades /root/keyring.deb');
    if (!again.isDone) return again.said;
    const refused = await expects(client, update, /NO_PUBKEY|Missing key|not signed/, null);
    if (refused !== null) return refused;
    client.bring(keyringDeb(), 'new.deb');
    return expects(
      client,
      `apt-get install -y /root/new.deb && ${update}`,
      /Setting up vitrine-archive-keyring/,
      '2.0.0',
    );
  });
}

function lists(): readonly string[] {
  const place = 'main/binary-amd64';
  const byHash = readdirSync(suite(`${place}/by-hash/SHA256`)).map(
    (name) => `${place}/by-hash/SHA256/${name}`,
  );
  return [...byHash, `${place}/Packages`, `${place}/Packages.gz`];
}

try {
  const debs = [build('1.0.0'), build('2.0.0')] as const;
  const keys = ['old', 'fresh', 'foreign'].map((name) => publisher.key(name)) as [string, string, string];
  process.stdout.write('| what | as it should | takes |\n| --- | --- | --- |\n');
  for (const [release, below] of Object.entries(releases)) {
    if (values.only !== undefined && values.only !== release) continue;
    const client = new Client(release, below());
    try {
      await prove(client, debs, keys);
    } finally {
      client.remove();
    }
  }
} finally {
  await publisher.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

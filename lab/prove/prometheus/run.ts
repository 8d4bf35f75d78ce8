// `npm run prove -- prometheus`: checks deploy/prometheus and deploy/grafana with Debian's own programs: metrics come directly from a
// player (TLS and password), from a text file for the node exporter, and over a broker (TLS and access list); alerts reach a real
// webhook. A minute is a second here. Prints one JSON document within three minutes.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { makeCertificates } from '../../../test/cms/certificates.ts';
import { expressions } from '../../../test/deploy/dashboard.ts';
import { debianTool } from '../../../test/deploy/debian.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { until } from '../../../test/support/until.ts';
import type * as ReadPlayers from './read-players.ts';
import { filled, World } from './world.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const note = (text: string): void => void process.stderr.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-alerts-'));
const world = new World(folder);
const fleet: ChildProcess[] = [];
// Also after a failure.
process.on('exit', () => {
  for (const child of fleet) child.kill('SIGKILL');
  world.stop();
  void broker.kill();
});

// The fleet: three players on a broker with TLS, passwords and the published access list.
const certificates = await makeCertificates();
const acl = readFileSync(new URL('../../../deploy/mosquitto/vitrine.acl', import.meta.url), 'utf8');
const users = { 'shop-1': 'one', 'shop-2': 'two', 'shop-3': 'three', reader: 'look' };
const broker = await mosquittoUntilRemoved({ tls: certificates.valid, users, acl });
const script = fileURLToPath(new URL('../../bench/fleet/player.ts', import.meta.url));
async function startPlayer(device: 'shop-1' | 'shop-2' | 'shop-3'): Promise<ChildProcess> {
  const credentialsFile = await broker.credentials(device, users[device]);
  const settings = JSON.stringify({ credentialsFile, caFile: certificates.caFile });
  return spawn(process.execPath, [script, broker.url, device, folder, settings, '60'], { stdio: 'inherit' });
}
fleet.push(...(await Promise.all((['shop-1', 'shop-2', 'shop-3'] as const).map(startPlayer))));

// A player that is open to the network, and one whose metrics go to a text file.
// Their pages are files of other kinds, which the runner imports.
const { module: readPlayers } = await runnerImport<typeof ReadPlayers>(
  fileURLToPath(new URL('read-players.ts', import.meta.url)),
);
const folders = { lan: join(folder, 'lan'), local: join(folder, 'local'), text: join(folder, 'text') };
for (const each of Object.values(folders)) mkdirSync(each, { mode: 0o700 });
const lanPort = await freePort();
const password = 'correct horse battery';
const closeLan = await readPlayers.openedPlayer(folders.lan, lanPort, password, certificates.valid);
const localPort = await freePort();
const endLocal = await readPlayers.localPlayer(folders.local, localPort);
const unit = readFileSync(
  new URL('../../../deploy/prometheus/vitrine-textfile.service', import.meta.url),
  'utf8',
);
const line = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(unit)?.[1] ?? '';
const layText = () =>
  new Promise<number | null>((resolve) =>
    spawn('/bin/sh', ['-c', line], {
      env: { PATH: process.env.PATH, ADDRESS: `http://127.0.0.1:${localPort}/metrics`, FOLDER: folders.text },
    }).once('exit', resolve),
  );
if ((await layText()) !== 0) throw new Error('no text file was written');

// Debian's programs.
const ports = {
  exporter: await freePort(),
  node: await freePort(),
  prometheus: await freePort(),
  alerts: await freePort(),
};
const hook = await world.listen();
const exporterFile = world.write(
  'mqtt-exporter.yaml',
  filled('mqtt-exporter.yaml', {
    'ssl://broker.example.com:8885': broker.url.replace('mqtts', 'ssl'),
  }),
);
world.run(
  'prometheus-mqtt-exporter',
  'prometheus-mqtt-exporter',
  ['-config', exporterFile, '-listen-address', '127.0.0.1', '-listen-port', `${ports.exporter}`],
  { MQTT2PROM_MQTT_PASSWORD: users.reader, SSL_CERT_FILE: certificates.caFile },
);
world.run('prometheus-node-exporter', 'prometheus-node-exporter', [
  ...[
    '--collector.disable-defaults',
    '--collector.textfile',
    `--collector.textfile.directory=${folders.text}`,
  ],
  `--web.listen-address=127.0.0.1:${ports.node}`,
]);
world.write('vitrine.rules.yml', filled('vitrine.rules.yml', {}));
const prometheusFile = world.write(
  'prometheus.yml',
  filled('prometheus.yml', {
    '127.0.0.1:9093': `127.0.0.1:${ports.alerts}`,
    '/etc/prometheus/vitrine-password': world.write('password', password),
    '/etc/prometheus/vitrine-players.pem': certificates.caFile,
    "'192.0.2.10:8781', 'window.shop.example:8781'": `'127.0.0.1:${lanPort}'`,
    '192.0.2.10:9100': `127.0.0.1:${ports.node}`,
    '127.0.0.1:9641': `127.0.0.1:${ports.exporter}`,
  }),
);
const alertsFile = world.write(
  'alertmanager.yml',
  filled('alertmanager.yml', { '127.0.0.1:8080': `127.0.0.1:${hook}` }),
);
const amtool = debianTool('amtool', 'prometheus-alertmanager');
const promtool = debianTool('promtool', 'prometheus');
if ('why' in amtool || 'why' in promtool) throw new Error('no promtool or no amtool');
for (const [path, ...args] of [
  [amtool.path, 'check-config', alertsFile],
  [promtool.path, 'check', 'config', prometheusFile],
] as const)
  execFileSync(path, args);
world.run('prometheus', 'prometheus', [
  ...[`--config.file=${prometheusFile}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`],
  `--web.listen-address=127.0.0.1:${ports.prometheus}`,
]);
world.run('prometheus-alertmanager', 'prometheus-alertmanager', [
  ...[`--config.file=${alertsFile}`, `--storage.path=${join(folder, 'alerts')}`, '--cluster.listen-address='],
  `--web.listen-address=127.0.0.1:${ports.alerts}`,
]);

interface Answer {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] };
}
const query = async (text: string): Promise<Answer> => {
  const address = `http://127.0.0.1:${ports.prometheus}/api/v1/query?query=${encodeURIComponent(text)}`;
  return (await fetch(address)).json() as Promise<Answer>;
};
const readable = async (): Promise<readonly string[]> => {
  const answer = await query('vitrine_start_time_seconds').catch(() => null);
  return (answer?.data.result ?? []).map(({ metric }) => `${metric.job} ${metric.instance}`).sort();
};
const direct = `127.0.0.1:${lanPort}`;
const node = `127.0.0.1:${ports.node}`;

note('numbers …');
const from = performance.now();
await until('five players are read', async () => (await readable()).length === 5, 25_000).catch(
  async (error) => {
    note(`${await readable()}\n${JSON.stringify((await query('up')).data?.result)}`);
    for (const [name, output] of world.output) note(`${name}: ${output}`);
    throw error;
  },
);
const report: Record<string, unknown> = { read: await readable() };
// An increase needs some time.
await pause(5_000);
const answers = await Promise.all(expressions().map(async (text) => ({ text, ...(await query(text)) })));
report.dashboard = {
  expressions: answers.length,
  understood: answers.filter(({ status }) => status === 'success').length,
  withNumbers: answers.filter(({ data }) => data?.result.length > 0).length,
  without: answers.filter(({ data }) => data?.result.length === 0).map(({ text }) => text),
};
report.alertsWhileAllIsWell = world.notices.map(({ name, instance }) => `${name} ${instance}`);

/** Seconds until the notification. */
async function toldAfter(name: string, instance: string, does: () => Promise<unknown>, status = 'firing') {
  const since = performance.now();
  await does();
  const notice = await until(`${name} of ${instance} arrives`, () =>
    world.notices.find(
      (one) => one.name === name && one.instance === instance && one.status === status && one.at > since,
    ),
  );
  return { seconds: Number(((notice.at - since) / 1000).toFixed(1)), to: notice.to, text: notice.text };
}

note('a player on the broker is killed …');
const killed = async (): Promise<void> => void fleet[0]?.kill('SIGKILL');
report.playerOnTheBrokerKilled = await toldAfter('VitrinePlayerGone', 'chain/shop-1', killed);
note('it is started again …');
const again = async (): Promise<void> => {
  fleet[0] = await startPlayer('shop-1');
};
report.itIsBack = await toldAfter('VitrinePlayerGone', 'chain/shop-1', again, 'resolved');
note('a scraped player stops …');
report.playerReadByItselfGone = await toldAfter('VitrinePlayerGone', direct, closeLan);
note('a player with a text file goes …');
report.playerWithATextFileGone = await toldAfter('VitrinePlayerGone', node, async () => {
  await endLocal();
  if ((await layText()) === 0) throw new Error('the text file should be gone');
});
note('the broker goes …');
const exporter = `127.0.0.1:${ports.exporter}`;
const goneAt = performance.now();
report.brokerKilled = await toldAfter('VitrineBrokerSilent', exporter, () => broker.kill());
// By then all its players are gone for Prometheus.
await pause(30_000);
const silenced = (await (await fetch(`http://127.0.0.1:${ports.alerts}/api/v2/alerts`)).json()) as readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly status: { readonly state: string };
}[];
report.playersGoneWithTheBroker = {
  suppressed: silenced.filter(
    ({ labels, status }) =>
      labels.job === 'vitrine-mqtt' &&
      labels.alertname === 'VitrinePlayerGone' &&
      status.state === 'suppressed',
  ).length,
  reported: world.notices.filter(
    ({ name, job, at, status }) =>
      name === 'VitrinePlayerGone' && job === 'vitrine-mqtt' && status === 'firing' && at > goneAt,
  ).length,
};
report.tookSeconds = Math.round((performance.now() - from) / 1000);
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
await broker.remove();
await certificates.remove();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
const { suppressed, reported } = report.playersGoneWithTheBroker as { suppressed: number; reported: number };
const isRight =
  suppressed === 3 &&
  reported === 0 &&
  answers.every(({ status }) => status === 'success') &&
  Array.isArray(report.alertsWhileAllIsWell) &&
  report.alertsWhileAllIsWell.length === 0;
process.exit(isRight ? 0 : 1);

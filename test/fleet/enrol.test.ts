import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import type { Command, Invocation } from '../../src/main/cli/command.ts';
import { command as cmd } from '../../src/main/cli/fleet/cmd.ts';
import { command as group } from '../../src/main/cli/fleet/enrol/group.ts';
import { command as player } from '../../src/main/cli/fleet/enrol/player.ts';
import { command as serve } from '../../src/main/cli/fleet/enrol/serve.ts';
import { command as keys } from '../../src/main/cli/release/keys.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { enrolled, readEnrolment } from '../../src/main/fleet/enrol.ts';
import {
  type Enrolment,
  newKeys,
  opened,
  readRequest,
  sealedRequest,
} from '../../src/main/fleet/enrolment.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { type FileSystem, realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { makeCertificates } from '../cms/certificates.ts';
import { invoke } from '../support/invoke.ts';
import { slow } from '../support/limits.ts';
import { until } from '../support/until.ts';
import { mosquittoUntilRemoved } from './broker.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, idOf } from './player.ts';
import { rawBroker, welcome } from './raw-broker.ts';

const base = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
const plugin = '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so';

function passingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-enrol-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Debian's mosquitto with its plugin dynamic-security, and its administrator; optionally with the shipped configuration. */
async function guarded(handedOut: ((users: string) => string) | null = null) {
  const folder = passingFolder();
  const users = join(folder, 'dynamic-security.json');
  const path = `${process.env.PATH}:/usr/sbin`;
  execFileSync('mosquitto_ctrl', ['dynsec', 'init', users, 'admin', 'root-word'], {
    env: { ...process.env, PATH: path },
  });
  const certificates = handedOut && (await makeCertificates());
  const broker = await mosquittoUntilRemoved(
    handedOut && certificates
      ? { tls: certificates.valid, handedOut: { conf: handedOut(users), people: { nobody: 'none' } } }
      : { lines: ['allow_anonymous false', `plugin ${plugin}`, `plugin_opt_config_file ${users}`] },
  );
  onTestFinished(() => broker.remove());
  const credentialsFile = await broker.credentials('admin', 'root-word');
  const caFile = certificates?.caFile ?? null;
  const url = handedOut ? broker.peopleUrl : broker.url;
  const config = { ...base, fleet: { ...base.fleet, name: 'chain', url, credentialsFile, caFile } };
  const run = (one: Command, more: Partial<Invocation> = {}) => invoke(one, { config, ...more });
  const file = join(folder, 'north.json');
  await run(group, {
    positionals: [file],
    values: { groups: 'north', ...(handedOut ? { broker: broker.url } : {}) },
  });
  const enrolment = JSON.parse(readFileSync(file, 'utf8')) as Enrolment;
  const serving = (values: Invocation['values'] = {}) => {
    const ending = new AbortController();
    let reported = '';
    const progress = (text: string): void => {
      reported += text;
    };
    const served = run(serve, { positionals: [file], values, signal: ending.signal, progress, json: true });
    served.catch(() => undefined);
    onTestFinished(() => ending.abort());
    return { served, end: () => ending.abort(), reported: () => reported };
  };
  return { broker, run, file, enrolment, serving, caFile };
}

/** A screen with only the enrolment file. */
function screen(
  file: string,
  dataDir = passingFolder(),
  device: string | null = null,
  random: () => number = () => 0,
  fs: FileSystem = realFileSystem,
) {
  const lines: LogLine[] = [];
  const ending = new AbortController();
  const settings = enrolled({
    fleet: { ...base.fleet, enrolmentFile: file, device, spreadSeconds: 10 },
    dataDir,
    fs,
    clock: systemClock,
    log: createLog((line) => lines.push(line)),
    env: {},
    signal: ending.signal,
    random,
  });
  settings.catch(() => undefined);
  onTestFinished(() => ending.abort());
  const own = () =>
    JSON.parse(readFileSync(join(dataDir, 'fleet-credentials.json'), 'utf8')) as {
      user: string;
      password: string;
      joined: { url: string } | null;
    };
  return { settings, dataDir, lines, own, die: () => ending.abort() };
}

test('many screens with one file get their own users, and join the fleet with them', {
  ...slow,
  tags: 'long',
}, async () => {
  const { broker, run, file, enrolment, serving } = await guarded();
  for (const path of [file, `${file}.key`]) expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(run(group, { positionals: [file] })).rejects.toMatchObject({ code: 'file-exists' });
  const { served, end, reported } = serving();
  const screens = [1, 2].map(() => screen(file, passingFolder(), null, Math.random));
  const settings = await Promise.all(screens.map((one) => one.settings));
  expect(new Set(settings.map(({ device }) => device)).size).toBe(2);
  const operator = await watch(broker, { user: 'admin', password: 'root-word' });
  for (const own of settings) {
    const rig = await fleetPlayer(broker.url, { device: own.device ?? '', settings: own });
    await connected(rig);
    const text = command('sync');
    await operator.publish('vitrine/v1/chain/$group-north/cmd', text);
    await operator.seen(
      `${own.device}/result`,
      (message) => message.includes(idOf(text)) && message.includes('"done"'),
    );
    expect(rig.fleet.facts().why).toBeNull();
  }
  for (const one of screens) {
    expect(statSync(join(one.dataDir, 'fleet-credentials.json')).mode & 0o777).toBe(0o600);
    const secrets = [one.own().password, enrolment.password];
    for (const secret of secrets) expect(JSON.stringify(one.lines) + reported()).not.toContain(secret);
    // The next start requests nothing.
    expect((await screen(file, one.dataDir).settings).device).toBe(one.own().user);
  }
  end();
  expect(JSON.parse((await served).out)).toHaveLength(2);
});

test('screens enrolled with --command-key run only commands that their operator signed', slow, async () => {
  const { broker, run } = await guarded();
  const folder = passingFolder();
  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'a passphrase of an operator\n');
  const given = { 'passphrase-file': [passphrase] };
  await run(keys, { positionals: ['commands', folder], values: given });
  const file = join(folder, 'signed.json');
  const values = { groups: 'south', 'command-key': join(folder, 'commands.pub') };
  await run(group, { positionals: [file], values });
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  run(serve, { positionals: [file], signal: ending.signal, progress: () => undefined }).catch(
    () => undefined,
  );
  const one = screen(file);
  const settings = await one.settings;
  const { public: key } = JSON.parse(readFileSync(values['command-key'], 'utf8'));
  // The next start still works without the enrolment file.
  for (const { commandKey } of [settings, await screen(file, one.dataDir).settings])
    expect(commandKey).toBe(key);
  const rig = await fleetPlayer(broker.url, { device: settings.device ?? '', settings });
  await connected(rig);
  const asked = { group: 'south', yes: true, wait: '20s' };
  const unsigned = await run(cmd, { positionals: ['sync'], values: asked });
  expect(unsigned).toMatchObject({ code: 1, out: expect.stringContaining('signed with its operator’s key') });
  const signed = await run(cmd, {
    positionals: ['sync'],
    values: { ...asked, ...given, key: join(folder, 'commands.key') },
  });
  expect(signed.code).toBe(0);
  expect(rig.acts.map(({ name }) => name)).toEqual(['sync']);
});

test(
  'the shipped configuration enrols screens with the plugin set up as in docs/guide/fleet.md',
  slow,
  async () => {
    const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const [, names = '', lines = ''] =
      /in place of every ([^:]*):[^:]*:\n```\n(plugin [^`]*)```/.exec(text('docs/guide/fleet.md')) ?? [];
    const replaced = new Set([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const kept = text('deploy/mosquitto/vitrine.conf')
      .split('\n')
      .filter((line) => !replaced.has(line.split(' ')[0]));
    const { broker, file, serving, caFile } = await guarded((users) =>
      [lines.replace('/var/lib/mosquitto/dynamic-security.json', users), ...kept].join('\n'),
    );
    serving();
    const one = screen(file);
    const settings = await one.settings;
    const rig = await fleetPlayer(broker.url, { device: settings.device ?? '', settings });
    await connected(rig);
    const ca = readFileSync(caFile ?? '', 'utf8');
    const operator = await watch({ url: broker.peopleUrl }, { ca, user: 'admin', password: 'root-word' });
    const asked = command('sync');
    await operator.publish('vitrine/v1/chain/$group-north/cmd', asked);
    await operator.seen('/result', (message) => message.includes(idOf(asked)) && message.includes('"done"'));
    // No login works without a user, or with another user's client id.
    const { user: username, password } = one.own();
    for (const login of [{}, { username, password, clientId: 'vitrine-chain-shop-2' }])
      for (const url of [broker.url, broker.peopleUrl])
        await expect(
          mqtt.connectAsync(url, { ...login, protocolVersion: 5, ca, reconnectPeriod: 0 }),
        ).rejects.toThrow(/[Nn]ot authorized/);
  },
);

test('stolen enrolment credentials can only request enrolment', async () => {
  const { broker, run, file, enrolment, serving } = await guarded();
  serving({ most: '2' });
  const victim = screen(file, passingFolder(), 'shop-1');
  await victim.settings;
  const { user, password } = enrolment;
  const thief = await mqtt.connectAsync(broker.url, {
    protocolVersion: 5,
    username: user,
    password,
    clientId: `vitrine-${user}`,
    reconnectPeriod: 0,
  });
  onTestFinished(() => thief.endAsync(true));
  const heard: string[] = [];
  thief.on('message', (topic) => heard.push(topic));
  thief.on('error', () => undefined);
  for (const topic of [
    '#',
    'vitrine/#',
    'vitrine/v1/chain/+/state',
    '$CONTROL/dynamic-security/v1/response',
    'vitrine/v1/chain/$enrol/request',
  ])
    await expect(thief.subscribeAsync(topic, { qos: 1 })).rejects.toThrow();
  const taken: string[] = [];
  const operator = await watch(broker, { user: 'admin', password: 'root-word' });
  for (const topic of [
    'vitrine/v1/chain/$all/cmd',
    'vitrine/v1/chain/shop-1/cmd',
    'vitrine/v1/chain/shop-1/state',
    'vitrine/v1/chain/$rollout/plan',
    'vitrine/v1/chain/$enrol/answer/other-one',
    '$CONTROL/dynamic-security/v1',
  ])
    await thief.publishAsync(topic, '{}', { qos: 1 }).then(
      () => taken.push(topic),
      () => undefined,
    );
  // mosquitto 2.0 acknowledges and silently drops messages to $CONTROL; it refuses all others.
  expect(taken.filter((topic) => !topic.startsWith('$CONTROL'))).toEqual([]);
  const evil = { command: 'createClient', username: 'evil', password: 'x', roles: [{ rolename: 'admin' }] };
  await thief
    .publishAsync('$CONTROL/dynamic-security/v1', JSON.stringify({ commands: [evil] }), { qos: 1 })
    .catch(() => undefined);
  const made = await run(player, { positionals: ['evil'], values: { to: passingFolder() } });
  expect(made.code).toBe(0);
  // Another screen's name, and more screens than allowed.
  const other = screen(file, passingFolder(), 'shop-1');
  await until('that name is refused', () => JSON.stringify(other.lines).includes('not enrolled'));
  expect(JSON.stringify(other.lines)).toContain('enrol-taken');
  await screen(file).settings;
  const third = screen(file);
  await until('that is enough', () => JSON.stringify(third.lines).includes('enrol-enough'));
  expect(
    operator.messages.filter(({ topic }) => !topic.includes('$enrol/') && !topic.includes('$console/')),
  ).toEqual([]);
  expect(heard).toEqual([]);
});

test("a screen named operator gets its own role, not the operator's", async () => {
  const { broker, file, serving } = await guarded();
  serving();
  const evil = screen(file, passingFolder(), 'operator');
  await evil.settings;
  const { user, password } = evil.own();
  const client = await mqtt.connectAsync(broker.url, {
    protocolVersion: 5,
    username: user,
    password,
    clientId: `vitrine-chain-${user}`,
    reconnectPeriod: 0,
  });
  onTestFinished(() => client.endAsync(true));
  client.on('error', () => undefined);
  await client.publishAsync('vitrine/v1/chain/operator/state', '{}', { qos: 1 });
  for (const topic of ['$all/cmd', '$group-north/cmd', '$rollout/plan', 'shop-1/cmd'])
    await expect(client.publishAsync(`vitrine/v1/chain/${topic}`, '{}', { qos: 1 })).rejects.toThrow();
  await expect(client.subscribeAsync('vitrine/v1/chain/#', { qos: 1 })).rejects.toThrow();
});

test('a second enrolment file for a fleet equals the first in form', async () => {
  const { run, file } = await guarded();
  const second = await run(group, { positionals: [`${file}-2`], values: { groups: 'south' } });
  expect(second.code).toBe(0);
});

test('a crash at any point leaves one user in the end', slow, async () => {
  const { broker, file, serving } = await guarded();
  const dataDir = passingFolder();
  // No enroller runs: the screen has drawn credentials, requested enrolment, and crashes.
  const operator = await watch(broker, { user: 'admin', password: 'root-word' });
  const first = screen(file, dataDir);
  await operator.seen('$enrol/request');
  const { user, password } = first.own();
  first.die();
  // It is enrolled, and crashes before it persists that: as if the answer had been lost.
  const one = serving({ most: '1' });
  const second = screen(file, dataDir);
  await second.settings;
  const kept = JSON.parse(readFileSync(join(dataDir, 'fleet-credentials.json'), 'utf8')) as object;
  writeFileSync(join(dataDir, 'fleet-credentials.json'), JSON.stringify({ ...kept, joined: null }));
  // A second enroller has replaced the first.
  one.end();
  await one.served;
  const two = serving({ most: '1' });
  const third = await screen(file, dataDir).settings;
  expect(screen(file, dataDir).own()).toMatchObject({ user, password, joined: { name: 'chain' } });
  two.end();
  expect(JSON.parse((await two.served).out)).toEqual([]);
  await connected(await fleetPlayer(broker.url, { device: third.device ?? '', settings: third }));
});

test('an invalid group name is refused before anything is written', async () => {
  const to = passingFolder();
  const users = join(to, 'users');
  const config = { ...base, fleet: { ...base.fleet, name: 'chain' } };
  for (const groups of ['#', 'north,a/b', '+', Array(21).fill('north').join(',')]) {
    const refused = { code: 'wrong-usage', message: expect.stringContaining('--groups') };
    const files = invoke(group, { config, positionals: [join(to, 'all.json')], values: { groups } });
    await expect(files).rejects.toMatchObject(refused);
    const players = invoke(player, { config, positionals: ['shop-7'], values: { to, users, groups } });
    await expect(players).rejects.toMatchObject(refused);
  }
  expect(readdirSync(to)).toEqual([]);
});

test('an enrolled screen needs no enrolment file; another broker, other groups or another name enrol it again', async () => {
  const { file, run, serving, broker } = await guarded();
  serving();
  const dataDir = passingFolder();
  const first = await screen(file, dataDir).settings;
  const { user, password } = screen(file, dataDir).own();
  rmSync(file);
  expect(await screen(file, dataDir).settings).toEqual(first);
  writeFileSync(file, 'rubbish');
  expect(await screen(file, dataDir).settings).toEqual(first);
  await expect(screen(file).settings).rejects.toMatchObject({ code: 'fleet-enrolment' });

  // The same broker with other groups: the player receives their commands from then on.
  const south = join(passingFolder(), 'south.json');
  await run(group, { positionals: [south], values: { groups: 'south' } });
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  run(serve, { positionals: [south], signal: ending.signal }).catch(() => undefined);
  const moved = await screen(south, dataDir).settings;
  expect(moved).toMatchObject({ device: user, groups: ['south'] });
  expect(screen(south, dataDir).own()).toMatchObject({ user, password });
  const rig = await fleetPlayer(broker.url, { device: user, settings: moved });
  await connected(rig);
  expect(rig.fleet.facts().why).toBeNull();

  // Another broker receives neither the old password nor its origin.
  const other = await guarded();
  other.serving();
  const there = await screen(other.file, dataDir).settings;
  expect(there).toMatchObject({ device: user, url: other.broker.url });
  const now = screen(other.file, dataDir).own();
  expect(now).toMatchObject({ user, joined: { url: other.broker.url } });
  expect(now.password).not.toBe(password);
  await connected(await fleetPlayer(other.broker.url, { device: user, settings: there }));
  expect((await screen(other.file, dataDir, 'shop-9').settings).device).toBe('shop-9');
});

test.each([
  'EROFS',
  'ENOSPC',
])('an enrolled screen starts with a disk that refuses writes (%s)', async (code) => {
  const place = { url: 'mqtts://broker.example.com', groups: ['north'], ca: 'the authority' };
  const many = { vitrine: 'enrolment', fleet: 'chain', user: 'x', password: 'x', key: newKeys().publicKey };
  const file = join(passingFolder(), 'north.json');
  writeFileSync(file, JSON.stringify({ ...many, ...place }));
  const dataDir = passingFolder();
  const own = { user: 'shop-1', password: 'word', joined: { ...place, name: 'chain' } };
  writeFileSync(join(dataDir, 'fleet-credentials.json'), JSON.stringify(own));
  const first = await screen(file, dataDir).settings;
  expect(readFileSync(first.caFile ?? '', 'utf8')).toBe('the authority');
  const refused = async () => {
    throw Object.assign(new Error('the disk takes nothing'), { code });
  };
  const disk: FileSystem = {
    ...realFileSystem,
    open: (path, flags) => (flags === 'r' ? realFileSystem.open(path, flags) : refused()),
    rename: refused,
    unlink: refused,
  };
  const second = screen(file, dataDir, null, () => 0, disk);
  expect(await second.settings).toEqual(first);
  expect(second.lines).toEqual([]);
  writeFileSync(join(dataDir, 'fleet-enrolment.json'), 'of many');
  const third = screen(file, dataDir, null, () => 0, disk);
  expect(await third.settings).toEqual(first);
  expect(third.lines).toMatchObject([
    { level: 'warn', message: expect.stringContaining('cannot be removed') },
  ]);
});

test('screens that enrol at once take turns, and the enroller reconnects after a broker outage', {
  ...slow,
  tags: 'long',
}, async () => {
  const { broker, file, serving } = await guarded();
  const { served, end, reported } = serving();
  await screen(file).settings;
  await broker.kill();
  await until('its end is reported', () => reported().includes('Retrying.'));
  await broker.start();
  const screens = Array.from({ length: 8 }, () => screen(file, passingFolder(), null, Math.random));
  const settings = await Promise.all(screens.map((one) => one.settings));
  expect(new Set(settings.map(({ device }) => device)).size).toBe(8);
  end();
  expect(JSON.parse((await served).out)).toHaveLength(9);
});

test.each([
  ['without a word', []],
  ['with the reason', [0xe0, 2, 0x8e, 0]],
])('a screen whose connection is taken over before its request arrives retries soon (%s)', async (_, word) => {
  let requests = 0;
  const { url } = await rawBroker((packet, socket) => {
    if (packet.type === 8) socket.write(Uint8Array.from([0x90, 4, ...packet.id, 0, 1]));
    else if (packet.type !== 3) welcome(packet, socket);
    else {
      requests++;
      socket.end(Uint8Array.from(word));
    }
  });
  const many = { vitrine: 'enrolment', fleet: 'chain', groups: [], user: 'x', password: 'x', ca: null };
  const file = join(passingFolder(), 'north.json');
  writeFileSync(file, JSON.stringify({ ...many, url, key: newKeys().publicKey }));
  const one = screen(file);
  await until('it has asked again and again', () => requests > 2);
  one.die();
  expect(one.lines).toEqual([]);
});

test("a client id works only for its own user, so no player can end another's connection", async () => {
  const { broker, file, enrolment, serving } = await guarded();
  serving();
  const settings = await screen(file, passingFolder(), 'shop-1').settings;
  const rig = await fleetPlayer(broker.url, { device: 'shop-1', settings });
  await connected(rig);
  const thief = screen(file);
  await thief.settings;
  for (const { user, password } of [thief.own(), enrolment])
    await expect(
      mqtt.connectAsync(broker.url, {
        protocolVersion: 5,
        username: user,
        password,
        clientId: 'vitrine-chain-shop-1',
        reconnectPeriod: 0,
      }),
    ).rejects.toThrow(/[Nn]ot authorized/);
  expect(rig.fleet.facts()).toMatchObject({ state: 'connected', why: null, hasClone: false });
});

test('an enrolment file that points to localhost warns, and accepts another address', async () => {
  const { run } = await guarded();
  const [here, there] = [join(passingFolder(), 'here.json'), join(passingFolder(), 'there.json')];
  const first = await run(group, { positionals: [here] });
  expect(first.progress).toContain('other machines want --broker');
  const values = { broker: 'mqtts://broker.example.com' };
  const second = await run(group, { positionals: [there], values });
  expect(second.progress).toBe('');
  expect(await readEnrolment(there)).toMatchObject({ url: 'mqtts://broker.example.com' });
  await expect(
    run(group, { positionals: [`${there}-2`], values: { broker: 'mqtt://broker.example.com' } }),
  ).rejects.toMatchObject({ code: 'wrong-usage' });
});

test('each player gets a file, for a broker with a password file or with the plugin', async () => {
  const { broker, run } = await guarded();
  const to = passingFolder();
  await run(player, { positionals: ['shop-7'], values: { to, groups: 'north' } });
  await expect(run(player, { positionals: ['shop-7'], values: { to } })).rejects.toMatchObject({
    code: 'player-known',
  });
  const settings = { credentialsFile: join(to, 'shop-7.json'), groups: ['north'] };
  expect(statSync(settings.credentialsFile).mode & 0o777).toBe(0o600);
  await connected(await fleetPlayer(broker.url, { device: 'shop-7', settings }));

  // Its user is removed and its role remains, as after a crash between the two: it can log in again, with the current groups.
  const path = `${process.env.PATH}:/usr/sbin`;
  const login = ['-h', '127.0.0.1', '-p', String(broker.port), '-u', 'admin', '-P', 'root-word'];
  execFileSync('mosquitto_ctrl', [...login, 'dynsec', 'deleteClient', 'shop-7'], {
    env: { ...process.env, PATH: path },
  });
  rmSync(settings.credentialsFile);
  await run(player, { positionals: ['shop-7'], values: { to, groups: 'south' } });
  const again = await fleetPlayer(broker.url, {
    device: 'shop-7',
    settings: { ...settings, groups: ['south'] },
  });
  await connected(again);
  expect(again.fleet.facts().why).toBeNull();

  const plain = await startMosquitto({ users: { operator: 'op' } });
  const users = join(plain.folder, 'users');
  // A file as a person leaves it after editing.
  writeFileSync(users, readFileSync(users, 'utf8').trimEnd());
  const made = await run(player, { positionals: ['shop-8', 'shop-9'], values: { to, users }, json: true });
  expect(JSON.parse(made.out)).toHaveLength(2);
  await expect(run(player, { positionals: ['shop-8'], values: { to, users } })).rejects.toMatchObject({
    code: 'player-known',
  });
  await plain.readsUsers('shop-8', JSON.parse(readFileSync(join(to, 'shop-8.json'), 'utf8')).password);
  const rig = await fleetPlayer(plain.url, {
    device: 'shop-8',
    settings: { credentialsFile: join(to, 'shop-8.json') },
  });
  await connected(rig);
  const { password } = JSON.parse(readFileSync(join(to, 'shop-8.json'), 'utf8')) as { password: string };
  expect(readFileSync(users, 'utf8') + made.out + made.progress).not.toContain(password);
});

test('a sealed password opens only with the key and under its own name', () => {
  const { publicKey: key, privateKey } = newKeys();
  const request = sealedRequest(
    { key, fleet: 'chain', groups: [] },
    { device: 'shop-1', password: 'the word', to: 'somebody' },
  );
  expect(JSON.stringify(request)).not.toContain('the word');
  expect(opened(privateKey, 'chain', request)).toBe('the word');
  expect(opened(newKeys().privateKey, 'chain', request)).toBeNull();
  expect(opened(privateKey, 'other', request)).toBeNull();
  expect(opened(privateKey, 'chain', { ...request, device: 'shop-2' })).toBeNull();
  expect(opened(privateKey, 'chain', { ...request, groups: ['north'] })).toBeNull();
  expect(opened(privateKey, 'chain', { ...request, sealed: 'AAAA' })).toBeNull();
  expect(opened(privateKey, 'chain', { ...request, key: 'AAAA' })).toBeNull();
  for (const rubbish of ['', '{}', JSON.stringify({ ...request, device: '../x' }), 'x'.repeat(9000)])
    expect(readRequest(Buffer.from(rubbish))).toBeNull();
});

test('a broker without the plugin and invalid files each give a one-line error', async () => {
  const broker = await startMosquitto();
  const folder = passingFolder();
  const config = { ...base, fleet: { ...base.fleet, name: 'chain', url: broker.url } };
  writeFileSync(join(folder, 'x.json.key'), '{}');
  await expect(invoke(serve, { config, positionals: [join(folder, 'x.json')] })).rejects.toMatchObject({
    code: 'no-enroller-key',
  });
  await expect(invoke(player, { config, positionals: ['a b'] })).rejects.toMatchObject({
    code: 'wrong-usage',
  });
  writeFileSync(join(folder, 'none.json'), '{"user": "x"}');
  await expect(screen(join(folder, 'none.json')).settings).rejects.toMatchObject({ code: 'fleet-enrolment' });
  // A screen sends nothing unencrypted over a network, whatever the file says.
  const open = {
    vitrine: 'enrolment',
    fleet: 'chain',
    groups: [],
    user: 'x',
    password: 'x',
    key: 'x',
    ca: null,
    url: 'mqtt://broker.example.com',
  };
  writeFileSync(join(folder, 'open.json'), JSON.stringify(open));
  await expect(readEnrolment(join(folder, 'open.json'))).rejects.toMatchObject({ code: 'fleet-enrolment' });
  writeFileSync(join(folder, 'open.json'), JSON.stringify({ ...open, url: 'mqtts://broker.example.com' }));
  expect(await readEnrolment(join(folder, 'open.json'))).toMatchObject({ url: 'mqtts://broker.example.com' });
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import type { KeyAndCertificate } from '../cms/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

export interface MosquittoOptions {
  readonly tls?: KeyAndCertificate;
  /** Passwords by user; without them every login is accepted. */
  readonly users?: Readonly<Record<string, string>>;
  /** Text of the access list. */
  readonly acl?: string;
  /** Further configuration lines. */
  readonly lines?: readonly string[];
  /** Adds a port for browsers. */
  readonly websocket?: boolean;
  /** Uses the shipped configuration, changed only in paths and ports; includes users that are no players. */
  readonly handedOut?: { readonly conf: string; readonly people: Readonly<Record<string, string>> };
}

export interface Mosquitto {
  /** The address in the player's configuration. */
  readonly url: string;
  readonly port: number;
  readonly websocketPort: number;
  /** The port for consoles in the shipped configuration. */
  readonly peopleUrl: string;
  readonly folder: string;
  readonly pid: number;
  start(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when the broker knows the users. */
  setUsers(users: Readonly<Record<string, string>>): Promise<void>;
  /** Adds the user to the password file and reloads it. */
  readsUsers(username: string, password: string): Promise<void>;
  /** Writes a credentials file for a player. */
  credentials(user: string, password: string): Promise<string>;
  remove(): Promise<void>;
}

/** Debian's own broker, on a free port of this machine. */
export async function mosquittoUntilRemoved(options: MosquittoOptions): Promise<Mosquitto> {
  const { tls, users, acl, lines = [], websocket = false, handedOut } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-broker-'));
  await chmod(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  const [port, websocketPort, peoplePort] = [await freePort(), await freePort(), await freePort()];
  if (tls) {
    await writeFile(at('key.pem'), tls.key);
    await writeFile(at('cert.pem'), tls.cert);
  }
  if (acl !== undefined) await writeFile(at('acl'), acl);
  if (users) await writeUsers(at('users'), users);
  await writeFile(
    at('mosquitto.conf'),
    [
      ...[`listener ${port} 127.0.0.1`, 'persistence false', 'log_type error', 'log_type warning'],
      // When root starts it, it switches to its own user, who may not read these files.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      ...(tls ? [`certfile ${at('cert.pem')}`, `keyfile ${at('key.pem')}`] : []),
      users ? `password_file ${at('users')}` : 'allow_anonymous true',
      ...(acl === undefined ? [] : [`acl_file ${at('acl')}`]),
      ...(websocket ? [`listener ${websocketPort} 127.0.0.1`, 'protocol websockets'] : []),
      ...lines,
    ].join('\n'),
  );
  if (handedOut) {
    await writeUsers(at('people'), handedOut.people);
    const own: Readonly<Record<string, string>> = {
      '/etc/mosquitto/vitrine.users': at('users'),
      '/etc/mosquitto/vitrine.people': at('people'),
      '/etc/mosquitto/certs/broker.pem': at('cert.pem'),
      '/etc/mosquitto/vitrine.acl': at('acl'),
      '/etc/mosquitto/certs/broker.key': at('key.pem'),
      'listener 8883': `listener ${port} 127.0.0.1`,
      'listener 8885': `listener ${peoplePort} 127.0.0.1`,
      'listener 8884': `listener ${websocketPort} 127.0.0.1`,
      'persistence true': `persistence true\npersistence_location ${folder}/`,
    };
    const text = Object.entries(own).reduce((conf, [of, to]) => conf.replaceAll(of, to), handedOut.conf);
    await writeFile(at('mosquitto.conf'), process.getuid?.() === 0 ? `user root\n${text}` : text);
  }
  const ports = [
    port,
    ...(websocket || handedOut ? [websocketPort] : []),
    ...(handedOut ? [peoplePort] : []),
  ];
  const listens = async (): Promise<void> => {
    // It opens its ports one after the other.
    for (const one of ports) await listening(one, child);
  };
  let child = launch(at('mosquitto.conf'));
  const mosquitto = {
    url: `${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${port}`,
    port,
    websocketPort,
    folder,
    peopleUrl: `${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${peoplePort}`,
    get pid() {
      return child.pid ?? 0;
    },
    async start() {
      child = launch(at('mosquitto.conf'));
      await listens();
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    async setUsers(next: Readonly<Record<string, string>>) {
      await writeUsers(at('users'), next);
      for (const [user, password] of Object.entries(next)) await mosquitto.readsUsers(user, password);
    },
    async readsUsers(username: string, password: string) {
      child.kill('SIGHUP');
      await until('the broker knows its users', () =>
        mqtt.connectAsync(mosquitto.url, { username, password, protocolVersion: 5, reconnectPeriod: 0 }).then(
          (client) => client.endAsync(true).then(() => true),
          () => false,
        ),
      );
    },
    async credentials(user: string, password: string) {
      await writeFile(at(`${user}.json`), JSON.stringify({ user, password }), { mode: 0o600 });
      return at(`${user}.json`);
    },
    async remove() {
      await mosquitto.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await listens();
  return mosquitto;
}

function launch(config: string) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  return spawn('mosquitto', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'], env });
}

async function listening(port: number, child: ReturnType<typeof launch>): Promise<void> {
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  await until('the broker listens', async () => {
    if (child.exitCode !== null) throw new Error(`mosquitto ended: ${output}`);
    const socket = connect(port, '127.0.0.1');
    const there = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return there;
  });
}

async function writeUsers(file: string, users: Readonly<Record<string, string>>): Promise<void> {
  await writeFile(
    file,
    Object.entries(users)
      .map(([user, password]) => `${user}:${password}\n`)
      .join(''),
    {
      mode: 0o600,
    },
  );
  await run('mosquitto_passwd', ['-U', file]);
}

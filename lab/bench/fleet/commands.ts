import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';

const players = 4;
const atOnce = 8;
/** A console resends an unanswered command under the same id. */
const againMs = 4_000;
const script = fileURLToPath(new URL('player.ts', import.meta.url));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const between = (least: number, most: number): number => least + Math.random() * (most - least);

interface Sent {
  readonly device: string;
  readonly text: string;
  at: number;
  state: string | null;
}

/** Sends this many commands to four players, while players, links and the broker are killed at random moments. */
export async function commandsWithKills(
  total: number,
  longestMs: number,
): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-fleet-'));
  const broker = await mosquittoUntilRemoved({});
  const links = new Set<Socket>();
  const proxy = createServer((socket) => {
    const other = connect(broker.port, '127.0.0.1');
    for (const one of [socket, other]) {
      links.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          links.delete(one);
          socket.destroy();
          other.destroy();
        });
    }
    socket.pipe(other).pipe(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `mqtt://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const kills = { player: 0, link: 0, broker: 0 };
  let isOver = false;
  const children = new Map<string, ChildProcess>();
  const devices = Array.from({ length: players }, (_, at) => `shop-${at}`);
  const start = (device: string): void => {
    const child = spawn(process.execPath, [script, url, device, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.set(device, child);
    child.on('exit', () => {
      if (!isOver) start(device);
    });
  };
  devices.forEach(start);

  const client = mqtt.connect(broker.url, {
    protocolVersion: 5,
    reconnectPeriod: 100,
    clientId: 'bench-console',
  });
  client.on('error', () => undefined);
  const sent = new Map<string, Sent>();
  client.on(
    'connect',
    () => void client.subscribeAsync('vitrine/v1/chain/+/result', { qos: 1 }).catch(() => undefined),
  );
  client.on('message', (_, payload) => {
    const { id, state } = JSON.parse(payload.toString('utf8')) as { id: string; state: string };
    const one = sent.get(id);
    if (one && state !== 'accepted') one.state = state;
  });
  const publish = (one: Sent): void => {
    one.at = performance.now();
    if (client.connected) client.publish(`vitrine/v1/chain/${one.device}/cmd`, one.text, { qos: 1 });
  };
  const since = performance.now();
  const killing = (async () => {
    while (!isOver) {
      await pause(between(500, 3500));
      if (isOver) break;
      const dice = Math.random();
      if (dice < 0.5) {
        children.get(devices[Math.floor(Math.random() * players)] ?? '')?.kill('SIGKILL');
        kills.player++;
      } else if (dice < 0.8) {
        [...links][Math.floor(Math.random() * links.size)]?.destroy();
        kills.link++;
      } else {
        await broker.kill();
        kills.broker++;
        await pause(between(50, 500));
        await broker.start();
      }
    }
  })();
  let repeated = 0;
  for (;;) {
    const open = [...sent.values()].filter(({ state }) => state === null);
    const now = performance.now();
    if ((sent.size >= total && open.length === 0) || now - since > longestMs) break;
    for (const one of open)
      if (now - one.at > againMs) {
        repeated++;
        publish(one);
      }
    for (const device of devices) {
      const busy = open.filter((one) => one.device === device).length;
      for (let more = busy; more < atOnce && sent.size < total && now - since < longestMs - 40_000; more++) {
        const id = randomUUID();
        const at = Date.now();
        const [issuedAt, expiresAt] = [new Date(at).toISOString(), new Date(at + 3600_000).toISOString()];
        const one: Sent = {
          device,
          text: JSON.stringify({ id, name: 'note', args: { id }, issuedAt, expiresAt }),
          at: 0,
          state: null,
        };
        sent.set(id, one);
        publish(one);
      }
    }
    await pause(20);
  }
  isOver = true;
  await killing;
  const seconds = (performance.now() - since) / 1000;
  for (const child of children.values()) child.kill('SIGKILL');
  await client.endAsync(true);
  proxy.close();
  for (const link of links) link.destroy();
  await broker.remove();
  const done = new Map<string, number>();
  const file = join(folder, 'done');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const id of lines) done.set(id, (done.get(id) ?? 0) + 1);
  const states: Record<string, number> = {};
  for (const { state } of sent.values())
    states[state ?? 'unanswered'] = (states[state ?? 'unanswered'] ?? 0) + 1;
  await rm(folder, { recursive: true, force: true });
  return {
    commands: sent.size,
    seconds: Math.round(seconds),
    kills,
    repeated,
    states,
    doneTwice: [...done.values()].filter((count) => count > 1).length,
    saidDoneButNot: [...sent].filter(([id, { state }]) => state === 'done' && done.get(id) !== 1).length,
    unanswered: states.unanswered ?? 0,
  };
}

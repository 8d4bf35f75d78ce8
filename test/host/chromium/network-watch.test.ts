import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { Slowness } from '../../../src/main/ground/slowness.ts';
import { type AppServer, openAppServer } from '../../../src/main/host/chromium/app-server.ts';
import { endNetworkService, watchNetwork } from '../../../src/main/host/chromium/network-watch.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const clock = new ManualClock();
let server: AppServer;
let lines: LogLine[];
let ended: number;
let stop: () => void;
let slowness: Slowness;

beforeEach(async () => {
  lines = [];
  ended = 0;
  const log = createLog((line) => lines.push(line));
  server = await openAppServer(async () => new Response(), log);
  const { lifelines } = server;
  const end = async () => ++ended > 0;
  slowness = new Slowness();
  stop = watchNetwork({ clock, log, slowness, lifelines, end });
});
afterEach(async () => {
  stop();
  await server.close();
});

/** Keeps a lifeline open as a stage does; `answer`: to a ping. */
async function holdOn(
  answer: (question: Buffer) => Buffer | null,
): Promise<{ readonly requested: Buffer[] }> {
  const { port, host, pathname } = new URL(server.appAddress);
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${pathname}life/stage/1 HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.origin}\r\n`);
  socket.write('Sec-Fetch-Site: same-origin\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toContain('101 Switching Protocols');
  const requested: Buffer[] = [];
  socket.on('data', (question: Buffer) => {
    requested.push(question);
    const reply = answer(question);
    if (reply) socket.write(reply);
  });
  return { requested };
}

/** Advances the time and lets written data arrive. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}

test('a network service that answers is left alone and pinged further', async () => {
  // A masked pong, as browsers send it.
  const { requested } = await holdOn(() => Buffer.from([0x8a, 0x80, 1, 2, 3, 4]));
  await pass(30_000);
  expect(requested.length).toBeGreaterThan(4);
  expect(requested[0]).toEqual(Buffer.from([0x89, 0]));
  expect(ended).toBe(0);
});

test("one that misses two pings is ended and reported; only the next one's timeout grows", async () => {
  await holdOn(() => null);
  await pass(9_500);
  expect(ended).toBe(0);
  await pass(1_000);
  expect(ended).toBe(1);
  expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    'The network service of the browser does not answer: it is restarted',
  ]);
  await pass(14_000);
  expect(ended).toBe(1);
  await pass(4_000);
  expect(ended).toBe(2);
  expect(slowness.factor).toBe(1);
});

test('one whose answer is only late, as after a stall of the player, is left alone', async () => {
  let first = true;
  await holdOn(() => {
    const reply = first ? null : Buffer.from([0x8a, 0x80, 1, 2, 3, 4]);
    first = false;
    return reply;
  });
  await pass(30_000);
  expect(ended).toBe(0);
});

test('without lifelines nothing is pinged', async () => {
  await pass(30_000);
  expect(ended).toBe(0);
});

test('only the network service of that browser is ended, even when it is stopped', async () => {
  const start = (name: string) => {
    const child = spawn('sleep', ['60'], { argv0: name, detached: true });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const [its, others] = ['--utility-sub-type=network.mojom.NetworkService', '--type=renderer'].map(start);
  const foreign = start('--utility-sub-type=network.mojom.NetworkService');
  if (!its?.pid || !others?.pid) throw new Error('nothing was started');
  process.kill(its.pid, 'SIGSTOP');
  await until('its end', () => endNetworkService(its.pid ?? 0));
  await expect.poll(() => its.signalCode).toBe('SIGKILL');
  expect(await endNetworkService(others.pid)).toBe(false);
  expect([others.signalCode, foreign.signalCode]).toEqual([null, null]);
});

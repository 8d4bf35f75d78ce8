import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { tableOf } from '../../../src/main/actions/table/table.ts';
import { loadConfig } from '../../../src/main/config/config.ts';
import { Fleet } from '../../../src/main/fleet/fleet.ts';
import { type Clock, systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { makeCertificates } from '../../../test/cms/certificates.ts';
import { type Mosquitto, mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { actionsBy, calmPlayer, forgetful } from '../../../test/fleet/fake-player.ts';
import { fastClock } from '../../support/fast-clock.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Seconds of processor time, and bytes. */
function costs({ pid }: Pick<Mosquitto, 'pid'>): { readonly cpu: number; readonly bytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { cpu: (Number(fields[11]) + Number(fields[12])) / ticks, bytes: pages * 4096 };
}

function heldBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

const acl = readFileSync(new URL('../../../deploy/mosquitto/vitrine.acl', import.meta.url), 'utf8');

/** Real links on loopback, all in this process, each with TLS, user, password and the published access list. */
async function openLinks(count: number, spreadSeconds: number, clock: Clock) {
  const certificates = await makeCertificates();
  const passwords = Array.from({ length: count }, (_, at) => [`shop-${at}`, `secret-${at}`] as const);
  const users = { ...Object.fromEntries(passwords), operator: 'op' };
  const lines = ['max_queued_messages 0'];
  const broker = await mosquittoUntilRemoved({ tls: certificates.valid, users, acl, lines });
  const credentialsOf = (at: number): string => join(broker.folder, `shop-${at}.json`);
  for (const [at, [user, password]] of passwords.entries())
    await writeFile(credentialsOf(at), JSON.stringify({ user, password }), { mode: 0o600 });
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const settings = { ...config.fleet, url: broker.url, name: 'chain', caFile: certificates.caFile };
  const log = createLog(() => undefined);
  // The library is loaded before the measurement: each player has one link and one copy of it.
  await import('mqtt');
  const bare = heldBytes();
  const fleets = Array.from(
    { length: count },
    (_, at) =>
      new Fleet(
        {
          config: { fleet: { ...settings, spreadSeconds, credentialsFile: credentialsOf(at) } },
          player: { ...calmPlayer, store: forgetful, actions: actionsBy(async () => ({}), tableOf([])) },
          clock,
          env: {},
          log,
        },
        `shop-${at}`,
      ),
  );
  const up = (): number => fleets.filter((fleet) => fleet.facts().state === 'connected').length;
  const allUp = async (): Promise<{ readonly seconds: number; readonly perSecond: readonly number[] }> => {
    const since = performance.now();
    const perSecond: number[] = [];
    let before = up();
    while (up() < count) {
      await pause(1000 - ((performance.now() - since) % 1000));
      const now = up();
      perSecond.push(now - before);
      before = now;
    }
    return { seconds: Math.round((performance.now() - since) / 1000), perSecond };
  };
  const close = async (): Promise<void> => {
    for (const fleet of fleets) void fleet.stop();
    await pause(1_500);
    await broker.remove();
    await certificates.remove();
  };
  const ca = readFileSync(certificates.caFile);
  const operator = { protocolVersion: 5, ca, username: 'operator', password: users.operator } as const;
  return { broker, bare, up, allUp, operator, close };
}

/** The memory of each link, and the return of all to a broker that was killed. */
export async function realLinks(
  count: number,
  spreadSeconds: number,
): Promise<Readonly<Record<string, unknown>>> {
  const { broker, bare, up, allUp, close } = await openLinks(count, spreadSeconds, systemClock);
  const first = await allUp();
  await pause(5_000);
  const held = heldBytes();
  const brokerHeld = costs(broker).bytes;
  // A link that breaks within its first minute waits for another one, which is meant for unstable links.
  await pause(60_000);

  await broker.kill();
  while (up() > 0) await pause(50);
  await pause(2_000);
  await broker.start();
  const back = await allUp();
  const after = costs(broker);
  await close();
  return {
    links: count,
    spreadSeconds,
    bytesEach: Math.round((held - bare) / count),
    brokerBytesEach: Math.round(brokerHeld / count),
    firstConnects: { seconds: first.seconds, mostPerSecond: Math.max(...first.perSecond) },
    afterTheBrokerWasKilled: {
      seconds: back.seconds,
      mostPerSecond: Math.max(...back.perSecond),
      meanPerSecond: Number((count / back.seconds).toFixed(1)),
      brokerCpuSeconds: after.cpu,
    },
  };
}

/** Speed-up: equals the traffic of a fleet that is larger by this factor. */
const times = 10;
const fast = fastClock(times);

/** The traffic of all links while nothing happens, and its cost for the broker and for one reader of everything. */
export async function linksAtRest(count: number): Promise<Readonly<Record<string, unknown>>> {
  const { broker, allUp, operator, close } = await openLinks(count, 600, fast);
  await allUp();
  const reader = await mqtt.connectAsync(broker.url, operator);
  const counts = { state: 0, metrics: 0, other: 0 };
  let bytes = 0;
  reader.on('message', (topic, payload, { retain }) => {
    if (retain) return;
    const name = topic.split('/')[4];
    counts[name === 'state' || name === 'metrics' ? name : 'other']++;
    bytes += payload.length;
  });
  await reader.subscribeAsync('vitrine/v1/chain/#');
  // The first reports arrive together: all connected at the same time.
  await pause(90_000);
  const from = { ...counts, bytes, cpu: costs(broker).cpu };
  const seconds = 60;
  await pause(seconds * 1000);
  const perSecond = (value: number): number => Number((value / seconds).toFixed(1));
  const rest = {
    links: count,
    asOf: count * times,
    statesPerSecond: perSecond(counts.state - from.state),
    metricsPerSecond: perSecond(counts.metrics - from.metrics),
    othersPerSecond: perSecond(counts.other - from.other),
    arithmetic: Number(((2 * count * times) / 300).toFixed(1)),
    bytesPerSecond: Math.round(perSecond(bytes - from.bytes)),
    brokerCpuPercent: Number((((costs(broker).cpu - from.cpu) / seconds) * 100).toFixed(1)),
  };
  await reader.endAsync(true);
  await close();
  return rest;
}

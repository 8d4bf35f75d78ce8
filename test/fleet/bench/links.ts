import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';
import { systemClock } from '../../../src/main/clock.ts';
import { loadConfig } from '../../../src/main/config.ts';
import { Fleet } from '../../../src/main/fleet/fleet.ts';
import { createLog } from '../../../src/main/log.ts';
import { type Mosquitto, mosquittoUntilRemoved } from '../broker.ts';
import { calmPlayer, forgetful } from '../fake-player.ts';

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

/** Real links on loopback, all in this process: what each holds, and how all come back to a broker that was killed. */
export async function realLinks(
  count: number,
  spreadSeconds: number,
): Promise<Readonly<Record<string, unknown>>> {
  const broker = await mosquittoUntilRemoved({ lines: ['max_queued_messages 0'] });
  const config = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: '/nowhere' } });
  const settings = { ...config.fleet, url: broker.url, name: 'chain', spreadSeconds };
  const log = createLog(() => undefined);
  // The library is there before it is counted: each player has one link, and one copy of it.
  await import('mqtt');
  const bare = heldBytes();
  const fleets = Array.from(
    { length: count },
    (_, at) =>
      new Fleet(
        {
          config: { fleet: settings },
          player: { ...calmPlayer, store: forgetful, act: async () => ({}) },
          ...{ clock: systemClock, env: {}, log },
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
  const first = await allUp();
  await pause(5_000);
  const held = heldBytes();
  const brokerHeld = costs(broker).bytes;

  const reader = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
  let messages = 0;
  let bytes = 0;
  reader.on('message', (_, payload, { retain }) => {
    if (retain) return;
    messages++;
    bytes += payload.length;
  });
  await reader.subscribeAsync('vitrine/#');
  await pause(2_000);
  messages = 0;
  bytes = 0;
  const quietMs = 60_000;
  const before = costs(broker).cpu;
  await pause(quietMs);
  const quiet = {
    messagesPerSecond: Number((messages / (quietMs / 1000)).toFixed(1)),
    bytesPerSecond: Math.round(bytes / (quietMs / 1000)),
    brokerCpuPercent: Number((((costs(broker).cpu - before) / (quietMs / 1000)) * 100).toFixed(1)),
  };
  await reader.endAsync(true);

  await broker.kill();
  while (up() > 0) await pause(50);
  await pause(2_000);
  await broker.start();
  const back = await allUp();
  const after = costs(broker);
  for (const fleet of fleets) void fleet.stop();
  await pause(1_500);
  await broker.remove();
  return {
    ...{ links: count, spreadSeconds },
    bytesEach: Math.round((held - bare) / count),
    brokerBytesEach: Math.round(brokerHeld / count),
    firstConnects: { seconds: first.seconds, mostPerSecond: Math.max(...first.perSecond) },
    quiet,
    afterTheBrokerWasKilled: {
      seconds: back.seconds,
      mostPerSecond: Math.max(...back.perSecond),
      meanPerSecond: Number((count / back.seconds).toFixed(1)),
      brokerCpuSeconds: after.cpu,
    },
  };
}

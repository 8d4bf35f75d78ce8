// `npm run prove -- fleet`: three whole players, each with a browser and a display, on a real broker with TLS and the published access
// list. Prints the results as one JSON document within five minutes; exits with 1 if any is wrong.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mqtt from 'mqtt';
import { makeCertificates } from '../../../test/cms/certificates.ts';
import { mosquittoUntilRemoved } from '../../../test/fleet/broker.ts';
import { until } from '../../../test/support/until.ts';
import { framesDuring, lostOf, shownOf } from './frames.ts';
import { openShow } from './players.ts';
import { subscribed } from './subscribed.ts';

const count = Number(process.argv[2] ?? 1000);
const devices = ['shop-1', 'shop-2', 'shop-3'] as const;
/** Of a player. */
const atOnce = 4;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const note = (text: string): void => void process.stderr.write(`${text}\n`);

const certificates = await makeCertificates();
const acl = readFileSync(new URL('../../../deploy/mosquitto/vitrine.acl', import.meta.url), 'utf8');
const users = { operator: 'op', 'shop-1': 'one', 'shop-2': 'two', 'shop-3': 'three' };
const broker = await mosquittoUntilRemoved({ tls: certificates.valid, users, acl });
const reported = subscribed(broker.port, certificates.caFile);
const show = await openShow();
const client = await mqtt.connectAsync(broker.url, {
  protocolVersion: 5,
  ca: readFileSync(certificates.caFile),
  username: 'operator',
  password: users.operator,
});

const seen = (device: string, name: string, holds: (text: string) => boolean = () => true) =>
  reported.messages.findLast((one) => one.device === device && one.name === name && holds(one.text));

interface Said {
  readonly device: string;
  readonly state: string;
  readonly code?: string;
  readonly at: string;
}

const results = new Map<string, Said[]>();
let read = 0;

/** The players' final results for it so far. */
function ended(id: string): readonly Said[] {
  for (; read < reported.messages.length; read++) {
    const { name, text, device } = reported.messages[read] ?? {};
    if (name !== 'result' || device === undefined) continue;
    const result = JSON.parse(text ?? '') as Said & { readonly id: string };
    if (result.state === 'accepted') continue;
    results.set(result.id, [...(results.get(result.id) ?? []), { ...result, device }]);
  }
  return results.get(id) ?? [];
}

async function send(to: string, name: string, args: object = {}): Promise<string> {
  const id = randomUUID();
  const at = Date.now();
  const [issuedAt, expiresAt] = [new Date(at).toISOString(), new Date(at + 300_000).toISOString()];
  const text = JSON.stringify({ id, name, args, issuedAt, expiresAt });
  await client.publishAsync(`vitrine/v1/chain/${to}/cmd`, text, { qos: 1 });
  return id;
}

note('players …');
const players = await Promise.all(
  devices.map(async (device) =>
    show.player(device, {
      url: broker.url,
      name: 'chain',
      groups: ['north'],
      spreadSeconds: 10,
      caFile: certificates.caFile,
      credentialsFile: await broker.credentials(device, users[device]),
    }),
  ),
);
const [first, second] = players;
if (first === undefined || second === undefined) throw new Error('there are three');
for (const player of players) player.start();
const plays = (text: string): boolean => text.includes('"clip ') || text.includes('"picture ');
for (const device of devices)
  await until(`${device} tells what it plays`, () => seen(device, 'state', plays), 90_000).catch((error) => {
    note(players.map(({ log }) => log().slice(-3000)).join('\n'));
    throw error;
  });

note('each command …');
await show.change();
const each: Record<string, string> = {};
const argsOf: Readonly<Record<string, object>> = {
  overlay: { visible: false },
  identify: { seconds: 1 },
  'update-hold': { held: false },
  display: { wanted: 'auto' },
  'sync-pause': { paused: false },
};
const { commands } = JSON.parse(seen('shop-1', 'about')?.text ?? '') as { commands: readonly string[] };
for (const name of commands) {
  const id = await send('shop-1', name, argsOf[name]);
  await until(`${name} is answered`, () => ended(id).length > 0, 60_000);
  const [answer] = ended(id);
  each[name] = [answer?.state, answer?.code].filter(Boolean).join(' ');
  // A restarting player must reconnect first.
  if (name === 'restart-player') {
    const since = performance.now();
    const isBack = (): boolean =>
      reported.messages.some(
        ({ device, name: topic, at, text }) =>
          device === 'shop-1' && topic === 'state' && at > since && plays(text),
      );
    await until('the player is back', isBack);
  }
}
for (const to of ['$group-north', '$all']) {
  const id = await send(to, 'logs', { lines: 1 });
  await until(`${to} is answered by all`, () => ended(id).length === devices.length);
  each[to] = ended(id)
    .map(({ device, state }) => `${device} ${state}`)
    .sort()
    .join(', ');
}
await client.publishAsync('vitrine/v1/chain/shop-1/desired', '{"overlay": false}', { qos: 1, retain: true });
await pause(1_000);
const topics = [
  'online',
  'session',
  'about',
  'state',
  'desired',
  'metrics',
  'event',
  'cmd',
  'result',
  'picture',
];
const missing = topics.filter((name) => seen('shop-1', name) === undefined);

note('frames without commands …');
const quiet = await framesDuring(players, () => pause(30_000));

note(`frames during ${count} commands …`);
const [names, many] = [
  ['sync', 'overlay', 'logs'],
  ['$group-north', '$all'],
];
const sent: { readonly id: string; readonly to: string; readonly name: string; readonly at: number }[] = [];
const audience = (to: string): readonly string[] => (to.startsWith('$') ? devices : [to]);
const busy = await framesDuring(players, async () => {
  const open = new Map<string, number>();
  while (sent.length < count) {
    for (const [id, wanted] of open) if (ended(id).length >= wanted) open.delete(id);
    if (open.size >= atOnce * devices.length) {
      await pause(5);
      continue;
    }
    const at = sent.length;
    // One in a hundred is for a group or for all, and one in fifty requests a picture.
    const to = at % 100 === 50 ? (many[(at / 50) % 2] ?? '$all') : (devices[at % 3] ?? 'shop-1');
    const name = at % 50 === 7 ? 'picture' : (names[at % names.length] ?? 'sync');
    const id = await send(to, name, argsOf[name]);
    sent.push({ id, to, name, at: Date.now() });
    open.set(id, audience(to).length);
    await pause(40);
  }
  const all = (): boolean => sent.every(({ id, to }) => ended(id).length >= audience(to).length);
  await until('all are answered', all, 60_000);
});
const states: Record<string, number> = {};
for (const { id } of sent)
  for (const { state, code } of ended(id)) {
    const key = [state, code].filter(Boolean).join(' ');
    states[key] = (states[key] ?? 0) + 1;
  }
const answeredTwice = sent.filter(
  ({ id, to }) => new Set(ended(id).map(({ device, at }) => device + at)).size !== audience(to).length,
);

note('SIGKILL …');
const killedAt = performance.now();
await second.kill();
const will = await until('the last will', () =>
  reported.messages.find(
    ({ device, name, text, at }) =>
      device === 'shop-2' && name === 'online' && text === 'false' && at > killedAt,
  ),
);
second.start();
const back = await until('it is online again', () =>
  reported.messages.find(
    ({ device, name, text, at }) =>
      device === 'shop-2' && name === 'online' && text === 'true' && at > will.at,
  ),
);
/** Lost frames, and the commands sent within the half second before. */
const around = busy.lost.flatMap(({ places }, nth) =>
  places.map(({ at: instant }) => ({
    device: devices[nth],
    commands: sent
      .filter((one) => one.at <= instant && instant - one.at < 500)
      .map(({ name, to }) => `${name} ${to}`),
  })),
);
/** Three browsers without a GPU lose frames on two cores in any case; commands must not add more than one in a thousand. */
const isSmooth = lostOf(busy) / shownOf(busy) <= lostOf(quiet) / shownOf(quiet) + 0.001;
const isRight = missing.length === 0 && answeredTwice.length === 0 && isSmooth;
const report = {
  players: devices.length,
  topicsSeen: topics.filter((name) => !missing.includes(name)),
  missing,
  each,
  commands: {
    sent: sent.length,
    answers: Object.values(states).reduce((sum, one) => sum + one, 0),
    states,
    notAnsweredOnce: answeredTwice.length,
  },
  frames: { quiet, busy, around },
  lastWillSeconds: Number(((will.at - killedAt) / 1000).toFixed(1)),
  backOnlineSeconds: Number(((back.at - will.at) / 1000).toFixed(1)),
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
await client.endAsync(true);
reported.stop();
await show.stop();
await broker.remove();
await certificates.remove();
process.exit(isRight ? 0 : 1);

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verbatim } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { startMosquitto, watch } from '../fleet/mosquitto.ts';
import { command, connected, fleetPlayer, keptStore, passes, refusal, rested } from '../fleet/player.ts';
import { rawBroker, welcome } from '../fleet/raw-broker.ts';
import { calmHealth } from '../support/health.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

test('row 72 · after a day without the broker the buffer of events is bounded and says so, and the latest state is sent at once', {
  tags: 'long',
}, async () => {
  const broker = await startMosquitto();
  const store = await keptStore();
  let verdict: 'well' | 'attention' = 'well';
  const rig = await fleetPlayer(broker.url, {
    store,
    player: { health: () => ({ ...calmHealth, verdict, sentence: verbatim(verdict) }) },
  });
  await connected(rig);
  await broker.kill();
  await until('the end is known', () => rig.fleet.facts().state === 'waiting');
  for (let change = 0; change < 1500; change++) {
    verdict = verdict === 'well' ? 'attention' : 'well';
    await rig.clock.advance(5_000);
  }
  await rig.clock.advance(60_000);
  await until('all is kept', () => (store.fleet.events(1)[0]?.sequence ?? 0) > 1);
  await broker.start();
  const operator = await watch(broker);
  await connected(rig);
  await operator.seen('/state', (text) => text.includes(`"verdict":"${verdict}"`));
  const reported = () =>
    operator.messages
      .filter(({ topic }) => topic.endsWith('/event'))
      .map(({ text }) => (JSON.parse(text) as { sequence: number }).sequence);
  await until('a thousand events are reported', () => reported().length >= 1000);
  await until('and none of them is left', () => store.fleet.events(1).length === 0);
  expect(new Set(reported()).size).toBe(1000);
  expect(reported()).toEqual([...reported()].sort((one, other) => one - other));
  // Lost entries of the ring show as a gap: the first number is not 1.
  expect(reported()[0]).toBeGreaterThan(400);
  reportRow(72, { note: `1500 events in an outage: the last 1000 are reported` });
});

describe('row 72 · a faulty broker', () => {
  test('is unreachable', async () => {
    const broker = await startMosquitto();
    await broker.kill();
    expect(await refusal(await fleetPlayer(broker.url))).toMatchObject({ code: 'broker-unreachable' });
  });

  test('accepts connections and never answers', async () => {
    const rig = await fleetPlayer((await rawBroker(() => undefined)).url);
    await rested(rig);
    await rig.clock.advance(29_000);
    expect(rig.fleet.facts().state).toBe('connecting');
    await rig.clock.advance(2_000);
    expect(rig.fleet.facts()).toMatchObject({ state: 'waiting', why: { code: 'broker-silent' } });
  });

  test('hangs during the connection', async () => {
    const broker = await startMosquitto();
    let verdict: 'well' | 'attention' = 'well';
    const rig = await fleetPlayer(broker.url, { player: { health: () => ({ ...calmHealth, verdict }) } });
    await connected(rig);
    await passes(rig, 40_000);
    process.kill(broker.pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(broker.pid, 'SIGCONT'));
    verdict = 'attention';
    for (let step = 0; step < 20 && rig.fleet.facts().state === 'connected'; step++)
      await rig.clock.advance(5_000);
    expect(rig.fleet.facts()).toMatchObject({ state: 'waiting', why: { code: 'broker-silent' } });
    process.kill(broker.pid, 'SIGCONT');
  });

  test('supports only MQTT 3.1.1, and says so', async () => {
    const old = await rawBroker(({ type }, socket) => {
      if (type === 1) socket.end(Uint8Array.from([0x20, 2, 0, 1]));
    });
    const why = await refusal(await fleetPlayer(old.url));
    expect(why).toMatchObject({
      code: 'broker-too-old',
      message: { code: 'broker-too-old' },
      remedy: { code: 'broker-too-old.remedy' },
    });
  });

  test('supports only MQTT 3.1.1, and does not say so', async () => {
    const old = await rawBroker((_, socket) => socket.destroy());
    const why = await refusal(await fleetPlayer(old.url));
    expect(why).toMatchObject({ code: 'broker-closed', remedy: { code: 'broker-closed.remedy' } });
  });

  test.each([
    ['expired', 'broker-tls-expired'],
    ['unknown', 'broker-tls-issuer'],
    ['otherName', 'broker-tls-name'],
    ['future', 'broker-tls-clock'],
  ] as const)('has a certificate that is %s, which cannot be overridden', async (name, code) => {
    const broker = await startMosquitto({ tls: certificates[name] });
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    });
    const rig = await fleetPlayer(broker.url, { settings: { caFile: certificates.caFile } });
    expect(await refusal(rig)).toMatchObject({ code });
  });

  test('requires an unknown login, and is left alone for five minutes', async () => {
    const broker = await startMosquitto({ users: { other: 'secret-word' } });
    const rig = await fleetPlayer(broker.url, {
      settings: { credentialsFile: await broker.credentials('shop-1', 'wrong-word') },
    });
    expect(await refusal(rig)).toMatchObject({ code: 'broker-login' });
    await rig.clock.advance(299_000);
    expect(rig.fleet.facts().state).toBe('waiting');
    expect(JSON.stringify(rig.lines)).not.toContain('wrong-word');
  });

  test('revokes the credentials during the connection', async () => {
    const broker = await startMosquitto({ users: { 'shop-1': 'one' } });
    const credentialsFile = await broker.credentials('shop-1', 'one');
    const rig = await fleetPlayer(broker.url, { settings: { credentialsFile } });
    await connected(rig);
    await broker.setUsers({ other: 'two' });
    await until('the link is ended', () => rig.fleet.facts().state === 'waiting');
    expect(await refusal(rig)).toMatchObject({ code: expect.stringMatching(/^broker-/) });
    // Correcting the file is enough.
    await broker.setUsers({ 'shop-1': 'new' });
    await broker.credentials('shop-1', 'new');
    await connected(rig);
  });

  test("denies reading and writing of the player's topics", async () => {
    const broker = await startMosquitto({ acl: 'topic read $SYS/#\n' });
    const rig = await fleetPlayer(broker.url);
    await connected(rig);
    await until('that is reported', () => rig.fleet.facts().why?.code === 'broker-not-allowed');
    expect(rig.fleet.facts().state).toBe('connected');
  });

  test('reports that its quota is exceeded', async () => {
    const poor = await rawBroker((packet, socket) => {
      if (packet.type === 3) socket.write(Uint8Array.from([0x40, 4, ...packet.id, 0x97, 0]));
      else welcome(packet, socket);
    });
    const rig = await fleetPlayer(poor.url);
    await connected(rig);
    await until('that is reported', () => rig.fleet.facts().why?.code === 'broker-quota');
  });

  test('sends a message of 10 MB in spite of the announced limit', async () => {
    const rude = await rawBroker((packet, socket) => {
      welcome(packet, socket);
      if (packet.type === 8)
        socket.write(Buffer.concat([Buffer.from([0x30, 0x80, 0xad, 0xe2, 0x04]), Buffer.alloc(100_000)]));
    });
    const rig = await fleetPlayer(rude.url);
    await rested(rig);
    await until('that is reported', () => rig.fleet.facts().why?.code === 'broker-oversized');
    expect(rig.fleet.facts().state).toBe('waiting');
  });

  test('receives 10 MB for the player, and holds them back', async () => {
    const broker = await startMosquitto();
    const operator = await watch(broker);
    const rig = await fleetPlayer(broker.url);
    await connected(rig);
    await operator.publish('vitrine/v1/chain/shop-1/cmd', Buffer.alloc(10_000_000));
    const text = command('sync');
    await operator.publish('vitrine/v1/chain/shop-1/cmd', text);
    await operator.seen('/result', (result) => result.includes('"done"'));
    expect(rig.fleet.facts().state).toBe('connected');
  });

  test("has garbage in the player's topics", async () => {
    const broker = await startMosquitto();
    const operator = await watch(broker);
    for (const name of ['online', 'session', 'about', 'state', 'desired', 'cmd', 'result'])
      await operator.publish(`vitrine/v1/chain/shop-1/${name}`, Buffer.from([0, 255, 123, 34]), true);
    const rig = await fleetPlayer(broker.url);
    await connected(rig);
    await operator.seen('/state', (text) => text.includes('"verdict":"well"'));
    await operator.seen('/result', (text) => text.includes('"malformed"'));
    expect(rig.fleet.facts()).toMatchObject({ state: 'connected', hasClone: false });
  });

  test('sends thousands of messages', async () => {
    const broker = await startMosquitto();
    const operator = await watch(broker);
    const rig = await fleetPlayer(broker.url);
    await connected(rig);
    for (let message = 0; message < 600; message++)
      operator.client.publish('vitrine/v1/chain/shop-1/desired', `{"overlay": ${message % 2 === 0}}`);
    await until('that is too much', () => rig.fleet.facts().why?.code === 'broker-flood');
  });
});

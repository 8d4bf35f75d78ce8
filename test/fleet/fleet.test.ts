import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verbatim } from '../../src/shared/languages/message.ts';
import { makeCertificates } from '../cms/certificates.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { connected, fleetPlayer, keptStore, passes, untilPassed } from './player.ts';

test('a player reports presence, facts and state over TLS and through an access list', async () => {
  const certificates = await makeCertificates();
  const broker = await startMosquitto({
    tls: certificates.valid,
    users: { 'shop-1': 'one', operator: 'op' },
    acl: 'pattern readwrite vitrine/v1/+/%u/#\nuser operator\ntopic readwrite vitrine/#\n',
  });
  const operator = await watch(broker, {
    ca: readFileSync(certificates.caFile, 'utf8'),
    user: 'operator',
    password: 'op',
  });
  const rig = await fleetPlayer(broker.url, {
    settings: {
      caFile: certificates.caFile,
      credentialsFile: await broker.credentials('shop-1', 'one'),
      groups: ['north'],
    },
  });
  await connected(rig);
  const own = 'vitrine/v1/chain/shop-1';
  expect(JSON.parse((await operator.seen(`${own}/state`)).text)).toMatchObject({
    verdict: 'well',
    version: '1.2.3',
    edition: { id: 'e1', complete: true },
  });
  expect(JSON.parse((await operator.seen(`${own}/about`)).text)).toMatchObject({
    screens: ['1'],
    groups: ['north'],
    zone: 'UTC',
  });
  expect((await operator.seen(`${own}/online`)).text).toBe('true');
  expect(JSON.parse((await operator.seen(`${own}/session`)).text)).toHaveProperty('nonce');
  // A later subscriber receives it too.
  const later = await watch(broker, {
    ca: readFileSync(certificates.caFile, 'utf8'),
    user: 'operator',
    password: 'op',
  });
  for (const name of ['state', 'about', 'online', 'session'])
    expect((await later.seen(`/${name}`)).retained).toBe(true);
  expect(JSON.stringify(rig.lines)).not.toContain('"one"');
  await certificates.remove();
});

test('a change is sent, and an unchanged state is not sent twice', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  let verdict: 'well' | 'attention' = 'well';
  const { calmHealth } = await import('../support/health.ts');
  const rig = await fleetPlayer(broker.url, { player: { health: () => ({ ...calmHealth, verdict }) } });
  await connected(rig);
  await operator.seen('/state');
  const count = () => operator.messages.filter(({ topic }) => topic.endsWith('/state')).length;
  await passes(rig, 200_000);
  expect(count()).toBe(1);
  verdict = 'attention';
  await passes(rig, 30_000);
  await operator.seen('/state', (text) => text.includes('attention'));
  await passes(rig, 330_000);
  // A busy machine may lose the link; the state is sent again then.
  await untilPassed('it is sent again in time', rig, () => count() >= 3);
});

test('nothing piles up during an outage of the broker, and the latest state arrives right after it', async () => {
  const broker = await startMosquitto();
  const { calmHealth } = await import('../support/health.ts');
  let sentence = 'first';
  const rig = await fleetPlayer(broker.url, {
    player: { health: () => ({ ...calmHealth, sentence: verbatim(sentence) }) },
  });
  await connected(rig);
  await broker.kill();
  await until('the link is known to be gone', () => rig.fleet.facts().state === 'waiting');
  expect(rig.fleet.facts().why?.code).toMatch(/^broker-/);
  sentence = 'latest';
  await broker.start();
  const operator = await watch(broker);
  await connected(rig);
  await operator.seen('/state', (text) => text.includes('latest'));
  expect(operator.messages.filter(({ topic }) => topic.endsWith('/state'))).toHaveLength(1);
});

test('a player that restarts at once gets its link back', async () => {
  const broker = await startMosquitto();
  const store = await keptStore();
  const clock = new ManualClock({ at: Date.now() });
  for (let start = 0; start < 3; start++) {
    const rig = await fleetPlayer(broker.url, { store, clock });
    await connected(rig);
    expect(rig.fleet.facts().hasClone).toBe(false);
    await rig.fleet.stop();
  }
});

test('commands of entries are published once, in order, and none of an outage arrives after it', async () => {
  const broker = await startMosquitto();
  const operator = await watch(broker);
  const rig = await fleetPlayer(broker.url);
  const commandsOf = (entryId: string, when: 'start' | 'end') =>
    rig.fleet.entry({ screenId: '1/side', entryId, when, commands: ['lamp', '{"socket":2}'] });
  await connected(rig);
  await Promise.all([commandsOf('7', 'start'), commandsOf('7', 'end')]);
  await operator.seen('shop-1/entry', (text) => text.includes('"end"'));
  await broker.kill();
  await until('the link is known to be gone', () => rig.fleet.facts().state === 'waiting');
  await commandsOf('8', 'start');
  await broker.start();
  const later = await watch(broker);
  await connected(rig);
  await commandsOf('9', 'start');
  await later.seen('shop-1/entry', (text) => text.includes('"9"'));
  const shown = [...operator.messages, ...later.messages].filter(({ topic }) => topic.endsWith('/entry'));
  const seen = shown.map(({ text }) => JSON.parse(text) as { entryId: string; when: string });
  expect(seen.slice(0, 2)).toMatchObject([
    { screenId: '1/side', entryId: '7', when: 'start', commands: ['lamp', '{"socket":2}'] },
    { entryId: '7', when: 'end' },
  ]);
  expect(seen.map(({ entryId }) => entryId)).not.toContain('8');
  expect(shown.every(({ retained }) => !retained)).toBe(true);
});

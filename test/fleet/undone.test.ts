import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import type { ActionRequest } from '../../src/main/fleet/command.ts';
import { Desired } from '../../src/main/fleet/desired.ts';
import { deviceOf } from '../../src/main/fleet/identity.ts';
import { Joining } from '../../src/main/fleet/joining.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { startMosquitto, watch } from './mosquitto.ts';
import { command, connected, fleetPlayer, idOf, passes, rested } from './player.ts';

const log = createLog(() => undefined);

test('a desired state is retried until it is applied or replaced', async () => {
  const clock = new ManualClock();
  const acts: ActionRequest[] = [];
  let away = true;
  const desired = new Desired({
    clock,
    log,
    act: async (asked) => {
      acts.push(asked);
      if (away) throw new VitrineError('temporary', 'engine-gone', verbatim('The engine thread has ended.'));
    },
  });
  const receive = (state: object) => desired.receive(Buffer.from(JSON.stringify(state)));
  receive({ updates: 'hold' });
  await clock.advance(600_000);
  expect(acts.length).toBeGreaterThan(2);
  receive({ updates: 'go' });
  away = false;
  await clock.advance(600_000);
  expect(acts.at(-1)).toEqual({ name: 'update-hold', args: { held: false } });
  const before = acts.length;
  receive({ updates: 'go' });
  await clock.advance(600_000);
  expect(acts).toHaveLength(before);
});

test('a player with unreadable credentials has no name until they are readable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-who-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const credentialsFile = join(folder, 'credentials.json');
  const { fleet } = loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: folder } });
  await expect(deviceOf({ ...fleet, credentialsFile }, {})).rejects.toMatchObject({ code: 'fleet-file' });
  writeFileSync(credentialsFile, '{"user": "sh');
  await expect(deviceOf({ ...fleet, credentialsFile }, {})).rejects.toMatchObject({
    code: 'fleet-credentials',
  });
  writeFileSync(credentialsFile, '{"user": "shop-17", "password": "x"}');
  expect(await deviceOf({ ...fleet, credentialsFile }, {})).toBe('shop-17');
});

test('a failed join is retried, and its reason is reported', async () => {
  const clock = new ManualClock();
  const facts = { state: 'connected', forMs: 1, why: null, hasClone: false } as const;
  let tries = 0;
  const joining = new Joining({
    clock,
    log,
    join: async () => {
      if (++tries < 3)
        throw new VitrineError('auth', 'fleet-file', verbatim('fleet.caFile cannot be read: EIO.'));
      return {
        facts: () => facts,
        stop: async () => undefined,
        wakeEvents: () => undefined,
        entry: async () => undefined,
      };
    },
  });
  await clock.advance(1_000);
  expect(joining.facts()).toMatchObject({
    state: 'waiting',
    forMs: 1_000,
    why: { code: 'fleet-file' },
    awaitedMs: 1_000,
  });
  await clock.advance(60_000);
  expect([joining.facts(), tries]).toEqual([{ ...facts, awaitedMs: null }, 3]);
  await joining.stop();
});

const topic = 'vitrine/v1/chain/shop-1/cmd';
const answer = Array.from({ length: 400 }, (_, line) => `“${line}” ${'a line of the log '.repeat(6)}`);

test.each([
  ['announces its limit', 0, ['max_packet_size 8192']],
  ['ends the connection over it', 3, ['message_size_limit 8192']],
])('a result too large for a broker that %s is sent shortened, after %i lost links', async (_, lost, lines) => {
  const broker = await startMosquitto({ lines });
  const rig = await fleetPlayer(broker.url, { act: async () => ({ answer }) });
  await connected(rig);
  const operator = await watch(broker);
  const text = command('logs');
  await operator.client.publishAsync(topic, text, { qos: 1 });
  const sent = await until('the result', async () => {
    await passes(rig, 5_000);
    await rested(rig);
    return operator.messages.find((seen) => seen.topic.endsWith('/result') && seen.text.includes('"done"'));
  });
  expect(JSON.parse(sent.text)).toMatchObject({
    id: idOf(text),
    state: 'done',
    answer: { cut: expect.any(String) },
  });
  expect(rig.lines.filter(({ message }) => message.startsWith('No link'))).toHaveLength(lost);
});

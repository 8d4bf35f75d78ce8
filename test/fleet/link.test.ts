import { expect, test } from 'vitest';
import type { ConnectionEvents, Outgoing } from '../../src/main/fleet/connection.ts';
import { LinkRefusal } from '../../src/main/fleet/connection.ts';
import { EntryEvents } from '../../src/main/fleet/entry-events.ts';
import { Link } from '../../src/main/fleet/link.ts';
import {
  closedEarly,
  faultOfError,
  faultOfReason,
  isAboutSize,
  refusedTopic,
  silent,
} from '../../src/main/fleet/link-fault.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

const minute = 60_000;
const message = (topic: string, payload: string, isKept = false): Outgoing => ({ topic, payload, isKept });

/** A link, and a broker that does what a test says. */
async function linked() {
  const clock = new ManualClock();
  const lines: LogLine[] = [];
  const opened: ConnectionEvents[] = [];
  const [sent, heard, ends]: [Outgoing[], string[], string[]] = [[], [], []];
  const broker = { closed: 0, answer: async (_: Outgoing): Promise<void> => undefined };
  const link = new Link({
    clock,
    log: createLog((line) => lines.push(line)),
    spreadMs: 10_000,
    random: () => 0,
    connect: (events) => {
      opened.push(events);
      return {
        publish: async (outgoing) => {
          sent.push(outgoing);
          await broker.answer(outgoing);
        },
        close: async () => void broker.closed++,
      };
    },
    onMessage: async ({ topic }) => void heard.push(topic),
    onOpened: () => ends.push('opened'),
    onEnded: ({ code }) => ends.push(code),
  });
  const events = (): ConnectionEvents => {
    const last = opened.at(-1);
    if (last === undefined) throw new Error('no connection');
    return last;
  };
  const connects = async (): Promise<void> => {
    await clock.advance(minute);
    events().opened(null);
    await clock.advance(0);
  };
  const receives = (count: number) => {
    const incoming = { topic: 'cmd', payload: new Uint8Array(), isRetained: false, properties: {} };
    return Promise.all(Array.from({ length: count }, () => events().message(incoming)));
  };
  const payloads = () => sent.map(({ payload }) => payload);
  return { link, clock, lines, opened, sent, heard, ends, broker, events, connects, receives, payloads };
}

test('a link sends what is kept on each connection, and of the rest only what came while it was open', async () => {
  const { link, clock, connects, events, payloads, ends } = await linked();
  link.send(message('state', 'old', true));
  link.send(message('state', 'new', true));
  link.send(message('metrics', 'lost'));
  await connects();
  expect(payloads()).toEqual(['new']);
  link.send(message('metrics', 'sent'));
  await clock.advance(0);
  events().ended(silent);
  await connects();
  expect(payloads()).toEqual(['new', 'sent', 'new']);
  expect(ends).toEqual(['opened', 'broker-silent', 'opened']);
});

test('a slow line carries the latest message of each topic, one at a time', async () => {
  const { link, clock, connects, broker, payloads } = await linked();
  await connects();
  const { promise, resolve } = Promise.withResolvers<void>();
  broker.answer = () => promise;
  for (const payload of ['1', '2', '3']) link.send(message('state', payload, true));
  await clock.advance(0);
  expect(payloads()).toEqual(['1']);
  resolve();
  await clock.advance(0);
  expect(payloads()).toEqual(['1', '3']);
});

test('a link delivers only while it is open, and says so when it is not', async () => {
  const { link, connects, events, sent } = await linked();
  await expect(link.deliver(message('result', 'x'))).rejects.toThrow();
  await connects();
  await link.deliver(message('result', 'x'));
  events().ended(silent);
  await expect(link.deliver(message('result', 'y'))).rejects.toThrow();
  expect(sent).toHaveLength(1);
});

test('a flood of more than 500 messages in ten seconds ends the connection', async () => {
  const { link, clock, connects, receives, heard, broker } = await linked();
  await connects();
  await receives(500);
  await clock.advance(10_001);
  await receives(500);
  expect([heard.length, broker.closed, link.state.is]).toEqual([1000, 0, 'connected']);
  await receives(1);
  expect([heard.length, broker.closed, link.state.is]).toEqual([1000, 1, 'resting']);
  expect(link.fault).toMatchObject({ code: 'broker-flood' });
});

test('a topic that the broker refuses is the fault of an open link, until the broker takes it again', async () => {
  const { link, clock, connects, broker, lines } = await linked();
  await connects();
  const refused = refusedTopic('write', 135);
  broker.answer = async () => Promise.reject(new LinkRefusal(refused));
  link.send(message('state', '1', true));
  await clock.advance(0);
  expect(link.fault).toEqual(refused);
  expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { message: inEnglish(refused.message), fields: { topic: 'state' } },
  ]);
  broker.answer = async () => undefined;
  link.send(message('state', '2', true));
  await clock.advance(0);
  expect(link.fault).toBeNull();
});

test('a refused subscription is the fault of a link, and of the next connection no more', async () => {
  const { link, clock, connects, events } = await linked();
  await clock.advance(minute);
  events().opened(refusedTopic('read', 135));
  expect([link.state.is, link.fault?.code]).toEqual(['connected', 'broker-not-allowed']);
  events().ended(silent);
  expect(link.fault).toEqual(silent);
  await connects();
  expect(link.fault).toBeNull();
});

test('a stopped link closes its connection and opens no other', async () => {
  const { link, clock, connects, opened, broker, events } = await linked();
  await connects();
  await link.stop();
  expect(broker.closed).toBe(1);
  events().ended(silent);
  await clock.advance(60 * minute);
  expect(opened).toHaveLength(1);
  const early = await linked();
  await early.link.stop();
  await early.clock.advance(60 * minute);
  expect(early.opened).toEqual([]);
});

test('a connection that opens after the end changes nothing', async () => {
  const { link, clock, opened, ends } = await linked();
  await clock.advance(minute);
  const [first] = opened;
  await link.stop();
  first?.opened(null);
  expect([ends, link.state.is]).toEqual([[], 'connecting']);
});

test('commands of entries that the broker is slow to take are dropped beyond twenty', async () => {
  const lines: LogLine[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let delivered = 0;
  const state = { is: 'connected' as 'connected' | 'connecting', since: 0, fault: null };
  const entries = new EntryEvents({
    clock: new ManualClock(),
    log: createLog((line) => lines.push(line)),
    topic: 'entry',
    link: {
      state,
      deliver: async () => {
        delivered++;
        await promise;
      },
    },
  });
  const commands = { screenId: '1', entryId: 'e', when: 'begin', commands: ['on'] } as never;
  const all = Array.from({ length: 21 }, () => entries.publish(commands));
  expect([delivered, lines.length]).toEqual([20, 1]);
  resolve();
  await Promise.all(all);
  await entries.publish(commands);
  expect(delivered).toBe(21);
  state.is = 'connecting';
  await entries.publish(commands);
  expect(delivered).toBe(21);
});

test.each([
  [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'broker-unreachable', 'usual'],
  [Object.assign(new Error('x'), { code: 'EAI_AGAIN' }), 'broker-unreachable', 'usual'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'broker-unreachable', 'usual'],
  [
    new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]),
    'broker-unreachable',
    'usual',
  ],
  [
    Object.assign(new Error('x'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' }),
    'broker-login',
    'login',
  ],
  [Object.assign(new Error('x'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), 'broker-tls', 'usual'],
] as const)('an error below MQTT (%s) has its reason', (thrown, code, kind) => {
  const found = faultOfError(thrown, 'broker.example', true);
  expect([found.code.startsWith(code), found.kind]).toEqual([true, kind]);
});

test('an unknown error is reported in its own words, truncated', () => {
  const found = faultOfError(new Error('y'.repeat(500)), 'broker.example', true);
  expect(JSON.stringify(found.message)).toContain('y'.repeat(120));
  expect(JSON.stringify(found.message)).not.toContain('y'.repeat(121));
  expect(closedEarly('broker.example').code).toBe('broker-closed');
});

test('a refusal by size is distinguished from one by permission', () => {
  expect([149, 151, 135].map((reason) => refusedTopic('write', reason).code)).toEqual([
    ...['broker-packet-size', 'broker-quota', 'broker-not-allowed'],
  ]);
  expect(isAboutSize(refusedTopic('write', 149))).toBe(true);
  expect(isAboutSize(refusedTopic('write', 151))).toBe(false);
  expect(faultOfReason(250).code).toBe('broker-ended');
});

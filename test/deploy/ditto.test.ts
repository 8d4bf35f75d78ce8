import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Circumstances, judged } from '../../src/main/fleet/command.ts';
import { topicsOf } from '../../src/main/fleet/topics.ts';

const textOf = (name: string): string =>
  readFileSync(new URL(`../../deploy/ditto/${name}`, import.meta.url), 'utf8');
const script = textOf('mapping.js');

/** What Ditto gives to a script, and what it takes from it. */
interface Mapping {
  mapToDittoProtocolMsg(headers: object, text: string | null, bytes: Uint8Array | null): unknown;
  mapFromDittoProtocolMsg(...facts: readonly unknown[]): { readonly text: string } | null;
}

const mapping = runInNewContext(`${script}; ({ mapToDittoProtocolMsg, mapFromDittoProtocolMsg })`, {
  Ditto: {
    arrayBufferToString: (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
    buildDittoProtocolMsg: (...levels: readonly unknown[]) => ({
      to: levels.slice(0, 7).join(' '),
      value: levels[8],
    }),
    buildExternalMsg: (_: object, text: string) => ({ text }),
  },
}) as Mapping;

const told = (name: string, text: string | null, bytes: Uint8Array | null = null): unknown =>
  mapping.mapToDittoProtocolMsg({ 'mqtt.topic': `vitrine/v1/chain/${name}` }, text, bytes);

it('what a player tells changes its twin, as text or as bytes', () => {
  expect(told('shop-1/state', '{"verdict": "well"}')).toEqual({
    to: 'vitrine shop-1 things twin commands merge /',
    value: { policyId: 'vitrine:players', features: { player: { properties: { verdict: 'well' } } } },
  });
  expect(told('shop-1/online', null, Buffer.from('false'))).toMatchObject({
    value: { features: { link: { properties: { online: false } } } },
  });
  expect(told('shop-1/about', '{"zone": "UTC"}')).toMatchObject({ value: { attributes: { zone: 'UTC' } } });
  expect(told('$all/cmd', '{}')).toBeNull();
  expect(told('shop-1/desired', '{}')).toBeNull();
});

it('a message to a twin is a command that its player takes', () => {
  const asked = mapping.mapFromDittoProtocolMsg(
    ...['vitrine', 'shop-1', 'things', 'live', 'messages', 'overlay', '/inbox/messages/overlay'],
    ...[{ 'correlation-id': 'has no form of ours!' }, { visible: true }],
  );
  const topics = topicsOf('chain', 'shop-1', []);
  const around: Circumstances = {
    ...{ now: Date.now(), isClockTrusted: true, device: 'shop-1', topics: topics.cmds },
    ...{ allowed: ['overlay'], running: 0, commandKey: null },
  };
  const payload = Buffer.from(asked?.text ?? '');
  const command = judged({ topic: topics.cmds[0] ?? '', payload, isRetained: false } as never, around);
  expect(command).toMatchObject({ asked: { name: 'overlay', args: { visible: true } } });
  expect(
    mapping.mapFromDittoProtocolMsg('vitrine', 'shop-1', 'things', 'twin', 'events', 'merged', '/', {}, {}),
  ).toBeNull();
});

it('the connection holds the script as it is, and reads what it knows', () => {
  const { sources, mappingDefinitions } = JSON.parse(textOf('connection.json')) as {
    sources: readonly { readonly addresses: readonly string[] }[];
    mappingDefinitions: { vitrine: { options: Readonly<Record<string, unknown>> } };
  };
  expect(mappingDefinitions.vitrine.options).toMatchObject({
    incomingScript: script,
    outgoingScript: script,
  });
  const names = sources.flatMap(({ addresses }) =>
    addresses.map((address) => address.split('/').at(-1) ?? ''),
  );
  for (const name of names) expect(told(`shop-1/${name}`, 'true'), name).not.toBeNull();
  expect(JSON.parse(textOf('policy.json'))).toHaveProperty('entries.broker.subjects.integration:vitrine');
});

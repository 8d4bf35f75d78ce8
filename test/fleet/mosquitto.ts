import mqtt, { type MqttClient } from 'mqtt';
import { onTestFinished } from 'vitest';
import { until } from '../support/until.ts';
import { type Mosquitto, type MosquittoOptions, mosquittoUntilRemoved } from './broker.ts';

/** A broker that stops with the test. */
export async function startMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const mosquitto = await mosquittoUntilRemoved(options);
  onTestFinished(() => mosquitto.remove());
  return mosquitto;
}

export interface Seen {
  readonly topic: string;
  readonly text: string;
  readonly retained: boolean;
  readonly bytes: Buffer;
}

export interface Watcher {
  readonly client: MqttClient;
  readonly messages: readonly Seen[];
  /** The newest message on a topic with this ending. */
  last(ending: string): Seen | undefined;
  /** Waits for such a message. */
  seen(ending: string, holds?: (text: string) => boolean): Promise<Seen>;
  publish(topic: string, payload: string | Buffer, retain?: boolean): Promise<void>;
}

/** A client that receives all messages. */
export async function watch(
  { url }: Pick<Mosquitto, 'url'>,
  options: { readonly ca?: string; readonly user?: string; readonly password?: string } = {},
): Promise<Watcher> {
  const client = await mqtt.connectAsync(url, {
    protocolVersion: 5,
    reconnectPeriod: 100,
    ...(options.ca ? { ca: options.ca } : {}),
    ...(options.user ? { username: options.user, password: options.password ?? '' } : {}),
  });
  onTestFinished(() => client.endAsync(true));
  client.on('error', () => undefined);
  const messages: Seen[] = [];
  client.on('message', (topic, payload, { retain }) => {
    messages.push({ topic, text: payload.toString('utf8'), retained: retain, bytes: payload });
  });
  await client.subscribeAsync('vitrine/#', { qos: 1 });
  const last = (ending: string) => messages.findLast(({ topic }) => topic.endsWith(ending));
  return {
    client,
    messages,
    last,
    seen: (ending, holds = () => true) =>
      until(`${ending} is published`, () =>
        messages.findLast(({ topic, text }) => topic.endsWith(ending) && holds(text)),
      ),
    publish: async (topic, payload, retain = false) => {
      await client.publishAsync(topic, payload, { qos: 1, retain });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import type { Incoming, Outgoing } from '../fleet/connection.ts';
import { identityOf } from '../fleet/identity.ts';
import type { LinkFault } from '../fleet/link-fault.ts';
import { connectMqtt } from '../fleet/mqtt-connection.ts';
import { consoleTopic } from '../fleet/topics.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { Rounds } from './rounds.ts';

/** An operator's connection to the fleet's broker. */
export interface Console {
  publish(message: Outgoing): Promise<void>;
  /** Resolves when all retained messages have arrived. */
  settled(): Promise<void>;
  /** Rejects when the connection ends. */
  readonly ended: Promise<never>;
  /** Why the connection ended; null while it is open. Loops poll this: each race with `ended` would leak a reaction. */
  readonly fault: VitrineError | null;
  close(): Promise<void>;
}

interface ConsoleNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly topics: readonly string[];
  /** Topics on which the console also receives its own messages. */
  readonly echoed?: readonly string[];
  /** MQTT QoS. With 1, a broker drops messages beyond its queue limit; with 0, the states of thousands of players arrive. */
  readonly quality: 0 | 1;
  hear(incoming: Incoming): void;
}

const largestPacket = 256 * 1024;

export async function openConsole({
  config,
  clock,
  env,
  topics,
  echoed = [],
  quality,
  hear,
}: ConsoleNeeds): Promise<Console> {
  const { fleet } = config;
  if (fleet.url === null) throw new VitrineError('usage', message('no-fleet'));
  const id = randomUUID().slice(0, 13);
  const rounds = new Rounds(consoleTopic(fleet.name, id), clock);
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  let fault: VitrineError | null = null;
  const connection = connectMqtt(
    {
      url: fleet.url,
      will: null,
      willDelaySeconds: 0,
      topics,
      quality,
      echoed: [...echoed, rounds.topic],
      clientId: `vitrine-console-${id}`,
      identity: () => identityOf(fleet, env),
      keepaliveSeconds: 60,
      // The broker keeps no session.
      sessionSeconds: 0,
      largestPacket,
    },
    {
      opened: (readFault) => (readFault === null ? opened.resolve() : opened.reject(asError(readFault))),
      message: async (incoming) => {
        if (!rounds.heard(incoming)) hear(incoming);
      },
      ended: (why) => {
        fault = asError(why);
        opened.reject(fault);
        ended.reject(fault);
      },
    },
    clock,
  );
  ended.promise.catch(() => undefined);
  try {
    await opened.promise;
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    publish: (message) => connection.publish(message),
    ended: ended.promise,
    get fault() {
      return fault;
    },
    close: () => connection.close(),
    settled: () => Promise.race([rounds.settled((message) => connection.publish(message)), ended.promise]),
  };
}

function asError({ message }: LinkFault): VitrineError {
  return new VitrineError('temporary', message);
}

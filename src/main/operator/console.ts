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

/** Somebody who looks at a fleet and asks its players for something, over the same broker. */
export interface Console {
  publish(message: Outgoing): Promise<void>;
  /** Resolves when everything that the broker keeps has come in. */
  settled(): Promise<void>;
  /** Rejects when the connection ends. */
  readonly ended: Promise<never>;
  /** Why it has ended; null: it has not. For those that look again and again: each race with `ended` would be kept by it. */
  readonly fault: VitrineError | null;
  close(): Promise<void>;
}

interface ConsoleNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly topics: readonly string[];
  /** Topics of which one's own messages come back too. */
  readonly echoed?: readonly string[];
  /** 1: each message for sure. A broker throws away what is too much of those; states of thousands come with 0. */
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
      // Nothing of it is left with the broker.
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

function asError({ message: said }: LinkFault): VitrineError {
  return new VitrineError('temporary', said);
}

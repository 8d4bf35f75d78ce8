import { randomUUID } from 'node:crypto';
import { type Clock, sleep } from '../clock.ts';
import type { Config } from '../config.ts';
import { VitrineError } from '../errors.ts';
import type { Incoming, Outgoing } from './connection.ts';
import { connectMqtt } from './mqtt-connection.ts';
import { identityOf } from './who.ts';

/** Somebody who looks at a fleet and asks its players for something, over the same broker. */
export interface Console {
  publish(message: Outgoing): Promise<void>;
  /** Resolves when nothing has come in for a moment: what is retained comes all at once. */
  settled(): Promise<void>;
  /** Rejects when the connection ends. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

interface ConsoleNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly topics: readonly string[];
  /** 1: each message for sure. A broker throws away what is too much of those; states of thousands come with 0. */
  readonly quality: 0 | 1;
  hear(incoming: Incoming): void;
}

const largestPacket = 256 * 1024;
const quietMs = 1_000;
/** A busy broker may take its time before the first; a fleet without any player is rare. */
const emptyMs = 4_000;
const longestMs = 30_000;

export async function openConsole({
  config,
  clock,
  env,
  topics,
  quality,
  hear,
}: ConsoleNeeds): Promise<Console> {
  const { fleet } = config;
  if (fleet.url === null)
    throw new VitrineError('usage', 'no-fleet', 'No fleet is configured.', {
      remedy: 'Set fleet.url (VITRINE_FLEET_URL), fleet.name and fleet.credentialsFile: docs/fleet.md.',
    });
  let heardAt: number | null = null;
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  const connection = connectMqtt(
    {
      ...{ url: fleet.url, will: null, willDelaySeconds: 0, topics, quality },
      clientId: `vitrine-console-${randomUUID().slice(0, 13)}`,
      identity: () => identityOf(fleet, env),
      keepaliveSeconds: 60,
      // Nothing of it is left with the broker.
      ...{ sessionSeconds: 0, largestPacket },
    },
    {
      opened: (deaf) => (deaf === null ? opened.resolve() : opened.reject(asError(deaf))),
      message: async (incoming) => {
        heardAt = clock.monotonic();
        hear(incoming);
      },
      ended: (fault) => {
        opened.reject(asError(fault));
        ended.reject(asError(fault));
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
    close: () => connection.close(),
    async settled() {
      const since = clock.monotonic();
      const isQuiet = (): boolean => {
        const now = clock.monotonic();
        return heardAt === null ? now - since >= emptyMs : now - heardAt >= quietMs;
      };
      while (!isQuiet() && clock.monotonic() - since < longestMs) await sleep(clock, 100);
    },
  };
}

function asError({
  code,
  message,
  remedy,
}: {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}) {
  return new VitrineError('temporary', code, message, { remedy });
}

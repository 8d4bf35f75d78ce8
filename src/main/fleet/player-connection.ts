import type { Config } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Connect } from './connection.ts';
import { identityOf } from './identity.ts';
import { connectMqtt } from './mqtt-connection.ts';
import { clientIdOf, type Topics } from './topics.ts';

interface PlayerConnectionNeeds {
  readonly fleet: Config['fleet'];
  readonly device: string;
  readonly topics: Topics;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly random: () => number;
}

const largestPacket = 64 * 1024;
const keepaliveSeconds = 300;
/** How long the broker keeps commands for a disconnected player. Commands also expire. */
const sessionSeconds = 3600;

/** How a player connects to the broker of its fleet. */
export function playerConnection(needs: PlayerConnectionNeeds): Connect {
  const { fleet, device, topics, clock, env, random } = needs;
  const { online, session, desired, plan, cmds } = topics;
  return (events) =>
    connectMqtt(
      {
        url: fleet.url ?? '',
        clientId: clientIdOf(fleet.name, device),
        identity: () => identityOf(fleet, env),
        will: { topic: online, payload: 'false', isKept: true },
        willDelaySeconds: 30,
        topics: [desired, plan, ...cmds],
        echoed: [session],
        quality: 1,
        keepaliveSeconds: Math.round(keepaliveSeconds * (0.9 + random() * 0.2)),
        sessionSeconds,
        largestPacket,
      },
      events,
      clock,
    );
}

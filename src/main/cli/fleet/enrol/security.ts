import type { Incoming } from '../../../fleet/connection.ts';
import { systemClock } from '../../../ground/clock.ts';
import { type Console, openConsole } from '../../../operator/console.ts';
import { controlAnswers, DynamicSecurity } from '../../../operator/dynamic-security.ts';
import type { Invocation } from '../../command.ts';

/** Opens the dynamic-security plugin of the broker. */
export async function openSecurity(
  { config, configSources }: Invocation,
  topics: readonly string[] = [],
  hear: (incoming: Incoming) => void = () => undefined,
): Promise<{ readonly console: Console; readonly security: DynamicSecurity }> {
  let publish: Console['publish'] = () => Promise.reject(new Error('there is no connection yet'));
  const security = new DynamicSecurity(systemClock, (message) => publish(message));
  const console = await openConsole({
    config,
    clock: systemClock,
    env: configSources.env ?? process.env,
    quality: 1,
    topics: [controlAnswers, ...topics],
    hear: (incoming) => {
      if (!security.hear(incoming)) hear(incoming);
    },
  });
  publish = (message) => console.publish(message);
  return { console, security };
}

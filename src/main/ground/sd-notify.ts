import { writeSync } from 'node:fs';
import { inEnglish, type Message } from '../../shared/languages/message.ts';
import type { Clock } from './clock.ts';
import { systemCode } from './errors.ts';
import type { Log } from './log.ts';

/** The player's state for the service manager. */
export interface Wellness {
  /** Every screen shows what it should; standby counts. */
  readonly isInSight: boolean;
  /** False: a restart is better than the current state. */
  readonly mayPing: boolean;
  /** The same before the first picture. */
  readonly mayStart: boolean;
  /** One sentence, for `systemctl status`. */
  readonly sentence: Message;
  /** How many times slower than usual this machine is. */
  readonly slowness: number;
}

export interface ServiceManager {
  /** Whether a service manager supervises this process. */
  readonly isThere: boolean;
  /** From now on it gets readiness, status and watchdog pings. */
  watch(wellness: () => Wellness): void;
  stopping(): void;
}

interface ServiceManagerNeeds {
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Log;
  /** Handed in by tests. */
  readonly write?: (descriptor: number, message: string) => void;
}

const pingMs = 10_000;
const beforeReadyMs = 250;
/** Each extension of a running start: a slow machine is not a broken one. */
const extensionMs = 30_000;

/**
 * systemd on the other end of the datagram socket that `packaging/kiosk/files/start` or `build/linux/vitrine-notify` has connected: Node itself has no
 * such sockets. Node marks inherited descriptors, so the browser and other children do not get it. `vitrine launch` receives
 * the same messages over Node's own channel.
 */
export function serviceManager(needs: ServiceManagerNeeds): ServiceManager {
  const { env, clock, log, write = writeSync } = needs;
  const descriptor = Number(env.VITRINE_NOTIFY_FD ?? Number.NaN);
  const everyMs = Math.min(pingMs, Number(env.WATCHDOG_USEC ?? Number.POSITIVE_INFINITY) / 3000);
  for (const name of ['VITRINE_NOTIFY_FD', 'NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID'])
    delete env[name];
  const isThere = Number.isInteger(descriptor) && descriptor > 2;
  const isHeard = isThere || (env.VITRINE_SUPERVISED === '1' && process.connected);
  let cancel: () => void = () => undefined;
  let isReady = false;
  let sentence = '';
  let nextAt = 0;

  function notify(...lines: readonly string[]): void {
    if (!isHeard || lines.length === 0) return;
    try {
      if (isThere) write(descriptor, lines.join('\n'));
      // The launcher may be gone.
      else if (process.connected) process.send?.(lines.join('\n'), undefined, undefined, () => undefined);
      log.state('service-manager', 'hears', 'debug', 'The service manager receives messages');
    } catch (error) {
      // Its queue is full, or it restarts. The next message follows soon.
      log.state('service-manager', 'deaf', 'warn', 'Cannot reach the service manager', {
        code: systemCode(error),
      });
    }
  }

  function tick(wellness: () => Wellness): void {
    const now = wellness();
    const text = inEnglish(now.sentence);
    const isFirst = now.isInSight && !isReady;
    isReady ||= now.isInSight;
    const isDue = isFirst || clock.monotonic() >= nextAt;
    if (isDue) nextAt = clock.monotonic() + everyMs;
    const life = isReady
      ? 'WATCHDOG=1'
      : `EXTEND_TIMEOUT_USEC=${Math.round(extensionMs * now.slowness * 1000)}`;
    notify(
      ...(isFirst ? ['READY=1'] : []),
      ...(text === sentence ? [] : [`STATUS=${text}`]),
      ...(isDue && (isReady ? now.mayPing : now.mayStart) ? [life] : []),
    );
    sentence = text;
    cancel = clock.after(isReady ? Math.min(everyMs, 1000) : beforeReadyMs, () => tick(wellness));
  }

  return {
    isThere,
    watch: (wellness) => (isHeard ? tick(wellness) : undefined),
    stopping() {
      cancel();
      notify('STOPPING=1', 'STATUS=Stopping.');
    },
  };
}

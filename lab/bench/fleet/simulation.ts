import { isDue, type Sent, sentNow } from '../../../src/main/fleet/cadence.ts';
import { silent } from '../../../src/main/fleet/link-fault.ts';
import { begun, type LinkState, stepped } from '../../../src/main/fleet/link-state.ts';
import { keyOf, stateOf, stateText } from '../../../src/main/fleet/state.ts';
import { calmPlayer } from '../../../test/fleet/fake-player.ts';

const spreadMs = 300_000;

/** This many players with the real state machine of the link, second by second: start, an outage of the broker, and the return. */
export async function simulated(count: number, outageMs: number): Promise<Readonly<Record<string, unknown>>> {
  const random = Math.random;
  const states: LinkState[] = Array.from({ length: count }, () => begun({ now: 0, spreadMs, random }));
  const sent: (Sent | null)[] = states.map(() => null);
  const connects: number[] = [];
  const messages: number[] = [];
  const upAt = 600_000;
  const killAt = 1_200_000;
  const backAt = killAt + outageMs;
  let allBack: number | null = null;
  for (let now = 0; now < backAt + 2 * spreadMs; now += 1000) {
    const isThere = now < killAt || now >= backAt;
    let tries = 0;
    let sending = 0;
    let up = 0;
    for (let at = 0; at < count; at++) {
      let state = states[at] as LinkState;
      const time = { now, spreadMs, random };
      if (state.is === 'connected' && now === killAt)
        state = stepped(state, { type: 'ended', fault: silent }, time);
      if (state.is === 'resting' && state.until <= now) {
        state = stepped(state, { type: 'due' }, time);
        tries++;
        state = stepped(state, isThere ? { type: 'opened' } : { type: 'ended', fault: silent }, time);
        // On each connection: session, online, about, state.
        if (state.is === 'connected') {
          sending += 4;
          sent[at] = sentNow('', now, random);
        }
      }
      if (state.is === 'connected') {
        up++;
        if (isDue(sent[at] ?? null, '', now)) {
          sent[at] = sentNow('', now, random);
          // State and metrics.
          sending += 2;
        }
      }
      states[at] = state;
    }
    if (now > backAt && up === count) allBack ??= now - backAt;
    connects.push(tries);
    messages.push(sending);
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const quiet = messages.slice(upAt / 1000, killAt / 1000);
  const status = stateOf(calmPlayer.health(), await calmPlayer.status(), Date.now(), null, {
    cannot: {},
    already: [],
  });
  const stateBytes = Buffer.byteLength(stateText(status));
  return {
    players: count,
    outageSeconds: outageMs / 1000,
    key: keyOf(status).length,
    atStart: { mostConnectsPerSecond: Math.max(...connects.slice(0, 60)) },
    quiet: {
      messagesPerSecond: Math.round(mean(quiet)),
      mostPerSecond: Math.max(...quiet),
      arithmetic: Math.round((count * 2) / 300),
      stateBytes,
      bytesPerSecond: Math.round((mean(quiet) * stateBytes) / 2),
    },
    outage: { mostConnectsPerSecond: Math.max(...connects.slice(killAt / 1000, backAt / 1000)) },
    back: {
      seconds: allBack === null ? null : allBack / 1000,
      mostConnectsPerSecond: Math.max(...connects.slice(backAt / 1000)),
      arithmetic: Math.round(count / (spreadMs / 1000)),
    },
  };
}

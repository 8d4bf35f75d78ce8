import { describe, expect, it } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { serviceManager, type Wellness } from '../../src/main/ground/sd-notify.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { ManualClock } from '../support/manual-clock.ts';

function start(env: NodeJS.ProcessEnv = { VITRINE_NOTIFY_FD: '7', WATCHDOG_USEC: '30000000' }) {
  const clock = new ManualClock();
  const reported: { readonly at: number; readonly message: string }[] = [];
  const lines: LogLine[] = [];
  const now = {
    isInSight: false,
    mayPing: true,
    mayStart: true,
    sentence: verbatim('The player starts.'),
    slowness: 1,
  } satisfies Wellness as { -readonly [Name in keyof Wellness]: Wellness[Name] };
  const deafness = { is: false };
  const manager = serviceManager({
    env,
    clock,
    log: createLog((line) => lines.push(line)),
    write: (descriptor, message) => {
      expect(descriptor).toBe(7);
      if (deafness.is) throw new VitrineError('temporary', 'EAGAIN', verbatim('Full.'));
      reported.push({ at: clock.monotonic(), message });
    },
  });
  manager.watch(() => now);
  const words = () => reported.splice(0).map(({ message }) => message);
  return { clock, env, now, reported, words, lines, deafness, manager };
}

describe('the service manager', () => {
  it('extends the start of the player, and is notified of readiness at the first picture', () => {
    const { clock, now, words } = start();
    expect(words()).toEqual(['STATUS=The player starts.\nEXTEND_TIMEOUT_USEC=30000000']);
    clock.pass(9_900);
    expect(words()).toEqual([]);
    clock.pass(200);
    expect(words()).toEqual(['EXTEND_TIMEOUT_USEC=30000000']);
    now.slowness = 2.5;
    clock.pass(10_000);
    expect(words()).toEqual(['EXTEND_TIMEOUT_USEC=75000000']);
    Object.assign(now, { isInSight: true, sentence: verbatim('Playing.') });
    clock.pass(250);
    expect(words()).toEqual(['READY=1\nSTATUS=Playing.\nWATCHDOG=1']);
  });

  it('gives a slow start its time, and a hopeless one none', () => {
    const { clock, now, words } = start();
    words();
    now.mayPing = false;
    clock.pass(10_000);
    expect(words()).toEqual(['EXTEND_TIMEOUT_USEC=30000000']);
    now.mayStart = false;
    clock.pass(60_000);
    expect(words()).toEqual([]);
  });

  it('is notified every 10 s while the player is well, and not while it is unwell', () => {
    const { clock, now, reported } = start();
    now.isInSight = true;
    clock.pass(250);
    reported.length = 0;
    clock.pass(30_000);
    expect(reported.map(({ message }) => message)).toEqual(['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    reported.length = 0;
    Object.assign(now, { mayPing: false, sentence: verbatim('Dark: screen 1.') });
    clock.pass(60_000);
    expect(reported.map(({ message }) => message)).toEqual(['STATUS=Dark: screen 1.']);
  });

  it('is notified three times within its own limit', () => {
    const { clock, now, words } = start({ VITRINE_NOTIFY_FD: '7', WATCHDOG_USEC: '3000000' });
    now.isInSight = true;
    clock.pass(250);
    words();
    clock.pass(3_000);
    expect(words()).toHaveLength(3);
  });

  it('is notified of the end, and of nothing after it', () => {
    const { clock, words, manager } = start();
    words();
    manager.stopping();
    expect(words()).toEqual(['STOPPING=1\nSTATUS=Stopping.']);
    clock.pass(60_000);
    expect(words()).toEqual([]);
  });

  it('that does not read blocks nothing, and is notified later', () => {
    const { clock, now, words, lines, deafness } = start();
    now.isInSight = true;
    clock.pass(250);
    words();
    deafness.is = true;
    clock.pass(20_000);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    deafness.is = false;
    clock.pass(10_000);
    expect(words()).toEqual(['WATCHDOG=1']);
  });

  it('is absent without a starter, and children inherit nothing of it', () => {
    const { reported, manager, env, clock } = start({
      WATCHDOG_USEC: '1',
      WATCHDOG_PID: '2',
      NOTIFY_SOCKET: '/x',
    });
    expect(manager.isThere).toBe(false);
    clock.pass(60_000);
    manager.stopping();
    expect(reported).toEqual([]);
    expect(env).toEqual({});
    expect(start().env).toEqual({});
  });
});

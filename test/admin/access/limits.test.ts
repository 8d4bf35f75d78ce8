import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { admission } from '../../../src/main/admin/access/admission.ts';
import { Budgets } from '../../../src/main/admin/access/budgets.ts';
import { Guesses } from '../../../src/main/admin/access/guesses.ts';
import { networkOf, siteOf } from '../../../src/main/admin/access/networks.ts';
import { isPassword, keepPassword, madePassword } from '../../../src/main/admin/access/password.ts';
import { type KeptSessions, Sessions } from '../../../src/main/admin/access/sessions.ts';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a network', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('and the site of %s are %s and %s', (address, network, site) => {
    expect([networkOf(address), siteOf(address)]).toEqual([network, site]);
  });
});

describe('a budget', () => {
  const tiers = [
    { of: (address: string) => address, most: 2, oneMoreMs: 1_000 },
    { of: () => 'all', most: 3, oneMoreMs: 500 },
  ];

  test('returns the wait when it is used up, and refills with time', () => {
    const clock = new ManualClock();
    const budgets = new Budgets(clock, tiers);
    expect(['a', 'a', 'a'].map((address) => budgets.take(address))).toEqual([null, null, 1_000]);
    clock.pass(500);
    expect(budgets.take('a')).toBe(500);
    clock.pass(500);
    expect(budgets.take('a')).toBeNull();
    expect(budgets.take('a')).toBe(1_000);
  });

  test('takes nothing from the total where a narrower tier refuses', () => {
    const clock = new ManualClock();
    const budgets = new Budgets(clock, tiers);
    for (let tries = 0; tries < 20; tries++) budgets.take('a');
    expect(budgets.take('b')).toBeNull();
    expect(budgets.take('c')).toBe(500);
  });

  test('never holds more than it did at first', () => {
    const clock = new ManualClock();
    const budgets = new Budgets(clock, tiers);
    budgets.take('a');
    clock.pass(hour);
    expect(['a', 'a', 'a'].map((address) => budgets.take(address))).toEqual([null, null, 1_000]);
  });

  test('forgets the address that was idle longest beyond a thousand of them', () => {
    const budgets = new Budgets(new ManualClock(), [{ of: (address) => address, most: 1, oneMoreMs: hour }]);
    for (let number = 0; number < 1_000; number++) budgets.take(`address ${number}`);
    expect(budgets.take('address 0')).toBe(hour);
    budgets.take('one more');
    expect(budgets.take('address 999')).toBe(hour);
    expect(budgets.take('address 0')).toBeNull();
  });
});

describe('password attempts', () => {
  function guessing() {
    const [clock, lines] = [new ManualClock(), [] as LogLine[]];
    const guesses = new Guesses(
      clock,
      createLog((line) => lines.push(line)),
    );
    const wrong = (address: string): number | null => {
      const wait = guesses.take(address);
      if (wait === null) guesses.wrong(address);
      return wait;
    };
    return { clock, lines, guesses, wrong };
  }

  test('wait a minute after five wrong ones of an address, then twice as long up to an hour', () => {
    const { clock, guesses, wrong } = guessing();
    for (let tries = 0; tries < 5; tries++) expect(wrong('192.0.2.1')).toBeNull();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(wrong('192.0.2.1')).toBe(minutes * minute);
      clock.pass(minutes * minute - 1);
      expect(wrong('192.0.2.1')).toBe(1);
      clock.pass(1);
      expect(wrong('192.0.2.1')).toBeNull();
    }
    expect(guesses.refused).toBe(16);
  });

  test('from ten addresses use up the budget of their site, not that of other sites', () => {
    const { wrong } = guessing();
    for (let last = 1; last <= 10; last++) expect(wrong(`192.0.2.${last}`)).toBeNull();
    expect(wrong('192.0.2.11')).toBe(20_000);
    expect(wrong('198.51.100.1')).toBeNull();
  });

  test('from strangers never lock out an address that knew the password', () => {
    const { guesses, wrong } = guessing();
    guesses.right('192.0.2.200');
    for (let last = 1; last <= 20; last++) wrong(`192.0.2.${last}`);
    expect(guesses.isTrusted('192.0.2.1')).toBe(false);
    expect(guesses.isTrusted('192.0.2.200')).toBe(true);
    expect(guesses.take('192.0.2.200')).toBeNull();
  });

  test('are free again for an address after the right password', () => {
    const { clock, guesses, wrong } = guessing();
    for (let tries = 0; tries < 5; tries++) wrong('192.0.2.1');
    clock.pass(minute);
    expect(guesses.take('192.0.2.1')).toBeNull();
    guesses.right('192.0.2.1');
    for (let tries = 0; tries < 5; tries++) expect(wrong('192.0.2.1')).toBeNull();
    expect(wrong('192.0.2.1')).toBe(minute);
  });

  test('are forgotten a day after the last one', () => {
    const { clock, wrong } = guessing();
    for (let tries = 0; tries < 5; tries++) wrong('192.0.2.1');
    clock.pass(24 * hour + 1);
    // Old addresses are dropped at the next wrong password.
    wrong('198.51.100.1');
    for (let tries = 0; tries < 5; tries++) expect(wrong('192.0.2.1')).toBeNull();
  });
});

describe('a session', () => {
  test('is valid only in its own network', () => {
    const sessions = new Sessions(new ManualClock());
    const token = sessions.start('192.0.2.1');
    expect(sessions.isGood(token, '192.0.2.1')).toBe(true);
    expect(sessions.isGood(token, '192.0.2.2')).toBe(false);
    expect(sessions.isGood(`${token}x`, '192.0.2.1')).toBe(false);
    expect(sessions.isGood(null, '192.0.2.1')).toBe(false);
  });

  test('ends after half an hour without a request, and after twelve hours in any case', () => {
    const clock = new ManualClock();
    const sessions = new Sessions(clock);
    const idle = sessions.start('192.0.2.1');
    clock.pass(30 * minute);
    expect(sessions.isGood(idle, '192.0.2.1')).toBe(true);
    clock.pass(30 * minute + 1);
    expect(sessions.isGood(idle, '192.0.2.1')).toBe(false);
    expect(sessions.count).toBe(0);
    const used = sessions.start('192.0.2.1');
    for (let halves = 0; halves < 24; halves++) {
      clock.pass(30 * minute);
      expect(sessions.isGood(used, '192.0.2.1')).toBe(true);
    }
    clock.pass(1);
    expect(sessions.isGood(used, '192.0.2.1')).toBe(false);
  });

  test('is prolonged only from its own network', () => {
    const clock = new ManualClock();
    const sessions = new Sessions(clock);
    const token = sessions.start('192.0.2.1');
    clock.pass(20 * minute);
    expect(sessions.isGood(token, '192.0.2.2')).toBe(false);
    clock.pass(20 * minute);
    expect(sessions.isGood(token, '192.0.2.1')).toBe(false);
  });

  test('ends with a logout, with endAll, and after ten newer sessions', () => {
    const sessions = new Sessions(new ManualClock());
    const tokens = Array.from({ length: 11 }, () => sessions.start('192.0.2.1'));
    const good = () => tokens.map((token) => sessions.isGood(token, '192.0.2.1'));
    expect(good()).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
    sessions.end(tokens[1] ?? '');
    expect(good().filter(Boolean)).toHaveLength(9);
    sessions.endAll();
    expect(good()).not.toContain(true);
  });

  test('outlives a restart by its hash alone, and not the time that it may last', async () => {
    const clock = new ManualClock({ at: '2026-06-01T10:00:00Z' });
    const file = kept();
    const token = new Sessions(clock, file()).start('192.0.2.1');
    expect(JSON.stringify(file().value)).not.toContain(token);
    clock.pass(10 * minute);
    const restarted = new Sessions(clock, file());
    expect(restarted.report()).toMatchObject([{ address: '192.0.2.1', since: '2026-06-01T10:00:00.000Z' }]);
    expect(restarted.isGood(token, '192.0.2.1')).toBe(true);
    expect(restarted.isGood(token, '198.51.100.1')).toBe(false);
    clock.pass(40 * minute);
    expect(new Sessions(clock, file()).isGood(token, '192.0.2.1')).toBe(false);
  });

  test('does not outlive a restart after which the clock is earlier than its last use', () => {
    const file = kept();
    const token = new Sessions(new ManualClock({ at: '2026-06-01T10:00:00Z' }), file()).start('192.0.2.1');
    const back = new Sessions(new ManualClock({ at: '2026-06-01T09:00:00Z' }), file());
    expect([back.count, back.isGood(token, '192.0.2.1')]).toEqual([0, false]);
  });

  test('is ended by its id, or with all others but one', () => {
    const sessions = new Sessions(new ManualClock());
    const [one = '', two = '', own = ''] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((from) =>
      sessions.start(from),
    );
    expect(sessions.endBy({ id: Sessions.idOf(one) })).toBe(1);
    expect(sessions.report().map(({ address }) => address)).toEqual(['192.0.2.3', '192.0.2.2']);
    expect(sessions.endBy({ allBut: Sessions.idOf(own) })).toBe(1);
    expect([sessions.isGood(two, '192.0.2.2'), sessions.isGood(own, '192.0.2.3')]).toEqual([false, true]);
  });
});

describe('a password', () => {
  test('has 10 to 200 characters', async () => {
    for (const length of [9, 201])
      await expect(keepPassword('x'.repeat(length))).rejects.toMatchObject({ code: 'password-length' });
    for (const length of [10, 200]) {
      const kept = await keepPassword('x'.repeat(length));
      expect(await isPassword(kept, 'x'.repeat(length))).toBe(true);
      expect(await isPassword(kept, `${'x'.repeat(length - 1)}y`)).toBe(false);
    }
  });

  test('beyond the maximum length is wrong without a check', async () => {
    const kept = await keepPassword('x'.repeat(200));
    expect(await isPassword({ ...kept, cost: Number.NaN }, 'x'.repeat(201))).toBe(false);
  });

  test('is the same in any Unicode normalization', async () => {
    const kept = await keepPassword('Türschloss zu');
    expect(await isPassword(kept, 'Tu\u0308rschloss zu')).toBe(true);
  });

  test('made by the player has four groups without look-alike letters', () => {
    const made = Array.from({ length: 50 }, madePassword);
    for (const password of made) expect(password).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
    expect(new Set(made).size).toBe(50);
    // Each of the 32 letters stands for five bits.
    expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
  });
});

describe('admission', () => {
  class FakeSocket extends EventEmitter {
    isOpen = true;
    readonly remoteAddress: string;
    readonly bytesRead: number;

    constructor(address: string, bytesRead: number) {
      super();
      this.remoteAddress = address;
      this.bytesRead = bytesRead;
    }

    destroy(): void {
      this.isOpen = false;
      this.emit('close');
    }
  }
  const entering = (limits: Parameters<typeof admission>[0]) => {
    const admit = admission(limits);
    return (address: string, bytesRead = 0): FakeSocket => {
      const socket = new FakeSocket(address, bytesRead);
      admit(socket as unknown as Socket);
      return socket;
    };
  };

  test('closes the oldest silent connection of a network that has too many', () => {
    const enter = entering({ most: 10, mostOfOneNetwork: 2 });
    const [busy, silent, other] = [enter('192.0.2.1', 5), enter('192.0.2.1'), enter('198.51.100.1')];
    const next = enter('192.0.2.1');
    expect([busy, silent, other, next].map(({ isOpen }) => isOpen)).toEqual([true, false, true, true]);
  });

  test('closes one of the site that has the most when there are too many of all', () => {
    const enter = entering({ most: 3, mostOfOneNetwork: 3 });
    const [alone, first, second] = [enter('198.51.100.1'), enter('192.0.2.1'), enter('192.0.2.2')];
    const next = enter('203.0.113.1');
    expect([alone, first, second, next].map(({ isOpen }) => isOpen)).toEqual([true, false, true, true]);
  });

  test('does not count closed connections', () => {
    const enter = entering({ most: 10, mostOfOneNetwork: 2 });
    const [first, second] = [enter('192.0.2.1'), enter('192.0.2.1')];
    second.destroy();
    enter('192.0.2.1');
    expect(first.isOpen).toBe(true);
  });

  test('refuses a connection beyond the budget, and closes no other for it', () => {
    const enter = entering({
      most: 10,
      mostOfOneNetwork: 1,
      take: (address) => (address === '192.0.2.9' ? 1 : null),
    });
    const first = enter('192.0.2.1');
    expect(enter('192.0.2.9').isOpen).toBe(false);
    expect(first.isOpen).toBe(true);
  });
});

/** A file that outlives the sessions which read it. */
function kept() {
  const written: KeptSessions[] = [];
  return () => ({ value: written.at(-1) ?? [], keep: (next: KeptSessions) => void written.push(next) });
}

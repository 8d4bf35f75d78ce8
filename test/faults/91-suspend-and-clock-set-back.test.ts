import { describe, expect, test } from 'vitest';
import { longestSessionMs, Sessions } from '../../src/main/admin/access/sessions.ts';
import { defaultLimits } from '../../src/main/download/limits.ts';
import type { AttemptRecord } from '../../src/main/download/ports.ts';
import { Since } from '../../src/main/engine/since.ts';
import type { Plan } from '../../src/main/fleet/rollout.ts';
import { RolloutShare } from '../../src/main/fleet/rollout-share.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Reception } from '../../src/main/setup/reception.ts';
import { begun, machineRestarted, mayRestartMachine, noStarts } from '../../src/main/supervise/starts.ts';
import { nextAttempt } from '../../src/main/sync/next-attempt.ts';
import { updateOff, type WantedRelease } from '../../src/main/update/update-status.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { Rig } from '../engine/programmer-rig.ts';
import { ladderRig } from '../supervise/rig.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';

const minute = 60_000;
const hour = 60 * minute;
const weekend = 60 * hour;
const years = 12 * 365 * 24 * hour;

describe('row 91 · a machine that was suspended over a weekend', () => {
  test('trusts its clock when it wakes, and reports how long it slept', () => {
    const shop = edition([
      playlist('p', [
        entry('1'),
        entry('2', { playRule: 'schedule', startTime: '09:00:00', endTime: '17:00:00' }),
      ]),
    ]);
    const rig = new Rig(shop, '2026-05-01T20:00:00Z');
    rig.serverTime = { date: rig.clock.now(), sinceBoot: rig.clock.sinceBoot() };
    rig.programmer.start();
    rig.clock.suspend(weekend + 5 * hour);
    rig.programmer.refresh('woke');
    expect(rig.playing).toBe('1 2');
    expect(rig.lines.map(({ message }) => message)).toContain('The machine was suspended.');
    expect(rig.lines.filter(({ message }) => /leapt|more than a day off/.test(message))).toEqual([]);
    reportRow(91, { note: 'a weekend' });
  });

  test('keeps earlier times unchanged, and has ended old sessions', () => {
    const clock = new ManualClock();
    const since = new Since(clock);
    const began = since.of('dark');
    const sessions = new Sessions(clock);
    const token = sessions.start('192.0.2.1');
    clock.suspend(longestSessionMs + minute);
    expect(since.of('dark')).toBe(began);
    expect(sessions.isGood(token, '192.0.2.1')).toBe(false);
  });
});

describe('row 91 · a machine that was suspended', () => {
  test('has closed its setup, whose PIN is valid for a quarter of an hour', () => {
    const clock = new ManualClock();
    const reception = new Reception(clock);
    clock.suspend(16 * minute);
    expect(reception.offer('192.0.2.1')).toEqual({ turned: 'closed' });
  });

  test('has waited for its share of a rollout', async () => {
    const clock = new ManualClock();
    const wanted: (WantedRelease | null)[] = [];
    const share = new RolloutShare({
      device: 'lobby',
      groups: [],
      clock,
      log: createLog(() => undefined),
      want: async (release) => void wanted.push(release),
    });
    const plan: Plan = {
      id: 'rollout-1',
      version: '2.0.0',
      state: 'running',
      why: null,
      step: 0,
      settledAt: null,
      limit: 0.05,
      enough: 0.8,
      restSeconds: 60,
      spreadSeconds: 3600,
      lostSeconds: 3600,
      when: 'now',
      steps: [{ group: null, share: 1 }],
      players: 1,
      startedAt: '2026-01-01T00:00:00.000Z',
      by: 'somebody',
      revision: 1,
    };
    share.receive(Buffer.from(JSON.stringify(plan)));
    const status = { ...updateOff, state: 'waiting' as const };
    await share.look(status, '1.0.0');
    expect(wanted).toEqual([]);
    clock.suspend(hour);
    await share.look(status, '1.0.0');
    expect(wanted).toEqual([{ version: '2.0.0', atOnce: true }]);
  });
});

describe('row 91 · a clock that is set back by years', () => {
  test('in safe mode: a normal try follows after an hour of uptime', async () => {
    const rig = ladderRig({
      before: [1, 2, 3].reduce((starts) => begun(starts, years), noStarts),
      at: years,
    });
    rig.see('painting');
    await rig.pass(minute / 1000);
    rig.clock.set(rig.clock.now() - years);
    expect(rig.ladder.triesAt).toBe(rig.clock.now() + 59 * minute);
    await rig.pass(3_500);
    expect(rig.done).toEqual([]);
    await rig.pass(100);
    expect(rig.done).toEqual(['left']);
  });

  test('or by half an hour: the next start is that try', async () => {
    const before = [1, 2, 3].reduce((starts) => begun(starts, years), noStarts);
    const rig = ladderRig({ before, at: years });
    rig.see('painting');
    await rig.pass(minute / 1000);
    rig.clock.set(rig.clock.now() - hour / 2);
    await rig.pass(3_600);
    expect(rig.done).toEqual(['left']);
    expect(begun(rig.kept.value, rig.clock.now() + 1_000).safe?.isTrying).toBe(true);
  });

  test('after a restart of the machine: another try is allowed six hours after boot', () => {
    const starts = machineRestarted(noStarts, years);
    expect(mayRestartMachine(starts, hour, 5 * hour)).toBe(false);
    expect(mayRestartMachine(starts, hour, 6 * hour)).toBe(true);
  });
});

describe('row 91 · a clock that is set forwards, or a machine that was off, between attempts of a download', () => {
  const failure = {
    source: 's',
    marker: 'm',
    mediaFileId: 'a',
    progressed: false,
    cmsAnswers: true,
    random: () => 1,
    error: new VitrineError('temporary', 'media-server-error', verbatim('not now')),
  };
  const attempts = (...instants: readonly number[]): AttemptRecord | null =>
    instants.reduce<AttemptRecord | null>(
      (before, now) => nextAttempt(before, { ...failure, now }, defaultLimits),
      null,
    );

  test('has not failed for half an hour', () => {
    const jump = Date.UTC(2026, 4, 1);
    expect(attempts(0, 5_000, jump)?.failed).toBe(false);
    expect(attempts(0, 5_000, jump, jump + 10 * minute, jump + 20 * minute)?.failed).toBe(false);
    expect(attempts(0, 5_000, jump, jump + 10 * minute, jump + 20 * minute, jump + 31 * minute)?.failed).toBe(
      true,
    );
  });

  test('control: half an hour of attempts is one', () => {
    expect(attempts(0, 5_000, 10 * minute, 20 * minute, 31 * minute)?.failed).toBe(true);
    reportRow(91, { negativeControl: true });
  });
});

import { describe, expect, test } from 'vitest';
import { begun, noStarts, type Starts } from '../../src/main/supervise/starts.ts';
import { ladderRig } from './rig.ts';

const minute = 60_000;
const t0 = Date.parse('2026-01-01T00:00:00Z');

/** Kept by a player that has failed so often just before. */
function failed(times: number): Starts {
  return Array.from({ length: times }).reduce<Starts>(
    (starts, _, index) => begun(starts, t0 - (times - index) * minute),
    noStarts,
  );
}

describe('the player leaves for a restart', () => {
  test('after five revives in ten minutes, none of them followed by a minute of painting', async () => {
    const rig = ladderRig();
    rig.see('painting');
    await rig.pass(30);
    for (let revive = 1; revive <= 5; revive++) {
      expect(rig.done).toEqual([]);
      rig.revive();
      await rig.pass(10);
      if (revive < 5) rig.see('painting');
      await rig.pass(50);
    }
    expect(rig.done).toEqual(['left']);
    expect(rig.kept.value.count).toBe(1);
  });

  test('not when a minute of painting follows, nor when they are spread over a longer time', async () => {
    const rig = ladderRig();
    for (let revive = 1; revive <= 12; revive++) {
      rig.revive();
      await rig.pass(2);
      rig.see('painting');
      await rig.pass(revive % 4 === 0 ? 61 : 20);
    }
    for (let revive = 1; revive <= 5; revive++) {
      rig.revive();
      await rig.pass(101);
      rig.see('painting');
      await rig.pass(50);
    }
    expect(rig.done).toEqual([]);
  });

  test('not while the screen is off by plan', async () => {
    const rig = ladderRig();
    rig.now.wanted = 'off';
    for (let revive = 1; revive <= 9; revive++) {
      rig.revive();
      await rig.pass(5);
    }
    expect(rig.done).toEqual([]);
  });

  test('not for attempts while the screen was off by plan', async () => {
    const rig = ladderRig();
    rig.now.wanted = 'off';
    for (let revive = 1; revive <= 9; revive++) {
      rig.revive();
      await rig.pass(60);
    }
    rig.now.wanted = 'on';
    await rig.pass(230);
    expect(rig.done).toEqual([]);
    await rig.pass(20);
    expect(rig.done).toEqual(['left']);
  });

  test('not when nothing would restart it: it logs that once and keeps trying', async () => {
    const rig = ladderRig({ isSupervised: false });
    for (let revive = 1; revive <= 9; revive++) {
      rig.revive();
      await rig.pass(5);
    }
    expect(rig.done).toEqual([]);
    expect(rig.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  test('on a slow machine after five within a time that is as much longer', async () => {
    const rig = ladderRig({ slowness: 4 });
    await rig.pass(1);
    for (let revive = 1; revive <= 5; revive++) {
      expect(rig.done).toEqual([]);
      rig.revive();
      await rig.pass(500);
      if (revive < 5) rig.see('painting');
      await rig.pass(50);
    }
    expect(rig.done).toEqual(['left']);
  });

  test.each([
    1, 4,
  ])('after four minutes without a picture, whatever was tried; on a machine %i times slower after as much more', async (slowness) => {
    const rig = ladderRig({ slowness });
    await rig.pass(239 * slowness);
    expect(rig.done).toEqual([]);
    await rig.pass(slowness + 1);
    expect(rig.done).toEqual(['left']);
  });
});

describe('a start counts as one that worked', () => {
  test('after a minute of painting, once, and until then a sign of life is kept every minute', async () => {
    const rig = ladderRig({ before: failed(2) });
    expect(rig.kept.value.count).toBe(3);
    await rig.pass(125);
    expect([rig.kept.writes, rig.kept.value.at]).toEqual([2, t0 + 120_000]);
    rig.see('painting');
    await rig.pass(59);
    expect(rig.kept.value.count).toBe(3);
    await rig.pass(600);
    expect(rig.kept.value).toMatchObject({ count: 0, provenEdition: 'a', provenBrowser: 'Chromium 156' });
    expect(rig.kept.writes).toBeLessThanOrEqual(4);
  });

  test('and another edition is proven after a minute of painting', async () => {
    const rig = ladderRig();
    rig.see('painting');
    await rig.pass(90);
    rig.now.edition = 'b';
    await rig.pass(59);
    expect(rig.kept.value.provenEdition).toBe('a');
    await rig.pass(5);
    expect(rig.kept.value.provenEdition).toBe('b');
  });

  test('a stop on purpose takes the count back', async () => {
    const rig = ladderRig({ before: failed(2) });
    await rig.pass(5);
    rig.ladder.ended();
    rig.ladder.ended();
    expect(rig.kept.value.count).toBe(2);
  });
});

test('in safe mode the player leaves for a normal start when it is due, and that counts as no failed start', async () => {
  const rig = ladderRig({ before: failed(3) });
  rig.see('painting');
  await rig.pass(3_590);
  expect(rig.done).toEqual([]);
  await rig.pass(15);
  expect(rig.done).toEqual(['left']);
  expect(begun(rig.kept.value, rig.clock.now() + 1_000).safe?.isTrying).toBe(true);
});

test('a normal start after safe mode is no failed start, also under a clock that is ahead', async () => {
  const { safe, ...starts } = failed(4);
  const rig = ladderRig({
    before: { ...starts, safe: safe && { ...safe, tryAt: t0 + 86_400_000, restMs: 60_000 } },
    mayRestartMachine: false,
  });
  const { count } = rig.kept.value;
  await rig.pass(61);
  expect(rig.done).toEqual(['left']);
  expect(rig.kept.value.count).toBe(count - 1);
  expect(begun(rig.kept.value, rig.clock.now() + 1_000).safe?.isTrying).toBe(true);
});

test('in safe mode no restart of the machine is counted where none is allowed', async () => {
  const rig = ladderRig({ before: failed(6), mayRestartMachine: false });
  await rig.pass(120);
  expect([rig.done, rig.kept.value.machineRestarts]).toEqual([[], []]);
});

test('a start is proven after exactly a minute of painting the same edition', async () => {
  const rig = ladderRig();
  rig.see('painting');
  await rig.pass(59);
  expect(rig.kept.value.provenEdition).toBeNull();
  // The edition was seen a second later than the picture.
  await rig.pass(2);
  expect(rig.kept.value.provenEdition).toBe('a');
});

test('in safe mode the machine restarts, where allowed, before a normal start', async () => {
  const { safe, ...starts } = failed(6);
  const rig = ladderRig({ before: { ...starts, safe: safe && { ...safe, tryAt: t0 + 10_000 } } });
  await rig.pass(40);
  expect(rig.done).toEqual(['machine restarted']);
});

describe('the machine is restarted', () => {
  /** In safe mode for the third time, and nothing was painted. */
  const desperate = failed(6);

  test('when three starts in safe mode paint nothing', async () => {
    const rig = ladderRig({ before: desperate });
    await rig.pass(25);
    expect(rig.done).toEqual([]);
    await rig.pass(10);
    expect(rig.done).toEqual(['machine restarted']);
    await rig.pass(600);
    expect(rig.done).toEqual(['machine restarted']);
    expect(rig.kept.value.machineRestarts).toHaveLength(1);
  });

  test('and where that fails the player restarts', async () => {
    const rig = ladderRig({ before: desperate, machineRestarts: false });
    await rig.pass(300);
    expect(rig.done).toEqual(['machine restarted', 'left']);
  });

  test('and where that fails it is tried once more half an hour later, and then not for hours', async () => {
    const first = ladderRig({ before: desperate, machineRestarts: false });
    await first.pass(300);
    const tried: string[] = [];
    let before = first.kept.value;
    for (let at = first.clock.now(); at - t0 < 18 * 3600_000; ) {
      const rig = ladderRig({ before, at: at + 1_000, machineRestarts: false });
      await rig.pass(300);
      if (rig.done.includes('machine restarted')) tried.push(`${Math.round((at - t0) / minute)} min`);
      before = rig.kept.value;
      at = rig.clock.now();
    }
    expect(tried).toEqual(['30 min']);
  });

  test('and where it agreed but did not restart, the player goes on to a normal start', async () => {
    const rig = ladderRig({ before: desperate });
    await rig.pass(60);
    expect(rig.done).toEqual(['machine restarted']);
    rig.see('painting');
    await rig.pass(7 * 3600);
    expect(rig.done).toEqual(['machine restarted', 'left']);
  });

  test.each<[string, Partial<Parameters<typeof ladderRig>[0]>, (rig: ReturnType<typeof ladderRig>) => void]>([
    ['when it is not allowed', { mayRestartMachine: false }, () => undefined],
    ['while something is painted', {}, (rig) => rig.see('painting')],
    ['when something was painted', {}, (rig) => rig.see('painting')],
    ['while the screen is off by plan', {}, (rig) => Object.assign(rig.now, { wanted: 'off' })],
    [
      'for a disk that is full',
      {},
      (rig) => Object.assign(rig.now, { storage: { state: 'full', freeBytes: 0 } }),
    ],
    [
      'twice in six hours',
      { before: { ...desperate, machineRestarts: [t0 - 60 * minute] } },
      () => undefined,
    ],
    ['outside safe mode', { before: failed(1) }, () => undefined],
  ])('not %s', async (_, changes, arrange) => {
    const rig = ladderRig({ before: desperate, ...changes });
    arrange(rig);
    await rig.pass(1);
    if (_.includes('was painted')) rig.see('reviving');
    await rig.pass(120);
    expect(rig.done).not.toContain('machine restarted');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standing, takesPart } from '../../src/main/release/release.ts';
import { begun, freshState, kept, recalled, settled, takenBack } from '../../src/main/update/state.ts';
import { readState, stateText } from '../../src/main/update/state-file.ts';
import { judge, observed, type TrialFacts } from '../../src/main/update/trial.ts';
import { untilSwitchMs } from '../../src/main/update/window.ts';

const minute = 60_000;

describe('the rollout over 10,000 players', () => {
  const players = Array.from({ length: 10_000 }, (_, at) => `player-${at}`);
  const at = (share: number, seed: string) =>
    players.filter((player) => takesPart({ rollout: { seed, share } }, player));

  test.each([0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 1])('has %d of them, within one percent', (share) => {
    for (const seed of ['a', 'b', 'c'])
      expect(Math.abs(at(share, seed).length / players.length - share)).toBeLessThanOrEqual(0.01);
  });

  test('has the same ones at a larger share, and none of them leaves', () => {
    const shares = [0.01, 0.02, 0.1, 0.5, 1].map((share) => new Set(at(share, 'seed')));
    for (const [index, smaller] of shares.entries())
      for (const larger of shares.slice(index))
        expect([...smaller].every((one) => larger.has(one))).toBe(true);
  });

  test('begins with others for each release', () => {
    const [one, other] = [at(0.1, 'one'), new Set(at(0.1, 'other'))];
    const both = one.filter((player) => other.has(player)).length;
    expect(both).toBeLessThan(one.length / 4);
    expect(standing('seed', 'player-1')).toBe(standing('seed', 'player-1'));
  });
});

describe('the trial', () => {
  const before = { plays: true, changes: true, cms: true, revives: 0, memoryBytes: 2e8 };
  const good: TrialFacts = {
    ...{
      upMs: 10 * minute,
      litMs: 10 * minute,
      plays: true,
      items: 40,
      revives: 0,
      memoryBytes: 2.5e8,
      browser: null,
    },
    hasCms: true,
  };

  test.each([
    ['does what the one before did', {}, {}, 'kept'],
    ['shows nothing', {}, { items: 0, litMs: minute + 1, upMs: minute + 1 }, 'failed'],
    ['shows nothing while the screens are off by plan', {}, { items: 0, litMs: 0, upMs: 6e7 }, 'trying'],
    ['shows nothing once they are on', {}, { items: 0, litMs: minute + 1, upMs: 6e7 }, 'failed'],
    [
      'shows one item for ever once they are on',
      {},
      { items: 1, litMs: 10 * minute + 1, upMs: 6e7 },
      'failed',
    ],
    ['does well, but the screens were on for nine minutes', {}, { litMs: 9 * minute, upMs: 6e7 }, 'trying'],
    ['shows nothing where there was nothing to show', { plays: false, changes: false }, { items: 0 }, 'kept'],
    ['shows one item for ever', {}, { items: 1, litMs: 10 * minute + 1 }, 'failed'],
    ['shows one item for ever, as the one before did', { changes: false }, { items: 1 }, 'kept'],
    ['has to be revived', {}, { items: 3, revives: 1, upMs: 2 * minute }, 'failed'],
    ['has to be revived as often as the one before', { revives: 2 }, { revives: 2 }, 'kept'],
    ['leaks', {}, { memoryBytes: 5e8, upMs: 2 * minute }, 'failed'],
    ['has not run for ten minutes', {}, { upMs: 9 * minute }, 'trying'],
    ['does not reach the CMS yet', {}, { hasCms: false, upMs: 29 * minute }, 'trying'],
    ['does not reach the CMS for half an hour', {}, { hasCms: false, upMs: 31 * minute }, 'doubted'],
    ['does not reach a CMS that was away before', { cms: false }, { hasCms: false }, 'kept'],
  ])('of a release that %s', (_, was, is, verdict) => {
    expect(judge({ ...before, ...was }, { ...good, ...is }).is).toBe(verdict);
  });

  test('never keeps or blames for the clock of the wall: nothing of it is asked', () => {
    const facts = { ...good, items: 100 };
    expect(observed(facts, { ...facts, items: 98, revives: 0 }, true).changes).toBe(false);
    expect(observed(facts, { ...facts, items: 97, revives: 0 }, true).changes).toBe(true);
  });
});

describe('the window', () => {
  const night = { from: '22:30', to: '05:00' };
  const at = (text: string) => Date.parse(`2026-11-22T${text}:00Z`);

  test('gives each player a moment of its own, always inside', () => {
    const moments = Array.from({ length: 200 }, (_, index) => {
      const now = at('12:00');
      return (now + untilSwitchMs(night, `player ${index}`, now, 'UTC')) % (24 * 60 * minute);
    });
    expect(new Set(moments).size).toBeGreaterThan(190);
    for (const moment of moments) {
      const day = 24 * 60 * minute;
      const into = (moment - 22.5 * 60 * minute + day) % day;
      expect(into).toBeLessThan(6.5 * 60 * minute);
    }
  });

  test('is open from that moment to its end', () => {
    const wait = untilSwitchMs(night, 'player', at('12:00'), 'UTC');
    const moment = at('12:00') + wait;
    expect(untilSwitchMs(night, 'player', moment, 'UTC')).toBe(0);
    expect(untilSwitchMs(night, 'player', moment - 1, 'UTC')).toBe(1);
    expect(untilSwitchMs(night, 'player', at('05:00') + 24 * 60 * minute, 'UTC')).toBeGreaterThan(0);
  });
});

describe('the state', () => {
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
  const before = { plays: true, changes: true, cms: true, revives: 0, memoryBytes: 0 };
  const named = (release: string) => ({ release, version: `${release[0]}.0.0`, since: '2026', before });

  test('is read as it was written, and not at all when anything of it has changed', () => {
    const text = stateText(begun({ ...freshState('player'), held: true }, named(one)));
    expect(readState(text)).toMatchObject({ playerId: 'player', held: true, trial: { release: one } });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        expect(readState(changed)).toEqual(changed === text ? readState(text) : null);
        expect(readState(text.slice(0, at))).toBeNull();
      }),
    );
  });

  test('always has a whole release to go back to, whatever follows on what', () => {
    const steps = fc.constantFrom('begin', 'keep', 'take back', 'lost', 'network', 'recall');
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (all) => {
        let state = freshState('player');
        let next = 0;
        for (const step of all) {
          const release = String(++next).padStart(64, '0');
          if (step === 'begin') state = begun(state, named(release));
          if (step === 'keep') state = kept(state);
          if (step === 'take back') state = takenBack(state, 'died', '', '');
          if (step === 'lost') state = settled(state, true, '');
          if (step === 'network') state = settled(state, false, '');
          if (step === 'recall') state = recalled(state, '1.0.0', '');
          expect(state.current).not.toBe(state.trial?.release);
          expect(state.blocked.map((each) => each.release)).not.toContain(state.current);
          expect(readState(stateText(state))).toEqual(state);
        }
      }),
    );
  });

  test('a release that was kept is what is gone back to', () => {
    const state = kept(begun(kept(begun(freshState('player'), named(one))), named(two)));
    expect(state).toMatchObject({ current: two, previous: one, floor: '2.0.0' });
    expect(recalled(state, '2.0.0', '')).toMatchObject({ current: one, previous: null, floor: null });
  });
});

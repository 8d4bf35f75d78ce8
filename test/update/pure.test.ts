import { describe, expect, test } from 'vitest';
import { standing, takesPart } from '../../src/main/release/release.ts';
import { Lately } from '../../src/main/update/lately.ts';
import {
  begun,
  confirmed,
  dispelled,
  doubted,
  freshState,
  kept,
  recalled,
  takenBack,
  whyOf,
} from '../../src/main/update/state.ts';
import { readState, stateText } from '../../src/main/update/state-file.ts';
import { judge, type ShowFacts } from '../../src/main/update/trial.ts';
import { untilSwitchMs } from '../../src/main/update/window.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';
import fc from '../support/properties.ts';
import { beforeIt, good, playing } from './support/facts.ts';

const minute = 60_000;

describe('the rollout over 10,000 players', () => {
  const players = Array.from({ length: 10_000 }, (_, at) => `player-${at}`);
  const at = (share: number, seed: string) =>
    players.filter((player) => takesPart({ rollout: { seed, share } }, player));

  test.each([
    0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 1,
  ])('includes a share of %d, within one percent', (share) => {
    for (const seed of ['a', 'b', 'c'])
      expect(Math.abs(at(share, seed).length / players.length - share)).toBeLessThanOrEqual(0.01);
  });

  test('keeps its players at a larger share', () => {
    const shares = [0.01, 0.02, 0.1, 0.5, 1].map((share) => new Set(at(share, 'seed')));
    for (const [index, smaller] of shares.entries())
      for (const larger of shares.slice(index))
        expect([...smaller].every((one) => larger.has(one))).toBe(true);
  });

  test('begins with other players for each release', () => {
    const [one, other] = [at(0.1, 'one'), new Set(at(0.1, 'other'))];
    const both = one.filter((player) => other.has(player)).length;
    expect(both).toBeLessThan(one.length / 4);
    expect(standing('seed', 'player-1')).toBe(standing('seed', 'player-1'));
  });
});

describe('the trial', () => {
  /** The screens are on, and the programme has an item: so much of it is over, and nothing came. */
  const late = (ms: number) => ({ litMs: ms, dueMs: ms, upMs: ms, overdueMs: ms });
  const soon = good.now + 60 * minute;

  test.each([
    ['does what the one before did', {}, {}, 'kept'],
    ['shows nothing', {}, { items: 0, ...late(minute + 1) }, 'failed'],
    [
      'shows nothing yet on a slow machine',
      { firstItemMs: minute },
      { items: 0, ...late(2 * minute) },
      'trying',
    ],
    [
      'shows nothing yet on a machine that has become slow',
      {},
      { items: 0, ...late(3 * minute), slowness: 3.3 },
      'trying',
    ],
    [
      'shows nothing for longer than a slow machine needs',
      {},
      { items: 0, ...late(4 * minute), slowness: 3.3 },
      'failed',
    ],
    [
      'shows one item that does not end yet on a slow machine',
      {},
      { items: 1, litMs: 10 * minute + 1, overdueMs: 3 * minute, slowness: 3.3 },
      'trying',
    ],
    [
      'shows nothing while the screens are off by plan',
      {},
      { items: 0, litMs: 0, dueMs: 0, upMs: 6e7 },
      'trying',
    ],
    ['shows nothing once they are on', {}, { items: 0, ...late(minute + 1), upMs: 6e7 }, 'failed'],
    [
      'shows one item that does not end',
      {},
      { items: 1, litMs: 10 * minute + 1, overdueMs: minute + 1 },
      'failed',
    ],
    ['is in the middle of a long item', {}, { items: 1, litMs: 20 * minute, dueMs: 20 * minute }, 'trying'],
    [
      'has nothing due any more after one item',
      {},
      { items: 1, litMs: 6e7, dueMs: minute, idleMs: 5e7 },
      'trying',
    ],
    ['finds nothing to show', {}, { items: 0, litMs: 2 * minute, dueMs: 0, idleMs: minute + 1 }, 'doubted'],
    [
      'has nothing to show before the day begins',
      { idleUntil: soon },
      { items: 0, dueMs: 0, idleMs: 5 * minute },
      'trying',
    ],
    [
      'does well, but something was due for nine minutes',
      {},
      { dueMs: 9 * minute, upMs: 6e7, litMs: 6e7 },
      'trying',
    ],
    [
      'shows nothing where there was nothing to show',
      { plays: false, changes: false },
      { items: 0, dueMs: 0 },
      'kept',
    ],
    ['shows one item for ever, as the one before did', { changes: false }, { items: 1 }, 'kept'],
    ['has to be revived', {}, { items: 3, revivesLately: 1, upMs: 2 * minute }, 'failed'],
    ['has to be revived as often as the one before', { revives: 2 }, { revivesLately: 2 }, 'kept'],
    ['had to be revived yesterday', {}, { revives: 1 }, 'kept'],
    ['leaks', {}, { memoryBytes: 5e8, upMs: 2 * minute }, 'failed'],
    ['has not run for ten minutes', {}, { upMs: 9 * minute }, 'trying'],
    ['does not reach the CMS yet', {}, { hasCms: false, upMs: 29 * minute }, 'trying'],
    ['does not reach the CMS for half an hour', {}, { hasCms: false, upMs: 31 * minute }, 'doubted'],
    ['does not reach a CMS that was away before', { cms: false }, { hasCms: false }, 'kept'],
  ])('of a release that %s', (_, was, is, verdict) => {
    expect(judge({ ...beforeIt, ...was }, { ...good, ...is }).is).toBe(verdict);
  });

  test('counts three items within ten minutes as changes, and two not', () => {
    const seen = (items: number) => {
      const lately = new Lately();
      lately.see({ ...playing, items: 97, litMs: 1 }, 0);
      const last = { ...playing, items, litMs: 5_000 };
      lately.see(last, 5_000);
      return lately.before(last, true, 0).changes;
    };
    expect([seen(99), seen(100)]).toEqual([false, true]);
  });

  test('compares values with a display on only with values with a display on', () => {
    const lately = new Lately();
    lately.see({ ...playing, litMs: 5_000, memoryBytes: 9e8 }, 5_000);
    const dark = { ...playing, plays: false, litMs: 5_000, memoryBytes: 2e8 };
    for (let at = 10_000; at < 900_000; at += 5_000) lately.see(dark, at);
    const before = lately.before(dark, true, 0);
    expect(before).toMatchObject({ plays: true, memoryBytes: 9e8 });
    expect(judge(before, { ...good, memoryBytes: 8e8 }).is).toBe('kept');
    expect(new Lately().before(dark, true, 0).memoryBytes).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('compares with the worst ten minutes of the last day, and nothing older', () => {
    const lately = new Lately();
    let at = 0;
    const pass = (hours: number, facts: Partial<ShowFacts>) => {
      for (const until = at + hours * 60 * minute; at < until; at += minute)
        lately.see({ ...playing, litMs: at + minute, ...facts }, at);
    };
    pass(1, {});
    pass(1, { revives: 2, memoryBytes: 7e8 });
    pass(3, { revives: 2 });
    const now = { ...playing, revives: 2 };
    expect(lately.revives(now)).toBe(0);
    expect(lately.before(now, true, 0)).toMatchObject({ revives: 2, memoryBytes: 7e8 });
    pass(25, { revives: 2 });
    expect(lately.before(now, true, 0)).toMatchObject({ revives: 0, memoryBytes: 1e8 });
  });
});

test('revives before the first look of a player that has long been up are not of the last ten minutes', () => {
  const lately = new Lately();
  // The engine has died and started again, and with it what it remembered.
  const now = { ...playing, litMs: 1e9, upMs: 1e9, revives: 40 };
  lately.see(now, 0);
  expect(lately.revives(now)).toBe(0);
  expect(lately.before(now, true, 0).revives).toBe(0);
  expect(lately.revives({ ...now, revives: 41 })).toBe(1);
  const started = new Lately();
  const soon = { ...playing, litMs: 5_000, upMs: 5_000, revives: 2 };
  started.see(soon, 0);
  expect(started.revives(soon)).toBe(2);
});

describe('the window', () => {
  const night = { from: '22:30', to: '05:00' };
  const at = (text: string) => Date.parse(`2026-11-22T${text}:00Z`);

  test('gives each player its own moment, always inside', () => {
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
  const named = (release: string) => ({
    release,
    version: `${release[0]}.0.0`,
    since: '2026',
    before: beforeIt,
  });

  test('is read as written, and rejected when anything changed', () => {
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

  test('always has a complete release to go back to, in any order of events', () => {
    const steps = fc.constantFrom('begin', 'keep', 'take back', 'lost', 'network', 'recall');
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (all) => {
        let state = freshState('player');
        let next = 0;
        for (const step of all) {
          const release = String(++next).padStart(64, '0');
          if (step === 'begin') state = begun(state, named(release));
          if (step === 'keep') state = kept(state);
          if (step === 'take back') state = takenBack(state, 'died', message('update.blocked.died'), '');
          if (step === 'lost') state = confirmed(doubted(state, 'cms', ''), '');
          if (step === 'network') state = dispelled(doubted(state, 'show', ''), { idleUntil: 1 }, '');
          if (step === 'recall') state = recalled(state, '1.0.0', '');
          expect(state.current).not.toBe(state.trial?.release);
          expect(state.blocked.map((each) => each.release)).not.toContain(state.current);
          expect(readState(stateText(state))).toEqual(state);
        }
      }),
    );
  });

  test('goes back to the kept release', () => {
    const state = kept(begun(kept(begun(freshState('player'), named(one))), named(two)));
    expect(state).toMatchObject({ current: two, previous: one, floor: '2.0.0' });
    expect(recalled(state, '2.0.0', '')).toMatchObject({ current: one, previous: null, floor: null });
  });
});

test('why a release is blocked survives as a message, and as English for earlier versions', () => {
  const sentence = message('update.blocked.revives', { count: 3 });
  const one = { release: 'a'.repeat(64), version: '2.0.0' };
  const trial = { ...one, since: '', attempts: 3, cms: false, by: null };
  const before = { plays: true, changes: true, cms: true, revives: 0, memoryBytes: 1, firstItemMs: 0 };
  const fresh = { ...freshState('player'), trial: { ...trial, before: { ...before, idleUntil: 0 } } };
  const state = takenBack(fresh, 'revives', sentence, '');
  expect(state.blocked[0]).toMatchObject({ why: inEnglish(sentence), sentence });
  expect(readState(stateText(state))?.blocked).toEqual(state.blocked);
  const later = state.blocked.map((blocked) => ({ ...blocked, sentence: { code: 'of-a-later-version' } }));
  const read = readState(stateText({ ...state, blocked: later as never }))?.blocked[0];
  expect(read && whyOf(read)).toEqual(verbatim(inEnglish(sentence)));
});

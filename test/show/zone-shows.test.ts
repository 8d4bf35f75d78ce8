import { beforeEach, describe, expect, test } from 'vitest';
import type { Showing } from '../../src/main/show/events.ts';
import { ZoneShows } from '../../src/main/show/zone-shows.ts';
import { defaultScreenSettings, type Programme, type Zone } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';

const place = { left: 0, top: 0, width: '50%', height: '100%', fit: 'contain', sounds: false } as const;
const zone = (id: string): Zone => ({ id, ...place });
const divided = { ...defaultScreenSettings, zones: [zone('main'), zone('side')] };
const of = (zoneId: string, id = zoneId): Programme =>
  looping(id, [cue(`${id} a`, image('a'), 10_000), cue(`${id} b`, image('b'), 10_000)], {
    screenId: zoneId === '' ? '1' : `1/${zoneId}`,
  });

let clock: ManualClock;
let showings: Showing[];
let shows: ZoneShows;

beforeEach(() => {
  clock = new ManualClock();
  showings = [];
  shows = new ZoneShows({ screenId: '1', clock, onShowing: (showing) => showings.push(showing) });
});

const began = (zoneId: string, cueId: string, showingId = `${zoneId} showing`) =>
  shows.started({
    type: 'started',
    ...(zoneId === '' ? {} : { zone: zoneId }),
    showingId,
    cueId,
    pass: 0,
    index: 0,
    at: clock.now(),
  });
const reported = () => showings.map(({ type, screenId }) => `${type} ${screenId}`);

describe('a divided screen', () => {
  test('reports what each zone shows under the name of that zone', () => {
    expect(shows.programme(of('main'), divided)).toBe(true);
    expect(shows.programme(of('side'), divided)).toBe(true);
    expect(shows.messages.map((message) => 'programme' in message && message.programme.id)).toEqual([
      'main',
      'side',
    ]);
    expect([shows.plays, shows.seen]).toEqual([false, null]);
    began('side', 'side a');
    began('main', 'main a');
    expect(reported()).toEqual(['started 1/side', 'started 1/main']);
    expect(shows.status.zones?.map(({ id, nowPlaying }) => [id, nowPlaying?.cueId])).toEqual([
      ['main', 'main a'],
      ['side', 'side a'],
    ]);
    // The first zone leads, once it shows something.
    expect(shows.seen).toMatchObject({ zone: 'main', showingId: 'main showing' });
  });

  test('ignores a programme and a report of a zone that it does not have', () => {
    shows.programme(of('main'), divided);
    expect(shows.programme(of('gone'), divided)).toBe(false);
    expect(began('gone', 'gone a')).toBeNull();
    expect(began('main', 'unknown')).toBeNull();
    expect(reported()).toEqual([]);
  });

  test('hears the end of what a zone showed that is taken away, and nothing new of it', () => {
    shows.programme(of('main'), divided);
    shows.programme(of('side'), divided);
    began('main', 'main a');
    began('side', 'side a');
    shows.programme(of('main'), { ...divided, zones: [zone('main')] });
    expect(shows.status.zones?.map(({ id }) => id)).toEqual(['main']);
    expect(shows.isAlone('main showing')).toBe(true);
    const end = { at: clock.now(), outcome: 'completed', reason: null } as const;
    shows.ended({ type: 'ended', zone: 'side', showingId: 'side showing', cueId: 'side a', ...end });
    expect(reported().at(-1)).toBe('ended 1/side');
    shows.programme(of('main'), { ...divided, zones: [zone('main')] });
    expect(began('side', 'side b', 'late')).toBeNull();
  });

  test('is late only when nothing of what is due is in sight', () => {
    expect(shows.progress(clock.now())).toMatchObject({ isDue: true, isLate: true });
    shows.programme(of('main'), divided);
    shows.programme(of('side'), divided);
    expect(shows.progress(clock.now())).toMatchObject({ isDue: true, isLate: true });
    began('side', 'side a');
    expect(shows.progress(clock.now())).toMatchObject({ isDue: true, isLate: false });
  });

  test('strikes the zone that began something last when its stage dies', () => {
    shows.programme(of('main'), divided);
    shows.programme(of('side'), divided);
    began('side', 'side a');
    began('main', 'main a');
    shows.strike('crashed');
    expect(showings.slice(2).map((one) => [one.screenId, 'outcome' in one && one.outcome])).toEqual(
      expect.arrayContaining([
        ['1/main', 'failed'],
        ['1/side', 'interrupted'],
      ]),
    );
  });

  test('is settled while no zone changes its item, and alone where it is not divided', () => {
    shows.programme(of('main'), divided);
    shows.programme(of('side'), divided);
    began('main', 'main a');
    began('side', 'side a');
    expect([shows.isSettled('main showing'), shows.isSettled('other')]).toEqual([true, false]);
    expect(shows.isAlone('main showing')).toBe(false);
    began('side', 'side b', 'next showing');
    expect(shows.isSettled('main showing')).toBe(false);
  });

  test('tells a reloaded stage, and one that stands by, where each zone is', () => {
    shows.programme(of('main'), divided);
    shows.programme(of('side'), divided);
    expect(shows.follow(false)).toMatchObject({ zone: 'main', after: null });
    began('side', 'side a');
    expect(shows.follow(false)).toMatchObject({
      zone: 'main',
      after: null,
      others: [{ zone: 'side', after: { cueId: 'side a' } }],
    });
    expect(shows.follow(true)).toMatchObject({
      zone: 'side',
      standsBy: true,
      after: { cueId: 'side a' },
      others: [{ zone: 'main', after: null }],
    });
  });
});

describe('a whole screen', () => {
  test('has no zones in its status, and nothing to follow before it has shown anything', () => {
    shows.programme(of(''), defaultScreenSettings);
    expect([shows.follow(false), shows.status]).toEqual([null, { nowPlaying: null }]);
    began('', ' a');
    expect(shows.follow(false)).toMatchObject({ after: { cueId: ' a' } });
    expect(shows.seen).not.toHaveProperty('zone');
    expect(shows.status).toMatchObject({ nowPlaying: { cueId: ' a' } });
  });

  test('has no messages before its first programme', () => {
    expect(shows.messages).toEqual([]);
  });
});

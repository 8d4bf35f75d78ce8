import { expect, test } from 'vitest';
import { resting } from '../../src/main/doctor/show.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import { message, withRemedy } from '../../src/shared/languages/message.ts';

const playing = [{}] as unknown as ScheduleReport['cues'];
const empty = (...names: string[]) =>
  names.map((name) => ({ reason: 'nested-empty', name })) as unknown as ScheduleReport['excluded'];

test('a nested playlist whose hours are over is named once', () => {
  expect(resting({ screenId: '1', cues: playing, excluded: empty('Lunch', 'Lunch'), faults: [] })).toEqual([
    message('doctor.show.rests', { name: 'Lunch', show: '1' }),
  ]);
});

test('a nested playlist with a fault does not rest too, another one whose name is longer does', () => {
  const faults = [withRemedy(message('visit.empty', { name: 'Welcome', inner: 'Lunch' }))];
  const excluded = empty('Lunch', 'Lunch menu');
  expect(resting({ screenId: '1', cues: playing, excluded, faults })).toEqual([
    message('doctor.show.rests', { name: 'Lunch menu', show: '1' }),
  ]);
});

test('a nested playlist that is due and whose files cannot be shown does not rest', () => {
  const detail = message('reason.nested-empty.gap');
  const gap = [{ reason: 'nested-empty', name: 'Lunch', detail }] as unknown as ScheduleReport['excluded'];
  expect(resting({ screenId: '1', cues: playing, excluded: gap, faults: [] })).toEqual([]);
  expect(resting({ screenId: '1', cues: [], excluded: gap, faults: [] })).toEqual([]);
});

const late = (reason: string) => [{ reason, name: 'Lunch' }] as unknown as ScheduleReport['excluded'];

test('a screen whose entries are not due rests, unless one of them is due and cannot be shown', () => {
  const screen = { screenId: '1', cues: [], faults: [] };
  const rests = [message('doctor.show.screen-rests', { show: '1' })];
  expect(resting({ ...screen, excluded: late('outside-time') })).toEqual(rests);
  expect(resting({ ...screen, excluded: empty('Lunch') })).toEqual(rests);
  expect(resting({ ...screen, excluded: [...empty('Lunch'), ...late('media-not-downloaded')] })).toEqual([]);
  expect(resting({ screenId: '1/side', cues: [], faults: [], excluded: late('media-failed') })).toEqual([]);
  const faults = [withRemedy(message('playlist-empty', { playlist: 'Lobby', id: '1' }))];
  expect(resting({ ...screen, faults, excluded: late('deleted') })).toEqual([]);
});

test('a zone where nothing plays rests, unless it has a fault', () => {
  const zone = { screenId: '1/side', cues: [], excluded: [] };
  expect(resting({ ...zone, faults: [] })).toEqual([
    message('doctor.show.zone-rests', { zone: 'side', show: '1/side' }),
  ]);
  const faults = [withRemedy(message('zone.no-size', { zone: 'side' }))];
  expect(resting({ ...zone, faults })).toEqual([]);
});

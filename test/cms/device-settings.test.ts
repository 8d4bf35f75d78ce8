import { expect, test } from 'vitest';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { completeProfile } from '../../src/main/cms/profile.ts';

const decoders = createDecoders(completeProfile(), 'https://cms.example.com/api/v1.0/');
const settings = (raw: object) => decoders.device({ id: 1, ...raw }).settings;

test('a group has the settings of a device', () => {
  expect(decoders.deviceGroup({ id: 1, rotation: 90 }).settings).toEqual(settings({ rotation: 90 }));
});

test('a device and a group are decoded with name and assigned playlist', () => {
  const raw = { id: 7, name: 'Lobby', playlist: { id: 5 }, comment: 'ground floor' };
  expect(decoders.device(raw)).toMatchObject({ id: '7', name: 'Lobby', playlistId: '5', groupId: null });
  expect(decoders.deviceGroup(raw)).toMatchObject({
    name: 'Lobby',
    playlistId: '5',
    comment: 'ground floor',
  });
  expect(decoders.device({ id: 7, title: 'Hall' })).toMatchObject({ name: 'Hall', playlistId: null });
  expect(decoders.deviceGroup({ id: 7 })).toMatchObject({ name: '', comment: '' });
  for (const decode of [decoders.device, decoders.deviceGroup]) {
    expect(() => decode('text')).toThrow('is not an object (text “text”)');
  }
});

test.each([
  [0, 0],
  [1, 90],
  [2, 180],
  [3, 270],
  ['1', 90],
  [90, 90],
  [270, 270],
  [360, 0],
  [450, 90],
  [-90, 270],
  [4, null],
  [45, null],
  ['left', null],
  [null, null],
])('a rotation of %s is %s', (given, expected) => {
  expect(settings({ rotation: given }).rotation).toBe(expected);
});

test.each([
  ['volume', 0, 0],
  ['volume', 100, 100],
  ['volume', 130, 100],
  ['volume', -1, null],
  ['volume', 'loud', null],
  ['volume', true, null],
  ['update_interval', 1, 1],
  ['update_interval', 0, null],
  ['update_interval', -1, null],
  ['update_interval', 86_400 * 365, 86_400 * 365],
])('a %s of %s is %s', (field, given, expected) => {
  const { volume, updateInterval } = settings({ [field]: given });
  expect(field === 'volume' ? volume : updateInterval).toBe(expected);
});

test('a time zone is kept as named, even an unknown one, up to a length', () => {
  expect(settings({ timezone: 'Europe/Berlin' }).timeZone).toBe('Europe/Berlin');
  expect(settings({ time_zone: ' Mars/Olympus ' }).timeZone).toBe('Mars/Olympus');
  expect(settings({ timezone: ' ' }).timeZone).toBeNull();
  expect(settings({ timezone: 'x'.repeat(9000) }).timeZone).toHaveLength(100);
});

test('a region needs a width and a height, and begins at the corner by default', () => {
  const region = { left: 1, top: 2, width: 3, height: 4 };
  expect(settings(region).region).toEqual(region);
  expect(settings({ width: 3, height: 4 }).region).toEqual({ ...region, left: 0, top: 0 });
  for (const wrong of [{ width: 0 }, { height: 0 }, { width: -3 }, { height: -4 }, { width: null }]) {
    expect(settings({ ...region, ...wrong }).region, JSON.stringify(wrong)).toBeNull();
  }
});

test('a ticker shows only when it is switched on', () => {
  const ticker = (raw: object) => settings({ live_ticker: raw }).ticker;
  expect(ticker({ text: 'Hi', is_active: 1, speed: 5 })).toMatchObject({
    text: 'Hi',
    active: true,
    speed: 5,
    rssFeed: null,
    clockActive: false,
  });
  expect(ticker({})).toMatchObject({ text: '', active: false, clockActive: false });
  expect(ticker({ is_clock_active: true, rss_feed: ' https://a.example/ ' })).toMatchObject({
    clockActive: true,
    rssFeed: 'https://a.example/',
  });
  expect(settings({ live_ticker: 'none' }).ticker).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import type { HeldObject } from '../../src/main/edition/holdings.ts';
import type { DeviceSettings, LogoRecord, TickerRecord } from '../../src/main/edition/records.ts';
import { screenSettings } from '../../src/main/schedule/screen-settings.ts';
import { openSettings } from '../../src/main/sync/assignment.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';

const config = loadConfig({ noFile: true, env: {} });
const place = {
  ...config.screen,
  rotation: 90,
  volume: 50,
  region: { left: 1, top: 2, width: 3, height: 4 },
} as const;
const settings = (device: Partial<DeviceSettings>, screen = config.screen) =>
  screenSettings({ ...openSettings, ...device }, { ...config, screen });

const emptyTicker: TickerRecord = {
  ...{ text: '', rssFeed: null, active: false, color: null, backgroundColor: null, speed: null },
  ...{ direction: null, position: null, clockActive: false, clockFormat: null, clockPosition: null },
};

describe('settings of a screen', () => {
  test('nobody says anything', () => {
    expect(settings({})).toEqual(defaultScreenSettings);
  });

  test('the CMS is followed', () => {
    expect(
      settings({
        rotation: 270,
        volume: 30,
        screenScale: 90,
        region: { left: 0, top: 0, width: 1280, height: 720 },
      }),
    ).toMatchObject({ rotation: 270, volume: 0.3, scale: 0.9, region: { width: 1280 } });
  });

  test('rotation and region of the place beat the CMS; its volume is the most that may be', () => {
    const device = { rotation: 180, volume: 80, region: { left: 0, top: 0, width: 9, height: 9 } };
    expect(settings(device, place)).toMatchObject({ rotation: 90, volume: 0.5, region: place.region });
    expect(settings({ ...device, volume: 20 }, place).volume).toBe(0.2);
    expect(settings({}, place).volume).toBe(0.5);
  });

  test('what makes no sense is not followed', () => {
    expect(
      settings({
        rotation: 45,
        volume: 900,
        screenScale: 0,
        region: { left: 0, top: 0, width: 0, height: 0 },
      }),
    ).toEqual(defaultScreenSettings);
    expect(settings({ rotation: -90, volume: -5, screenScale: 1 })).toMatchObject({
      rotation: 270,
      volume: 0,
      scale: 1,
    });
    expect(settings({ rotation: Number.NaN, volume: Number.NaN })).toEqual(defaultScreenSettings);
  });

  test('the scale of the place beats that of the CMS', () => {
    expect(settings({ screenScale: 90 }, { ...place, scale: 0.5 }).scale).toBe(0.5);
    expect(settings({}, { ...place, scale: 2 }).scale).toBe(2);
  });

  test('a cue that a boundary takes away is cut, or finished by a setting', () => {
    expect(settings({}).atBoundary).toBe('cut');
    const finishing = { ...config, player: { ...config.player, atBoundary: 'finish' as const } };
    expect(screenSettings(openSettings, finishing).atBoundary).toBe('finish');
  });

  test('web pages are zoomed and loaded anew as the place wants it', () => {
    expect(settings({}, { ...place, pageZoom: 1.5, pageReloadSeconds: 60 })).toMatchObject({
      pageZoom: 1.5,
      pageReloadMs: 60_000,
    });
  });
});

describe('ticker', () => {
  const ticker: TickerRecord = {
    text: ' News ',
    rssFeed: null,
    active: true,
    color: null,
    backgroundColor: null,
    speed: null,
    direction: null,
    position: null,
    clockActive: false,
    clockFormat: null,
    clockPosition: null,
  };

  test('with what is left open filled in', () => {
    expect(settings({ ticker }).ticker).toEqual({
      text: 'News',
      color: '#ffffff',
      backgroundColor: '#000000',
      speed: 120,
      direction: 'left',
      position: 'bottom',
      clock: null,
    });
  });

  test('only when it is on and has something to say', () => {
    expect(settings({ ticker: { ...ticker, active: false } }).ticker).toBeNull();
    expect(settings({ ticker: { ...ticker, text: '  ' } }).ticker).toBeNull();
    expect(settings({ ticker: { ...ticker, text: '', clockActive: true } }).ticker?.clock).toEqual({
      format: 'HH:mm',
      position: 'right',
    });
  });

  const own = {
    text: 'Own news',
    feed: null,
    position: 'top',
    direction: 'right',
    speed: 60,
    color: '#ffcc00',
    backgroundColor: null,
    clock: { format: null, position: 'left' },
  } as const;

  test('of the place stands in for that of the CMS as a whole, and where there is none', () => {
    const shown = {
      text: 'Own news',
      color: '#ffcc00',
      backgroundColor: '#000000',
      speed: 60,
      direction: 'right',
      position: 'top',
      clock: { format: 'HH:mm', position: 'left' },
    };
    const here = { ...config.screen, ticker: own };
    for (const theirs of [null, { ...ticker, backgroundColor: 'red' }, { ...ticker, active: false }])
      expect(settings({ ticker: theirs }, here).ticker).toEqual(shown);
  });

  test('has the headlines of its own feed', () => {
    const headlines = (feed: string): readonly string[] => [`from ${feed}`];
    const told = (screen: typeof config.screen) =>
      screenSettings(
        { ...openSettings, ticker: { ...ticker, rssFeed: 'theirs' } },
        { ...config, screen },
        { headlines },
      ).ticker?.text;
    expect(told(config.screen)).toBe('News • from theirs');
    expect(told({ ...config.screen, ticker: { ...own, text: null, feed: 'ours' } })).toBe('from ours');
    expect(told({ ...config.screen, ticker: own })).toBe('Own news');
  });

  test('nothing but colours gets into a style', () => {
    const colours = { color: 'red; background: url(//x)', backgroundColor: 'url(https://x)' };
    expect(settings({ ticker: { ...ticker, ...colours } }).ticker).toMatchObject({
      color: '#ffffff',
      backgroundColor: '#000000',
    });
    expect(
      settings({ ticker: { ...ticker, color: '#FFEE00', backgroundColor: 'rgba(0, 0, 0, .5)' } }).ticker,
    ).toMatchObject({ color: '#FFEE00', backgroundColor: 'rgba(0, 0, 0, .5)' });
  });
});

describe('the edges of what a CMS may say', () => {
  test.each([
    [10, 0.1],
    [9, 1],
    [400, 4],
    [401, 1],
  ])('a scale of %s %% becomes %s', (screenScale, scale) => {
    expect(settings({ screenScale }).scale).toBe(scale);
  });

  test.each([
    [0, 0],
    [450, 90],
    [-180, 180],
    [91, 0],
  ])('%s degrees turn the screen by %s', (degrees, rotation) => {
    expect(settings({ rotation: degrees }).rotation).toBe(rotation);
  });

  test('a region without width or height is none', () => {
    for (const size of [
      { width: 0, height: 9 },
      { width: 9, height: 0 },
    ])
      expect(settings({ region: { left: 0, top: 0, ...size } }).region).toBeNull();
  });

  test.each([
    [null, 120],
    [0, 120],
    [1, 1],
    [2_000, 2_000],
    [2_001, 2_000],
  ])('a ticker at a speed of %s runs at %s', (speed, shown) => {
    const ticker = { ...emptyTicker, text: 'News', active: true, speed };
    expect(settings({ ticker }).ticker?.speed).toBe(shown);
  });
});

describe('the logo of a channel', () => {
  const image: HeldObject = {
    ...{ sha256: 'a'.repeat(64), bytes: 1, kind: 'image', mimeType: 'image/png', extension: 'png' },
    ...{ durationMs: null, width: 1, height: 1 },
  };
  const shown = (position: string | null, logo: HeldObject | undefined) =>
    screenSettings({ ...openSettings, logo: { mediaFileId: '1', position } as LogoRecord }, config, { logo })
      .logo;

  test.each([
    [null, 'top-right'],
    ['TopLeft', 'top-left'],
    ['bottom_left', 'bottom-left'],
    ['BOTTOM RIGHT', 'bottom-right'],
  ])('that stands at %s is shown at the %s', (position, place) => {
    expect(shown(position, image)).toEqual({ source: `media/${'a'.repeat(64)}.png`, position: place });
  });

  test('is shown once its bytes are here, and only as an image', () => {
    expect(shown(null, undefined)).toBeNull();
    expect(shown(null, { ...image, kind: 'video' })).toBeNull();
    expect(screenSettings(openSettings, config, { logo: image }).logo).toBeNull();
  });
});

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
  text: '',
  rssFeed: null,
  active: false,
  color: null,
  backgroundColor: null,
  speed: null,
  direction: null,
  position: null,
  clockActive: false,
  clockFormat: null,
  clockPosition: null,
};

describe('settings of a screen', () => {
  test('have defaults', () => {
    expect(settings({})).toEqual(defaultScreenSettings);
  });

  test('follow the CMS', () => {
    expect(
      settings({
        rotation: 270,
        volume: 30,
        screenScale: 90,
        region: { left: 0, top: 0, width: 1280, height: 720 },
      }),
    ).toMatchObject({ rotation: 270, volume: 0.3, scale: 0.9, region: { width: 1280 } });
  });

  test('prefer the configured rotation and region, and limit the volume', () => {
    const device = { rotation: 180, volume: 80, region: { left: 0, top: 0, width: 9, height: 9 } };
    expect(settings(device, place)).toMatchObject({ rotation: 90, volume: 0.5, region: place.region });
    expect(settings({ ...device, volume: 20 }, place).volume).toBe(0.2);
    expect(settings({}, place).volume).toBe(0.5);
  });

  test('ignore invalid values', () => {
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

  test('prefer the configured scale', () => {
    expect(settings({ screenScale: 90 }, { ...place, scale: 0.5 }).scale).toBe(0.5);
    expect(settings({}, { ...place, scale: 2 }).scale).toBe(2);
  });

  test('cut a cue at a boundary, or finish it if configured', () => {
    expect(settings({}).atBoundary).toBe('cut');
    const finishing = { ...config, player: { ...config.player, atBoundary: 'finish' as const } };
    expect(screenSettings(openSettings, finishing).atBoundary).toBe('finish');
  });

  test('zoom and reload web pages as configured', () => {
    expect(settings({}, { ...place, pageZoom: 1.5, pageReloadSeconds: 60 })).toMatchObject({
      pageZoom: 1.5,
      pageReloadMs: 60_000,
    });
  });
});

describe('the ticker', () => {
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

  test('gets defaults for missing values', () => {
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

  test('appears only if it is active and not empty', () => {
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

  test('is the configured one as a whole, with or without one in the CMS', () => {
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

  test('shows the headlines of its feed', () => {
    const headlines = (feed: string): readonly string[] => [`from ${feed}`];
    const tickerText = (screen: typeof config.screen) =>
      screenSettings(
        { ...openSettings, ticker: { ...ticker, rssFeed: 'theirs' } },
        { ...config, screen },
        { headlines },
      ).ticker?.text;
    expect(tickerText(config.screen)).toBe('News • from theirs');
    expect(tickerText({ ...config.screen, ticker: { ...own, text: null, feed: 'ours' } })).toBe('from ours');
    expect(tickerText({ ...config.screen, ticker: own })).toBe('Own news');
  });

  test('accepts only colours for its style', () => {
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

describe('limits of CMS values', () => {
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

  test('exclude a region without width or height', () => {
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
    sha256: 'a'.repeat(64),
    bytes: 1,
    kind: 'image',
    mimeType: 'image/png',
    extension: 'png',
    durationMs: null,
    width: 1,
    height: 1,
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

  test('is as opaque as the CMS has it', () => {
    const logo = { mediaFileId: '1', position: null, opacity: 40 };
    expect(screenSettings({ ...openSettings, logo }, config, { logo: image }).logo?.opacity).toBe(0.4);
  });

  test('is shown once its bytes are here, and only if it is an image', () => {
    expect(shown(null, undefined)).toBeNull();
    expect(shown(null, { ...image, kind: 'video' })).toBeNull();
    expect(screenSettings(openSettings, config, { logo: image }).logo).toBeNull();
  });
});

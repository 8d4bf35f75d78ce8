import { plainColour } from '../../shared/plain-colour.ts';
import {
  defaultScreenSettings,
  type Logo,
  type ScreenSettings,
  type Ticker,
  type Zone,
} from '../../shared/programme.ts';
import type { Config, Look } from '../config/config.ts';
import type { HeldObject } from '../edition/holdings.ts';
import type { DeviceSettings, LogoRecord, TickerRecord, ZoneRecord } from '../edition/records.ts';
import { soundingZone } from '../edition/zones.ts';
import { clockPositionOf, directionOf, positionOf } from './ticker-words.ts';

/** Facts of this device, besides the CMS's settings. */
export interface LocalFacts {
  /** The headlines of the feed at that address. */
  readonly headlines?: (feed: string) => readonly string[];
  /** The channel's logo, if its bytes are here. */
  readonly logo?: HeldObject | undefined;
  /** The zone of the ticker's clock. */
  readonly zone?: string;
  /** Of the screen, those that are shown. */
  readonly zones?: readonly ZoneRecord[];
}

/**
 * The settings of a screen. The CMS beats the configuration, except in what depends on the mounting place: rotation, scale,
 * region, the ticker as a whole, and volume as a ceiling.
 */
export function screenSettings(
  device: DeviceSettings,
  { screen, player }: Pick<Config, 'screen' | 'player'>,
  { headlines = () => [], logo, zone, zones = [] }: LocalFacts = {},
): ScreenSettings {
  const { rotation, fit, background, volume, scale, region, pageZoom, pageReloadMs } = defaultScreenSettings;
  return {
    rotation: screen.rotation ?? quarterTurns(device.rotation) ?? rotation,
    fit: screen.fit ?? fit,
    background: screen.background ?? background,
    volume: Math.min(share(device.volume) ?? volume, share(screen.volume) ?? 1),
    scale: screen.scale ?? scaleOf(device.screenScale) ?? scale,
    region: screen.region ?? usableRegion(device.region) ?? region,
    ticker: tickerOf(tickerRecord(device, screen), headlines, zone),
    logo: logoOf(device.logo, logo),
    pageZoom: screen.pageZoom ?? pageZoom,
    pageReloadMs: screen.pageReloadSeconds === null ? pageReloadMs : screen.pageReloadSeconds * 1000,
    atBoundary: player.atBoundary,
    ...(zones.length > 0 ? { zones: zonesOf(zones, screen.fit ?? fit) } : {}),
  };
}

function zonesOf(records: readonly ZoneRecord[], ofScreen: ScreenSettings['fit']): readonly Zone[] {
  const sounding = soundingZone(records)?.id;
  return records.map(({ id, left, top, width, height, fit }) => ({
    id,
    left,
    top,
    width,
    height,
    fit: fit ?? ofScreen,
    sounds: id === sounding,
  }));
}

function quarterTurns(degrees: number | null): ScreenSettings['rotation'] | null {
  if (degrees === null) return null;
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : null;
}

function share(percent: number | null): number | null {
  return percent === null || !Number.isFinite(percent) ? null : Math.min(Math.max(percent / 100, 0), 1);
}

/** In percent; a scale that makes the picture tiny or huge is ignored. */
function scaleOf(percent: number | null): number | null {
  return percent !== null && percent >= 10 && percent <= 400 ? percent / 100 : null;
}

/** A group without a region has zeroes there. */
function usableRegion(region: DeviceSettings['region']): DeviceSettings['region'] {
  return region !== null && region.width > 0 && region.height > 0 ? region : null;
}

const defaultSpeed = 120;

/** Separates headlines. */
const between = ' • ';

/** The configured ticker, else that of the CMS. Null: none. */
export function tickerRecord(
  device: Pick<DeviceSettings, 'ticker'>,
  screen: Pick<Look, 'ticker'>,
): TickerRecord | null {
  if (screen.ticker === null) return device.ticker?.active ? device.ticker : null;
  const { text, feed, clock, ...rest } = screen.ticker;
  return {
    ...rest,
    text: text ?? '',
    rssFeed: feed,
    active: true,
    clockActive: clock !== null,
    clockFormat: clock?.format ?? null,
    clockPosition: clock?.position ?? null,
  };
}

function tickerOf(
  record: TickerRecord | null,
  headlines: (feed: string) => readonly string[],
  zone?: string,
): Ticker | null {
  if (record === null) return null;
  const news = record.rssFeed === null ? [] : headlines(record.rssFeed);
  const text = [record.text.trim(), ...news].filter((piece) => piece !== '').join(between);
  const clock: Ticker['clock'] = record.clockActive
    ? {
        format: record.clockFormat ?? 'HH:mm',
        position: clockPositionOf(record.clockPosition),
        ...(zone === undefined ? {} : { timeZone: zone }),
      }
    : null;
  if (text === '' && clock === null) return null;
  return {
    text,
    color: colour(record.color) ?? '#ffffff',
    backgroundColor: colour(record.backgroundColor) ?? '#000000',
    speed: record.speed !== null && record.speed > 0 ? Math.min(record.speed, 2000) : defaultSpeed,
    direction: directionOf(record.direction),
    position: positionOf(record.position),
    clock,
  };
}

function logoOf(record: LogoRecord | undefined, held: HeldObject | undefined): Logo | null {
  if (record === undefined || held?.kind !== 'image') return null;
  const words = record.position?.toLowerCase() ?? '';
  const across = words.includes('left') ? 'left' : 'right';
  const position = words.includes('bottom') ? (`bottom-${across}` as const) : (`top-${across}` as const);
  const source = `media/${held.sha256}.${held.extension}`;
  return { source, position, ...(record.opacity === undefined ? {} : { opacity: record.opacity / 100 }) };
}

function colour(text: string | null): string | null {
  return text !== null && plainColour.test(text) ? text : null;
}

import type { Power } from './throttled.ts';

/** What the machine tells of itself. A sensor that it lacks is left out, and is no error. */
export interface Readings {
  /** Null: it measures no voltage. */
  readonly power: Power | null;
  /** The hottest of each kind. */
  readonly temperatures: readonly Temperature[];
  readonly wear: readonly Wear[];
}

export interface Temperature {
  /** The kernel's name for it, such as `cpu-thermal`. */
  readonly sensor: string;
  readonly celsius: number;
  /** From here on it is too hot. */
  readonly limit: number;
}

export interface Wear {
  readonly disk: string;
  /** At least so much of its life is used, from 0 to 1. */
  readonly used: number;
  readonly isWorn: boolean;
}

export const noReadings: Readings = { power: null, temperatures: [], wear: [] };

/** Lasting heat at which boards and disks age quickly; many slow down before. */
const hotCelsius = 90;
/** So far below the temperature at which the kernel switches the machine off. */
const criticalMargin = 5;

/** Null: the zone does not measure now. Zones that are switched off report zero, or zero kelvin. */
export function temperatureOf(
  sensor: string,
  milli: string | null,
  criticalMilli: string | null,
): Temperature | null {
  const celsius = celsiusOf(milli);
  if (celsius === null) return null;
  const critical = celsiusOf(criticalMilli);
  const limit = critical === null ? hotCelsius : Math.min(hotCelsius, critical - criticalMargin);
  return { sensor, celsius, limit };
}

function celsiusOf(milli: string | null): number | null {
  if (milli === null || !/^-?\d{1,7}$/.test(milli)) return null;
  const celsius = Math.round(Number(milli) / 1000);
  return celsius > -40 && celsius < 150 && milli !== '0' ? celsius : null;
}

const wornFrom = 0.9;

/** `life_time` and `pre_eol_info` of an eMMC (JESD84-B50): tenths of the life of two kinds of cells, and the state of its reserve. */
export function emmcWear(disk: string, lifeTime: string | null, preEol: string | null): Wear | null {
  const [, a = '', b = ''] = /^0x([0-9a-f]{2}) 0x([0-9a-f]{2})$/.exec(lifeTime ?? '') ?? [];
  // 0: not defined; 1: up to 10 %; 11: more than all.
  const tenths = [a, b].map((hex) => Number.parseInt(hex, 16)).filter((one) => one >= 1 && one <= 11);
  if (tenths.length === 0) return null;
  const used = (Math.max(...tenths) - 1) / 10;
  return { disk, used, isWorn: used >= wornFrom || /^0x0[23]$/.test(preEol ?? '') };
}

/** By the disk's own count. */
export function smartWear(disk: string, percent: number): Wear {
  const used = Math.min(percent, 100) / 100;
  return { disk, used, isWorn: used >= wornFrom };
}

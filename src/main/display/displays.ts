import type { Config, Look } from '../config/config.ts';
import { readHours } from '../edition/hours.ts';
import type { Rs232Record } from '../edition/records.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { DisplayKeeper, type DisplayPlan } from './display-keeper.ts';
import type { PowerResult, PowerSwitch } from './power.ts';
import { serialSwitch } from './serial.ts';
import { cecSwitch, ddcSwitch, hookSwitch } from './switches.ts';

export interface DisplaysNeeds {
  readonly config: Pick<Config, 'screen' | 'screens'>;
  readonly clock: Clock;
  readonly log: Log;
  screens(): readonly string[];
  zone(): string | null;
  black(screenId: string, isBlack: boolean): void;
  /** The graphics system's own power switch. */
  power(wanted: 'on' | 'off'): Promise<PowerResult>;
  /** The CMS's data about displays, passed to the hook. */
  details(): Readonly<Record<string, unknown>>;
  /** What the CMS wants sent to displays on a serial line; null: nothing. */
  rs232?(): Rs232Record | null;
}

/** The hook of a screen; screens that show the same use the first one's. */
export function hookOf(
  { screen, screens }: DisplaysNeeds['config'],
  screenId: string,
): readonly string[] | null {
  if (screens === 'all') return screen.hook;
  return screens.find(({ id }) => id === screenId)?.look.hook ?? null;
}

/** Creates the keeper from the configuration. Without configured hours or hooks power is left alone. */
export function keepDisplays(needs: DisplaysNeeds): DisplayKeeper {
  const { config, power, details, rs232: _, ...others } = needs;
  return new DisplayKeeper({
    ...others,
    plans: plansOf(config, needs),
    common: [{ name: 'display', set: power }],
  });
}

/** What each screen's display is to do, and by which switches. */
export function plansOf(
  config: DisplaysNeeds['config'],
  { details, rs232 = () => null }: Pick<DisplaysNeeds, 'details' | 'rs232'>,
): readonly DisplayPlan[] {
  const looks: readonly (readonly [string, Look])[] =
    config.screens === 'all' ? [['1', config.screen]] : config.screens.map(({ id, look }) => [id, look]);
  return looks.map(([screenId, look]): DisplayPlan => {
    const hours = look.hours === null ? null : readHours(look.hours);
    return { screenId, hours, switches: switchesOf(look, () => ({ screenId, ...details() }), rs232) };
  });
}

function switchesOf(
  { hook, cec, ddc, serial }: Look,
  details: () => Readonly<Record<string, unknown>>,
  rs232: () => Rs232Record | null,
): readonly PowerSwitch[] {
  return [
    ...(hook === null ? [] : [hookSwitch(hook, details)]),
    ...(cec === null ? [] : [cecSwitch(cec)]),
    ...(ddc === null ? [] : [ddcSwitch(ddc)]),
    ...(serial === null ? [] : [serialSwitch(serial, rs232)]),
  ];
}

import { message } from '../../shared/languages/message.ts';
import { screenOf } from '../../shared/zones.ts';
import type { Config } from '../config/config.ts';
import type { Rs232Record } from '../edition/records.ts';
import type { Host } from '../host/host.ts';
import type { Show } from '../show/show.ts';
import type { DisplayKeeper, DisplayReport } from './display-keeper.ts';
import { type DisplaysNeeds, hookOf, keepDisplays, plansOf } from './displays.ts';
import { type Commands, HookCommands } from './hook-commands.ts';
import { unknownPower } from './power.ts';
import { shopZone } from './shop-zone.ts';

interface ShopDisplaysNeeds extends Pick<DisplaysNeeds, 'clock' | 'log'> {
  readonly show: Pick<Show, 'sights' | 'black'>;
  /** The present one. */
  config(): Pick<Config, 'screen' | 'screens' | 'timeZone'>;
  /** Null while there is no browser. */
  host(): Pick<Host, 'power'> | null;
  /** Null: the engine has not answered yet. */
  vitals(): {
    readonly clock: { readonly trusted: boolean; readonly zone: string };
    readonly rs232: Rs232Record | null;
  } | null;
}

export interface ShopDisplays
  extends Pick<DisplayKeeper, 'wanted' | 'look' | 'byHand' | 'offByHand' | 'failing'> {
  /** Runs the commands of an entry through the hook of its screen. */
  run(commands: Commands): void;
  report(): DisplayReport;
  /** The configuration has other hours. */
  configured(): void;
}

/** The displays' hours and switches, and the commands of entries. */
export function startDisplays({ show, host, vitals, ...needs }: ShopDisplaysNeeds): ShopDisplays {
  const { config, clock, log } = needs;
  const rs232 = () => vitals()?.rs232 ?? null;
  const details = () => {
    const serial = rs232();
    return serial === null ? {} : { rs232: serial };
  };
  const keeper = keepDisplays({
    ...needs,
    config: config(),
    screens: () => show.sights().map(({ id }) => id),
    black: (screenId, isBlack) => show.black(screenId, isBlack),
    zone: () => shopZone(vitals(), config().timeZone, clock.now()),
    power: async (wanted) => host()?.power(wanted) ?? unknownPower(message('display-switch.no-browser')),
    details,
    rs232,
  });
  const commands = new HookCommands({
    clock,
    log,
    hook: (screenId) => hookOf(config(), screenOf(screenId)),
    details,
  });
  return {
    wanted: (screenId) => keeper.wanted(screenId),
    look: () => keeper.look(),
    byHand: (wanted) => keeper.byHand(wanted),
    get offByHand() {
      return keeper.offByHand;
    },
    get failing() {
      return keeper.failing;
    },
    configured: () => keeper.follow(plansOf(config(), { details, rs232 })),
    run: (added) => commands.add(added),
    report() {
      const report = keeper.report();
      return { ...report, switches: [...report.switches, ...(commands.last ? [commands.last] : [])] };
    },
  };
}

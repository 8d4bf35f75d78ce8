import { rmSync } from 'node:fs';
import { until } from '../../../test/support/until.ts';
import type { Pc } from './pc.ts';
import { colourIn, isDark } from './picture.ts';
import { pressPower } from './set-up.ts';
import { moves } from './show.ts';
import { gigabyte, type World } from './world.ts';

const minute = 60;
/** Root reaches the display as the player does. */
const server = 'DISPLAY=$(cat /run/vitrine/display.number) XAUTHORITY=/run/vitrine/display.cookie';
/** The player leaves power management off where the display is on. */
const monitor = `${server} xset -q | grep -oE 'Monitor is Off|DPMS is Disabled'`;
const connector = '/sys/class/drm/card*-*';

/** A display that is unplugged is missed until it is back. Outside the opening hours it is black and asleep until they begin. */
export async function display(world: World): Promise<void> {
  const disk = world.disk('display', 4 * gigabyte);
  world.add('blue');
  try {
    const pc = await world.boot({ disk, name: 'before-display' }, colourIn);
    try {
      await pc.logIn();
      await unplugged(world, pc);
      await pc.vitrine('set timeZone UTC');
      const now = Number(await pc.shell('date +%s'));
      // At least a minute for the order by SSH.
      const closes = (Math.floor(now / minute) + 2) * minute;
      const opens = closes + 2 * minute;
      const at = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);
      const open = JSON.stringify({ daily: [`${at(opens)}-${at(closes)}`] });
      await pc.vitrine(`set screen.hours '${open}'`);
      await follows(world, pc, { name: 'closed', at: closes, find: isDark, power: 'Monitor is Off, Off' });
      await follows(world, pc, { name: 'open', at: opens, find: colourIn, power: 'DPMS is Disabled, On' });
      await pressPower(world, pc, 'display');
    } finally {
      await pc.cut();
    }
  } finally {
    rmSync(disk, { force: true });
  }
}

/** As if its cable were pulled out and put back. The driver sends no event: the kiosk's display script has to see it. */
async function unplugged(world: World, pc: Pc): Promise<void> {
  const plug = (how: 'off' | 'detect'): Promise<string> =>
    pc.shell(`for each in ${connector}/status; do echo ${how} >$each; done`);
  const says = async (name: string, wanted: string): Promise<void> => {
    const from = pc.seconds;
    const isSo = async (): Promise<boolean> => (await pc.health()).verdict === wanted;
    const is = await until(name, isSo, 180_000).catch(() => false);
    const { sentence } = await pc.health();
    world.check(`${name}: health`, is, `after ${(pc.seconds - from).toFixed(0)} s: ${sentence}`);
  };
  await plug('off');
  await says('unplugged', 'dark');
  await plug('detect');
  await says('plugged-in', 'well');
  await moves(world, pc, 'plugged-in');
}

interface Change {
  readonly name: string;
  /** By the machine's clock. */
  readonly at: number;
  readonly find: Parameters<Pc['until']>[2];
  /** By the X server, and by the kernel. */
  readonly power: string;
}

async function follows(world: World, pc: Pc, { name, at, find, power }: Change): Promise<void> {
  await until(`the time of ${name}`, async () => Number(await pc.shell('date +%s')) >= at, 600_000);
  const from = pc.seconds;
  await pc.until(name, 120, find);
  world.line(name, pc.seconds - from);
  const states = async (): Promise<string> =>
    `${await pc.shell(`${monitor} || true`)}, ${await pc.shell(`cat ${connector}/dpms`)}`;
  const isSo = async (): Promise<boolean> => (await states()) === power;
  const is = await until(name, isSo, 60_000).catch(() => false);
  world.check(`${name}: display`, is, await states());
  const { verdict, sentence } = await pc.health();
  world.check(`${name}: health`, verdict === 'well', sentence);
}

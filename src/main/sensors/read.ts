import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { emmcWear, type Readings, type Temperature, temperatureOf } from './readings.ts';
import { type Power, throttled } from './throttled.ts';

/** Of each kind: a machine with more has a fault. */
const mostSensors = 32;
const mostBytes = 256;

/** Reads the kernel's files of this machine. Never rejects. */
export async function readSensors(sys = '/sys'): Promise<Readings> {
  const [power, temperatures, wear] = await Promise.all([
    readPower(sys),
    readTemperatures(sys),
    readWear(sys),
  ]);
  return { power, temperatures, wear };
}

/** The first line; null: not there, or it cannot be read now, as of a device that sleeps. */
async function line(...path: readonly string[]): Promise<string | null> {
  try {
    await using file = await open(join(...path), 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString('latin1', 0, bytesRead).split('\n')[0]?.trim() ?? null;
  } catch {
    return null;
  }
}

async function namesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .slice(0, mostSensors);
}

async function readPower(sys: string): Promise<Power | null> {
  const firmware = join(sys, 'bus/platform/drivers/raspberrypi-firmware');
  for (const name of await namesIn(firmware, /:firmware$/)) {
    const power = throttled(await line(firmware, name, 'get_throttled'));
    if (power !== null) return power;
  }
  const monitors = join(sys, 'class/hwmon');
  for (const name of await namesIn(monitors, /^hwmon\d+$/)) {
    if ((await line(monitors, name, 'name')) !== 'rpi_volt') continue;
    const alarm = await line(monitors, name, 'in0_lcrit_alarm');
    if (alarm === '0' || alarm === '1') return { isLow: alarm === '1', wasLow: alarm === '1' };
  }
  return null;
}

async function readTemperatures(sys: string): Promise<readonly Temperature[]> {
  const zones = join(sys, 'class/thermal');
  const hottest = new Map<string, Temperature>();
  for (const name of await namesIn(zones, /^thermal_zone\d+$/)) {
    const folder = join(zones, name);
    // The kernel's names are short; this one is a label of a metric.
    const sensor = (await line(folder, 'type'))?.replaceAll(/[^\w.-]/g, '_').slice(0, 40) || name;
    const found = temperatureOf(sensor, await line(folder, 'temp'), await critical(folder));
    const before = hottest.get(sensor);
    if (found !== null && (before === undefined || before.celsius < found.celsius))
      hottest.set(sensor, found);
  }
  return [...hottest.values()];
}

async function critical(folder: string): Promise<string | null> {
  for (const type of await namesIn(folder, /^trip_point_\d+_type$/))
    if ((await line(folder, type)) === 'critical') return line(folder, type.replace(/_type$/, '_temp'));
  return null;
}

async function readWear(sys: string): Promise<Readings['wear']> {
  const disks = join(sys, 'block');
  const all = await namesIn(disks, /^mmcblk\d+$/);
  const found = all.map(async (disk) => {
    const device = join(disks, disk, 'device');
    return emmcWear(disk, await line(device, 'life_time'), await line(device, 'pre_eol_info'));
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readSensors } from '../../src/main/sensors/read.ts';
import {
  emmcWear,
  noReadings,
  type Readings,
  smartWear,
  temperatureOf,
} from '../../src/main/sensors/readings.ts';
import { throttled } from '../../src/main/sensors/throttled.ts';
import { SensorWatch } from '../../src/main/sensors/watch.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Files as the kernel shows them below /sys. */
function sysfs(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const zone = (nth: number, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`class/thermal/thermal_zone${nth}/${name}`, text]),
  );

describe('the sensors', () => {
  test('of a Raspberry Pi with eMMC tell voltage, temperature and wear', async () => {
    const sys = sysfs({
      'bus/platform/drivers/raspberrypi-firmware/soc:firmware/get_throttled': '50005\n',
      ...zone(0, {
        type: 'cpu-thermal\n',
        temp: '54530\n',
        trip_point_0_type: 'hot\n',
        trip_point_0_temp: '80000\n',
        trip_point_1_type: 'critical\n',
        trip_point_1_temp: '90000\n',
      }),
      'block/mmcblk0/device/life_time': '0x02 0x03\n',
      'block/mmcblk0/device/pre_eol_info': '0x01\n',
    });
    expect(await readSensors(sys)).toEqual({
      power: { isLow: true, wasLow: true },
      temperatures: [{ sensor: 'cpu-thermal', celsius: 55, limit: 85 }],
      wear: [{ disk: 'mmcblk0', used: 0.2, isWorn: false }],
    });
  });

  test.each([
    ['0\n', { isLow: false, wasLow: false }],
    ['1\n', { isLow: true, wasLow: true }],
  ])('of a board with the hardware monitor rpi_volt tell its alarm %j', async (alarm, power) => {
    const sys = sysfs({
      'class/hwmon/hwmon0/name': 'cpu_thermal\n',
      'class/hwmon/hwmon1/name': 'rpi_volt\n',
      'class/hwmon/hwmon1/in0_lcrit_alarm': alarm,
    });
    expect((await readSensors(sys)).power).toEqual(power);
  });

  test('of a PC are the hottest of each kind, without those that do not measure', async () => {
    const sys = sysfs({
      ...zone(0, { type: 'acpitz\n', temp: '27800\n' }),
      ...zone(1, { type: 'acpitz\n', temp: '29800\n' }),
      ...zone(2, { type: 'x86_pkg_temp\n', temp: '61000\n' }),
      ...zone(3, { type: 'iwlwifi_1\n', temp: '' }),
      ...zone(4, { type: 'pch_cannonlake\n', temp: '-274000\n' }),
      ...zone(5, { type: 'B"ad\n', temp: '40000\n' }),
      ...zone(6, { temp: '41000\n' }),
      'block/nvme0n1/size': '1\n',
      'block/mmcblk1/size': '1\n',
    });
    expect((await readSensors(sys)).temperatures).toEqual([
      { sensor: 'acpitz', celsius: 30, limit: 90 },
      { sensor: 'x86_pkg_temp', celsius: 61, limit: 90 },
      { sensor: 'B_ad', celsius: 40, limit: 90 },
      { sensor: 'thermal_zone6', celsius: 41, limit: 90 },
    ]);
    expect((await readSensors(sys)).wear).toEqual([]);
  });

  test('are none where the machine has none, and a file that never ends is cut', async () => {
    expect(await readSensors('/nonexistent')).toEqual(noReadings);
    const sys = sysfs(zone(0, { type: 'x'.repeat(100_000), temp: '40000' }));
    expect((await readSensors(sys)).temperatures).toEqual([
      { sensor: 'x'.repeat(40), celsius: 40, limit: 90 },
    ]);
  });
});

test.each([
  ['throttled=0x0\n', { isLow: false, wasLow: false }],
  ['throttled=0x50000\n', { isLow: false, wasLow: true }],
  ['throttled=0x50005\n', { isLow: true, wasLow: true }],
  ['throttled=0x80008\n', { isLow: false, wasLow: false }],
  ['50005', { isLow: true, wasLow: true }],
  ['VCHI initialization failed', null],
  ['0x50005', null],
  ['', null],
  [null, null],
])('the number %j of the firmware means %j', (text, power) => {
  expect(throttled(text)).toEqual(power);
});

test.each([
  ['0x01 0x01', '0x01', 0, false],
  ['0x0a 0x01', '0x01', 0.9, true],
  ['0x00 0x0b', '0x00', 1, true],
  ['0x01 0x01', '0x02', 0, true],
  ['0x01 0x01', null, 0, false],
])('an eMMC with life %s and reserve %s has used %d', (life, reserve, used, isWorn) => {
  expect(emmcWear('mmcblk0', life, reserve)).toEqual({ disk: 'mmcblk0', used, isWorn });
});

test.each([[null], ['0x00 0x00'], ['0x0c 0xff'], ['2 3']])('an eMMC with life %j tells nothing', (life) => {
  expect(emmcWear('mmcblk0', life, '0x01')).toBeNull();
});

test('a disk is worn from 90 % on, and never more than whole', () => {
  expect([smartWear('sda', 89), smartWear('sda', 90), smartWear('sda', 180)]).toMatchObject([
    { used: 0.89, isWorn: false },
    { used: 0.9, isWorn: true },
    { used: 1, isWorn: true },
  ]);
});

test.each(['', '0', '200000', '-274000', '5e4', '99999999999'])('%j is no temperature', (milli) => {
  expect(temperatureOf('cpu', milli, null)).toBeNull();
});

describe('the watch', () => {
  const at = (celsius: number): Readings => ({
    ...noReadings,
    temperatures: [{ sensor: 'cpu', celsius, limit: 90 }],
  });
  const isHot = ({ readings }: SensorWatch) =>
    readings.temperatures.some(({ celsius, limit }) => celsius >= limit);

  test('reads once a minute, and calls a sensor hot until it is five degrees cooler', async () => {
    const clock = new ManualClock();
    const values = [89, 90, 86, 84, 89];
    const watch = new SensorWatch({ clock, read: async () => at(values.shift() ?? 0) });
    const seen: boolean[] = [];
    for (let nth = 0; nth < 5; nth++) {
      await clock.advance(1);
      seen.push(isHot(watch));
      if (nth < 4) await clock.advance(59_999);
    }
    expect(seen).toEqual([false, true, true, false, false]);
    watch.stop();
    values.push(99);
    await clock.advance(120_000);
    expect(values).toEqual([99]);
  });

  test('waits for a read that hangs, and keeps its values after one that fails', async () => {
    const clock = new ManualClock();
    let reads = 0;
    let goOn: (readings: Readings) => void = () => undefined;
    const watch = new SensorWatch({
      clock,
      read: () => {
        reads++;
        if (reads === 2) return Promise.reject(new Error('EIO'));
        return reads === 1
          ? Promise.resolve(at(50))
          : new Promise((resolve) => {
              goOn = resolve;
            });
      },
    });
    await clock.advance(60_000);
    expect(watch.readings).toEqual(at(50));
    await clock.advance(600_000);
    expect(reads).toBe(3);
    goOn(at(60));
    await clock.advance(60_000);
    expect([reads, watch.readings]).toEqual([4, at(60)]);
    watch.stop();
  });
});

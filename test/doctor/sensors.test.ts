import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSensors, smartOf } from '../../src/main/doctor/sensors.ts';
import { message } from '../../src/shared/languages/message.ts';

/** As `smartctl --json -H -A` of 7.3 prints them, shortened. */
const nvme = (used: number, passed = true) =>
  JSON.stringify({
    json_format_version: [1, 0],
    smartctl: {
      version: [7, 3],
      argv: ['smartctl', '--json', '-H', '-A', '/dev/nvme0n1'],
      exit_status: passed ? 0 : 8,
    },
    device: { name: '/dev/nvme0n1', info_name: '/dev/nvme0n1', type: 'nvme', protocol: 'NVMe' },
    smart_status: { passed, nvme: { value: passed ? 0 : 4 } },
    nvme_smart_health_information_log: {
      critical_warning: 0,
      temperature: 41,
      available_spare: 100,
      available_spare_threshold: 10,
      percentage_used: used,
      media_errors: 0,
    },
    temperature: { current: 41 },
  });
const ata = (...table: readonly object[]) =>
  JSON.stringify({ smart_status: { passed: true }, ata_smart_attributes: { revision: 1, table } });
const attribute = (id: number, name: string, value: number) => ({
  id,
  name,
  value,
  worst: value,
  thresh: 0,
  flags: { value: 19, string: 'PO--C- ' },
  raw: { value: 1, string: '1' },
});
const refused = JSON.stringify({
  smartctl: {
    messages: [{ string: 'Smartctl open device: /dev/sda failed: Permission denied', severity: 'error' }],
    exit_status: 2,
  },
});

test.each([
  ['an NVMe disk', nvme(7), 0.07],
  [
    'an SSD of Samsung',
    ata(attribute(5, 'Reallocated_Sector_Ct', 100), attribute(177, 'Wear_Leveling_Count', 98)),
    0.02,
  ],
  ['an SSD of Intel', ata(attribute(233, 'Media_Wearout_Indicator', 90)), 0.1],
])('the wear of %s is read', (_, output, used) => {
  expect(smartOf('sda', output)).toEqual({
    disk: 'sda',
    wear: { disk: 'sda', used, isWorn: false },
    hasFailed: false,
  });
});

test.each([
  ['an attribute that counts the other way round', ata(attribute(230, 'Media_Wearout_Indicator', 1))],
  ['a hard disk', ata(attribute(5, 'Reallocated_Sector_Ct', 100))],
])('%s tells no wear', (_, output) => {
  expect(smartOf('sda', output)).toEqual({ disk: 'sda', wear: null, hasFailed: false });
});

test.each([[''], ['smartctl 7.3'], [refused], ['null'], [ata({ id: 'x' })]])('%s tells nothing', (output) => {
  expect(smartOf('sda', output)).toBeNull();
});

test('a disk that fails, one that is worn, and a weak power supply are found', async () => {
  const sys = mkdtempSync(join(tmpdir(), 'vitrine-sys-'));
  onTestFinished(() => rmSync(sys, { recursive: true }));
  for (const disk of ['sda', 'nvme0n1', 'loop0', 'sr0'])
    mkdirSync(join(sys, 'block', disk), { recursive: true });
  const commands: string[] = [];
  const run = async (...command: readonly string[]): Promise<string> => {
    commands.push(command.join(' '));
    if (command[0] === 'vcgencmd') return 'throttled=0x50000\n';
    return command.at(-1) === '/dev/sda' ? nvme(1, false) : nvme(93);
  };
  const found = await checkSensors({ sys, run });
  expect(commands).toEqual([
    'vcgencmd get_throttled',
    'smartctl --json -H -A /dev/nvme0n1',
    'smartctl --json -H -A /dev/sda',
  ]);
  expect(found).toMatchObject([
    { check: 'power', result: 'warn', message: message('doctor.power.was-low') },
    { result: 'warn', message: message('health.storage-worn', { disk: 'nvme0n1', used: 0.93 }) },
    { result: 'ok', message: message('doctor.wear.good', { disk: 'sda', used: 0.01 }) },
    { result: 'fail', message: message('doctor.wear.failing', { disk: 'sda' }) },
  ]);
  for (const { result, remedy } of found) expect(remedy === null).toBe(result === 'ok');
});

test('a machine without sensors and tools has no findings of them', async () => {
  expect(await checkSensors({ sys: '/nonexistent', run: async () => '' })).toEqual([]);
});

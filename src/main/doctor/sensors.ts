import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { type Finding, fail, ok, warn } from '../ground/finding.ts';
import { runProgram } from '../ground/program.ts';
import { findProgram } from '../host/chromium/executable.ts';
import { readSensors } from '../sensors/read.ts';
import { type Readings, smartWear, type Wear } from '../sensors/readings.ts';
import { throttled } from '../sensors/throttled.ts';

/** `run`: the output of a program; empty: there is none. */
interface SensorNeeds {
  readonly sys: string;
  run(...command: readonly string[]): Promise<string>;
}

/** What the machine's sensors and its disks' own counts say; nothing of what it lacks. Tools that only root may use are used by root. */
export async function checkSensors(needs: SensorNeeds = thisMachine): Promise<readonly Finding[]> {
  const readings = await readSensors(needs.sys);
  const power = readings.power ?? throttled(await needs.run('vcgencmd', 'get_throttled'));
  const disks = await smart(needs);
  return [
    ...ofPower(power),
    ...ofTemperature(readings),
    ...[...readings.wear, ...disks.flatMap(({ wear }) => wear ?? [])].map(ofWear),
    ...disks
      .filter(({ hasFailed }) => hasFailed)
      .map(({ disk }) => fail('wear', message('doctor.wear.failing', { disk }))),
  ];
}

const thisMachine: SensorNeeds = {
  sys: '/sys',
  run: async (program = '', ...args) => {
    // Many machines have neither; a search is cheaper than a failed start.
    const path = findProgram([program], { PATH: `${process.env.PATH ?? ''}:/usr/sbin` });
    if (process.platform !== 'linux' || path === null) return '';
    return (await runProgram([path, ...args], { timeoutMs: 5_000, longestOutput: 200_000 })).output;
  },
};

function ofPower(power: Readings['power']): readonly Finding[] {
  if (power === null) return [];
  if (power.isLow) return [warn('power', message('health.under-voltage'))];
  if (power.wasLow) return [warn('power', message('doctor.power.was-low'))];
  return [ok('power', message('doctor.power.good'))];
}

function ofTemperature({ temperatures }: Readings): readonly Finding[] {
  const byMargin = temperatures.toSorted(
    (one, other) => other.celsius - other.limit - (one.celsius - one.limit),
  );
  const [worst] = byMargin;
  if (worst === undefined) return [];
  const { sensor, celsius, limit } = worst;
  return [
    celsius >= limit
      ? warn('temperature', message('health.hot', { sensor, celsius }))
      : ok('temperature', message('doctor.temperature.good', { sensor, celsius })),
  ];
}

function ofWear({ disk, used, isWorn }: Wear): Finding {
  return isWorn
    ? warn('wear', message('health.storage-worn', { disk, used }))
    : ok('wear', message('doctor.wear.good', { disk, used }));
}

interface Smart {
  readonly disk: string;
  /** Null: it keeps no count. */
  readonly wear: Wear | null;
  readonly hasFailed: boolean;
}

const mostDisks = 8;

/** Those that are built in, as far as smartctl is there and may open them. */
async function smart({ sys, run }: SensorNeeds): Promise<readonly Smart[]> {
  const names = await readdir(join(sys, 'block')).catch(() => []);
  const disks = names.filter((name) => /^(?:sd[a-z]+|nvme\d+n\d+)$/.test(name)).sort();
  const found = disks.slice(0, mostDisks).map(async (disk) => {
    return smartOf(disk, await run('smartctl', '--json', '-H', '-A', `/dev/${disk}`));
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(255));
const report = v.object({
  smart_status: v.optional(v.object({ passed: v.boolean() })),
  nvme_smart_health_information_log: v.optional(v.object({ percentage_used: v.optional(percent) })),
  ata_smart_attributes: v.optional(
    v.object({
      table: v.pipe(
        v.array(v.object({ id: v.number(), name: v.string(), value: v.number() })),
        v.maxLength(256),
      ),
    }),
  ),
});

/** Their normalised value is the percentage that is left. Others of these names count the other way round, as WD's 230. */
const remaining = new Set([
  '177 Wear_Leveling_Count',
  '231 SSD_Life_Left',
  '233 Media_Wearout_Indicator',
  '202 Percent_Lifetime_Remain',
  '169 Remaining_Lifetime_Perc',
]);

/** Null: smartctl was not there, may not open the disk, or knows nothing of it. */
export function smartOf(disk: string, output: string): Smart | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(output);
  } catch {
    return null;
  }
  const read = v.safeParse(report, parsed);
  if (!read.success) return null;
  const {
    smart_status: status,
    nvme_smart_health_information_log: nvme,
    ata_smart_attributes: ata,
  } = read.output;
  const left = (ata?.table ?? []).find(({ id, name }) => remaining.has(`${id} ${name}`))?.value;
  const used = nvme?.percentage_used ?? (left !== undefined && left >= 0 && left <= 100 ? 100 - left : null);
  if (status === undefined && used === null) return null;
  return { disk, wear: used === null ? null : smartWear(disk, used), hasFailed: status?.passed === false };
}

// One process that judges a schedule, by this player or by the peer. Arguments: FOLDER ENTRIES player|peer
import type { EntryRecord } from '../../../src/main/edition/records.ts';
import { chooseZone } from '../../../src/main/edition/zone.ts';
import { evaluate } from '../../../src/main/schedule/evaluate.ts';
import { scheduleInput } from '../../../test/schedule/inputs.ts';
import { edition, playlist } from '../../../test/support/records.ts';
import { hour, large, start } from '../schedule/large.ts';
import { load } from './packages.ts';

export interface EvaluationCost {
  /** Processor milliseconds of the thread. */
  readonly first: number;
  /** Of an hour in a week that was judged once before. */
  readonly warm: number;
  /** Items that play at the first instant. */
  readonly playing: number;
}

interface Scheduler {
  setSchedule(schedule: unknown): void;
  getLayoutsAtTime(time: Date): readonly string[];
}

const [folder = '', count = '', side] = process.argv.slice(2);
/** All in one playlist: the peer nests none. */
const entries = Object.values(large(Number(count), 200).edition.playlists)
  .flatMap((list) => list.entries)
  .filter(({ mediaFileId }) => mediaFileId !== null);
const judge = side === 'peer' ? await ofPeer() : ofPlayer();

const first = cost(() => judge(start));
const week = Array.from({ length: 168 }, (_, number) => start + number * hour + 61_000);
for (const at of week) judge(at);
// Together: the clock of the processor's time is coarse.
const warm = cost(() => week.reduce((sum, at) => sum + judge(at), 0)).ms / week.length;
process.send?.({ first: first.ms, warm, playing: first.playing } satisfies EvaluationCost);

function cost(action: () => number): { readonly ms: number; readonly playing: number } {
  const before = process.threadCpuUsage();
  const playing = action();
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, playing };
}

function ofPlayer(): (at: number) => number {
  const input = scheduleInput(edition([playlist('all', entries)]), { zone: process.env.TZ ?? 'UTC' });
  chooseZone({ cms: input.zone, configuration: null, system: 'UTC' });
  return (at) => evaluate({ ...input, at }).cues.length;
}

async function ofPeer(): Promise<(at: number) => number> {
  const { ScheduleManager } = (await load(folder, '@xiboplayer/schedule/src/index.js')) as {
    readonly ScheduleManager: new () => Scheduler;
  };
  const schedule = { layouts: entries.map(layoutOf), campaigns: [], default: '0.xlf' };
  let manager: Scheduler | null = null;
  return (at) => {
    if (manager === null) {
      manager = new ScheduleManager();
      manager.setSchedule(schedule);
    }
    return manager.getLayoutsAtTime(new Date(at)).length;
  };
}

/** An entry in the peer's terms. With a time of day or weekdays the peer heeds no start date. */
function layoutOf({ id, startDate, endDate, startTime, endTime, weekdays }: EntryRecord): unknown {
  const layout = { id, file: `${id}.xlf`, priority: 1 };
  const lastSecond = endDate === null ? null : `${endDate} 23:59:59`;
  if (startTime === null && endTime === null && weekdays === 0)
    return { ...layout, fromdt: startDate === null ? null : `${startDate} 00:00:00`, todt: lastSecond };
  // Bit 0 is Sunday; there Monday is 1 and Sunday 7.
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => (weekdays & (1 << (day % 7))) !== 0);
  return {
    ...layout,
    fromdt: `2026-01-01 ${startTime ?? '00:00:00'}`,
    todt: `2026-01-01 ${endTime ?? '23:59:59'}`,
    recurrenceType: 'Week',
    recurrenceRepeatsOn: days.length === 0 ? null : days.join(','),
    recurrenceRange: lastSecond,
  };
}

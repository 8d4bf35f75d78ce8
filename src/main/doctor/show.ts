import { isMessage, type Message, message } from '../../shared/languages/message.ts';
import { showId, zoneOf } from '../../shared/zones.ts';
import { askPlayer } from '../admin/client.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';
import type { Status } from '../report/status.ts';
import { editionFaults } from '../schedule/edition-faults.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import type { Reason } from '../schedule/reason.ts';
import { readStore } from '../store/read.ts';

/** What editors have to mend. A running player knows the size of its displays; otherwise the stored edition is judged. */
export async function checkShow(dataDir: string, playerRuns: boolean): Promise<readonly Finding[]> {
  const reports = playerRuns ? await ofPlayer(dataDir) : await ofStore(dataDir);
  const [first] = reports;
  if (first === undefined) return [];
  const { faults } = first;
  const found = faults.length === 0 ? [ok('show', message('doctor.show.well'))] : [];
  return [
    ...found,
    ...faults.map((fault) => warn('show', fault)),
    ...reports.flatMap((report) => resting(report).map((sentence) => ok('show', sentence))),
  ];
}

type Judged = Pick<ScheduleReport, 'faults'> & Partial<ScheduleReport>;

/** Enough to name what rests; a report of 10,000 entries would be large. */
const mostSeen = 200;

/** Of each screen and zone. */
async function ofPlayer(dataDir: string): Promise<readonly Judged[]> {
  // Without an edition there is no schedule; what else fails is the finding about the player.
  const ask = (path: string): Promise<unknown> => askPlayer(dataDir, 'GET', path).catch(() => null);
  const status = (await ask('/api/status')) as Pick<Status, 'screens'> | null;
  const shows = status?.screens.flatMap(({ id, zones }) => zones?.map((zone) => showId(id, zone.id)) ?? [id]);
  const reports: Judged[] = [];
  for (const show of shows?.slice(0, mostSeen) ?? []) {
    const path = `/api/schedule?limit=${mostSeen}&screen=${encodeURIComponent(show)}`;
    const report = (await ask(path)) as ScheduleReport | null;
    if (report !== null) reports.push(report);
  }
  return reports;
}

async function ofStore(dataDir: string): Promise<readonly Judged[]> {
  const store = await readStore(dataDir);
  try {
    const edition = store.show()?.edition;
    return edition === undefined ? [] : [{ faults: editionFaults(edition) }];
  } finally {
    await store.close();
  }
}

const notDue: ReadonlySet<Reason> = new Set<Reason>([
  'before-start-date',
  'after-end-date',
  'wrong-weekday',
  'outside-time',
  'nested-empty',
  'never',
  'deleted',
]);

/** What plays nothing now though nothing is wrong with it: the hours of its entries are over, or still to come. */
export function resting({ screenId = '', cues = [], excluded = [], faults }: Judged): readonly Message[] {
  const isFaulty = (name: string): boolean => faults.some((fault) => isNamedIn(fault, name));
  const zone = zoneOf(screenId);
  if (cues.length === 0) {
    // What is due and cannot be shown has findings of its own.
    if (excluded.some(({ reason, detail }) => !notDue.has(reason) || (reason === 'nested-empty' && detail)))
      return [];
    if (zone !== '')
      return isFaulty(zone) ? [] : [message('doctor.show.zone-rests', { zone, show: screenId })];
    return excluded.length === 0 || faults.length > 0
      ? []
      : [message('doctor.show.screen-rests', { show: screenId })];
  }
  const names = excluded.flatMap(({ reason, detail, name }) =>
    reason === 'nested-empty' && !detail ? (name ?? []) : [],
  );
  return [...new Set(names)]
    .filter((name) => !isFaulty(name))
    .map((name) => message('doctor.show.rests', { name, show: screenId }));
}

/** Whether a message has that name among its values, or a message among these has. */
function isNamedIn({ values = {} }: Message, name: string): boolean {
  return Object.values(values)
    .flat()
    .some((value) => (isMessage(value) ? isNamedIn(value, name) : value === name));
}

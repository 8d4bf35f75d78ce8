import { message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';
import { editionFaults } from '../schedule/edition-faults.ts';
import type { ScheduleReport } from '../schedule/explain.ts';
import { readStore } from '../store/read.ts';

/** What editors have to mend. A running player knows the size of its displays; otherwise the stored edition is judged. */
export async function checkShow(dataDir: string, playerRuns: boolean): Promise<readonly Finding[]> {
  const faults = playerRuns ? await ofPlayer(dataDir) : await ofStore(dataDir);
  if (faults === null) return [];
  if (faults.length === 0) return [ok('show', message('doctor.show.well'))];
  return faults.map((fault) => warn('show', fault));
}

async function ofPlayer(dataDir: string): Promise<ScheduleReport['faults'] | null> {
  const report = (await askPlayer(dataDir, 'GET', '/api/schedule?limit=1').catch(
    // Without an edition there is no schedule; what else fails is the finding about the player.
    () => null,
  )) as ScheduleReport | null;
  return report?.faults ?? null;
}

async function ofStore(dataDir: string): Promise<ScheduleReport['faults'] | null> {
  const store = await readStore(dataDir);
  try {
    const edition = store.show()?.edition;
    return edition === undefined ? null : editionFaults(edition);
  } finally {
    await store.close();
  }
}

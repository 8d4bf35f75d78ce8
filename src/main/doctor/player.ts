import { askPlayer } from '../admin/client.ts';
import { type Finding, fail, failedBy, ok, warn } from '../finding.ts';
import type { Status } from '../report/status.ts';

/** `runs`: also when it is not well. */
export async function checkPlayer(
  dataDir: string,
): Promise<{ readonly runs: boolean; readonly finding: Finding }> {
  try {
    const status = (await askPlayer(dataDir, 'GET', '/api/status')) as Status | null;
    return { runs: status !== null, finding: judge(status) };
  } catch (thrown) {
    return { runs: true, finding: failedBy('player', thrown, 'Restart it.') };
  }
}

function judge(status: Status | null): Finding {
  if (status === null)
    return warn('player', 'No player runs on this data folder.', 'Start it with vitrine run.');
  const dark = status.screens.filter(({ alive }) => !alive).map(({ id }) => id);
  return dark.length === 0
    ? ok('player', `running since ${status.startedAt} on ${status.host}`)
    : fail('player', `Not painting: screen ${dark.join(', ')}.`, 'See the log; restart it if it stays so.');
}

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
  const { verdict, sentence, since } = status.health;
  const said = `${sentence} (${verdict} since ${since}, on ${status.host})`;
  if (verdict === 'well') return ok('player', said);
  const remedy = 'See vitrine health and the log; restart it if it stays so.';
  return verdict === 'dark' ? fail('player', said, remedy) : warn('player', said, 'See vitrine health.');
}

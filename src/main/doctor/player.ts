import { askPlayer } from '../admin/client.ts';
import { asVitrineError } from '../errors.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Status } from '../report/status.ts';

export async function checkPlayer(dataDir: string): Promise<Finding> {
  try {
    const status = (await askPlayer(dataDir, 'GET', '/api/status')) as Status | null;
    if (status === null)
      return warn('player', 'No player runs on this data folder.', 'Start it with vitrine run.');
    const dark = status.screens.filter((screen) => !screen.alive);
    if (dark.length > 0) {
      return fail(
        'player',
        `Not painting: screen ${dark.map(({ id }) => id).join(', ')}.`,
        'See the log; restart the player if it stays so.',
      );
    }
    return ok('player', `running since ${status.startedAt} on ${status.host}`);
  } catch (thrown) {
    const error = asVitrineError(thrown);
    return fail('player', error.message, error.remedy ?? 'Restart it.');
  }
}

import { message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { type Finding, fail, failedBy, ok, warn } from '../ground/finding.ts';
import type { Status } from '../report/status.ts';

/** `runs`: also true when it is unwell. */
export async function checkPlayer(
  dataDir: string,
): Promise<{ readonly runs: boolean; readonly finding: Finding }> {
  try {
    const status = (await askPlayer(dataDir, 'GET', '/api/status')) as Status | null;
    return { runs: status !== null, finding: judge(status) };
  } catch (thrown) {
    return { runs: true, finding: failedBy('player', thrown, message('doctor.player.restart')) };
  }
}

function judge(status: Status | null): Finding {
  if (status === null) return warn('player', message('doctor.player.none'));
  const { verdict, sentence, since } = status.health;
  const state = message('doctor.player.state', { sentence, since, browser: status.host });
  if (verdict === 'well') return ok('player', state);
  return verdict === 'dark'
    ? fail('player', state, message('doctor.player.see-health.dark'))
    : warn('player', state, message('doctor.player.see-health'));
}

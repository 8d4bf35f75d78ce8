import { message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { type Finding, fail, failedBy, ok, warn } from '../ground/finding.ts';
import type { Health } from '../health/health.ts';
import type { Status } from '../report/status.ts';

interface Checked {
  /** Also when it is unwell. */
  readonly runs: boolean;
  readonly findings: readonly Finding[];
}

export async function checkPlayer(dataDir: string): Promise<Checked> {
  try {
    const status = (await askPlayer(dataDir, 'GET', '/api/status')) as Status | null;
    const touch = status === null ? [] : await stuckTouch(dataDir);
    const findings = [...(status?.screens.flatMap(decoding) ?? []), ...touch, judge(status)];
    return { runs: status !== null, findings };
  } catch (thrown) {
    return { runs: true, findings: [failedBy('player', thrown, message('doctor.player.restart'))] };
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

/** By name, since another reason may be the first. */
async function stuckTouch(dataDir: string): Promise<readonly Finding[]> {
  const health = (await askPlayer(dataDir, 'GET', '/api/health')) as Pick<Health, 'reasons'> | null;
  return (health?.reasons ?? [])
    .filter(({ code }) => code === 'touch-stuck')
    .map(({ sentence }) => warn('display', sentence));
}

/** What the browser says of the video that plays now: a driver alone does not prove that it is used. */
function decoding({ nowPlaying }: Status['screens'][number]): readonly Finding[] {
  if (!nowPlaying?.decoder) return [];
  const { name: decoder, isHardware } = nowPlaying.decoder;
  const values = { file: nowPlaying.name, decoder };
  return [
    ok(
      'video',
      isHardware
        ? message('doctor.video.now.hardware', values)
        : message('doctor.video.now.processor', values),
    ),
  ];
}

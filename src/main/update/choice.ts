import { type Message, message } from '../../shared/languages/message.ts';
import { compareVersions, type Release, takesPart } from '../release/release.ts';
import { type UpdateState, whyOf } from './state.ts';

/** What a release must match. */
export interface ThisPlayer {
  readonly version: string;
  readonly running: string;
  readonly architecture: string;
  readonly channel: string;
  /** Major version of the system's browser; null: the player brings its own, or the version is unknown. */
  readonly browser: number | null;
}

export type Choice =
  | { readonly is: 'none'; readonly why: Message }
  | { readonly is: 'take'; readonly release: Release }
  | { readonly is: 'back'; readonly release: Release };

/**
 * Chooses the release for this player. `isRequested`: a person requests an update, whatever the share. `wanted`: the fleet requests this
 * version alone, whatever the share.
 */
export function choose(
  releases: readonly Release[],
  state: Pick<UpdateState, 'playerId' | 'blocked' | 'floor'>,
  player: ThisPlayer,
  isRequested: boolean,
  wanted: string | null = null,
): Choice {
  const own = releases.find(({ sha256, recalled }) => sha256 === player.running && recalled);
  if (own !== undefined) return { is: 'back', release: own };
  const newest = releases
    .filter((release) => fits(release, state, player) && (wanted ?? release.version) === release.version)
    .sort((one, other) => compareVersions(other.version, one.version))[0];
  if (newest === undefined)
    return {
      is: 'none',
      why: wanted === null ? message('update-none') : message('update-none.unwanted', { version: wanted }),
    };
  const stopped = state.blocked.find(({ release }) => release === newest.sha256);
  const { version } = newest;
  if (stopped) return { is: 'none', why: message('update-none.blocked', { version, why: whyOf(stopped) }) };
  if (!isRequested && wanted === null && !takesPart(newest, state.playerId))
    return { is: 'none', why: message('update-none.not-yet', { version }) };
  return { is: 'take', release: newest };
}

function fits(release: Release, { floor }: Pick<UpdateState, 'floor'>, player: ThisPlayer): boolean {
  const { version, architecture, channel, recalled, oldestFrom, oldestBrowser } = release;
  return (
    !recalled &&
    architecture === player.architecture &&
    channel === player.channel &&
    compareVersions(version, player.version) > 0 &&
    (floor === null || compareVersions(version, floor) > 0) &&
    (oldestFrom === null || compareVersions(player.version, oldestFrom) >= 0) &&
    (oldestBrowser === null || player.browser === null || player.browser >= oldestBrowser)
  );
}

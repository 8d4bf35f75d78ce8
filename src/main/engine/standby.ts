import type { Standby } from '../../shared/messages.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { VitrineError } from '../errors.ts';
import { emptiness } from '../schedule/emptiness.ts';
import type { Unplayable } from '../schedule/unplayable.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SyncStatus } from '../sync/report.ts';
import { diskWords, nextTry, progressLines, type ToldZone, whereabouts } from './standby-lines.ts';

type Mistake = Pick<VitrineError, 'message' | 'remedy'>;

interface StandbyState {
  readonly unconfigured: Mistake | null;
  readonly configMistake: Mistake | null;
  readonly sync: SyncStatus | null;
  readonly show: Pick<StoredEdition, 'edition' | 'complete'> | null;
  /** What of the show cannot be played. */
  readonly unplayable: readonly Unplayable[];
  readonly disk: StoreHealth['state'];
  readonly assignment: Assignment | null;
  readonly cmsUrl: string | null;
  readonly zone: ToldZone;
}

/** What the screen says when nothing plays: one sentence for everybody, what to do, and in small what an expert needs. */
export function standbyFor(state: StandbyState): Standby {
  const { title, kind, lines, details } =
    state.show === null ? beforeTheFirst(state) : idle(state, state.show);
  return { kind, title, lines, small: [...details, ...whereabouts(state.assignment, state.cmsUrl)] };
}

interface Said extends Omit<Standby, 'small'> {
  /** What an expert is told before where the player is. */
  readonly details: readonly string[];
}

/** A screen has few lines; the rest is told by the status. */
const mostTold = 3;

/** There is an edition, and nothing of it plays. */
function idle(state: StandbyState, { edition, complete }: NonNullable<StandbyState['show']>): Said {
  const screens = Object.keys(edition.screens).length;
  const [first, ...others] = emptiness(edition);
  const details = trouble(state);
  if (screens === 0) {
    const lines = first ? [first.remedy] : [];
    return { kind: 'idle', title: 'No playlist is assigned to this screen', lines, details };
  }
  // All screens show the same words, so one that only waits for its hour must not be called empty.
  if (first && 1 + others.length === screens) {
    return { kind: 'idle', title: 'The playlist is empty', lines: [first.message, first.remedy], details };
  }
  const { unplayable } = state;
  if (complete && unplayable.length === 0)
    return { kind: 'idle', title: 'Nothing is scheduled now', lines: [], details };
  // What is due may be what is not here, or cannot be played.
  const lines = [
    ...progressLines(state.sync),
    ...(diskWords[state.disk]?.lines ?? []),
    ...unplayable.slice(0, mostTold).map(({ name, detail }) => `${name}: ${detail}`),
  ];
  return { kind: 'idle', title: 'Nothing to show right now', lines, details };
}

/** What is wrong beside the show. */
function trouble({ sync, configMistake, unconfigured, zone }: StandbyState): readonly string[] {
  const mistake = configMistake ?? unconfigured;
  if (mistake !== null) return sentences(mistake);
  return sync?.lastError ? [...sentences(sync.lastError), ...nextTry(sync, zone)] : [];
}

/** Nothing was ever shown here. Its kind is never `idle`: the stage waits for a programme before it believes that. */
function beforeTheFirst(state: StandbyState): Said {
  const { configMistake, unconfigured, sync, zone } = state;
  if (configMistake !== null) {
    return mended('fault', 'The settings of this player have mistakes', configMistake);
  }
  if (unconfigured !== null) return mended('setup', 'This screen is not set up yet', unconfigured);
  const disk = diskWords[state.disk];
  if (disk !== null) return { kind: 'fault', ...disk, details: trouble(state) };
  if (sync?.state === 'paused') {
    const lines = ['To go on: vitrine sync resume'];
    return { kind: 'setup', title: 'Updates are paused', lines, details: [] };
  }
  if (sync?.lastError) {
    const { message, remedy } = sync.lastError;
    const lines = [...(remedy === null ? [] : [remedy]), ...nextTry(sync, zone)];
    return { kind: 'fault', title: 'Waiting for the first show', lines, details: [message] };
  }
  const lines = progressLines(sync);
  return { kind: 'starting', title: 'Fetching the first show', lines, details: [] };
}

/** What to do is said before what is wrong: that takes an expert. */
function mended(kind: Standby['kind'], title: string, { message, remedy }: Mistake): Said {
  return remedy === null
    ? { kind, title, lines: [message], details: [] }
    : { kind, title, lines: [remedy], details: [message] };
}

function sentences({ message, remedy }: Mistake): readonly string[] {
  return remedy === null ? [message] : [message, remedy];
}

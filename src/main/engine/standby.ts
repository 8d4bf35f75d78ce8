import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import { asMessage } from '../../shared/languages/message.ts';
import type { Standby } from '../../shared/messages.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { ErrorReport } from '../ground/errors.ts';
import { emptiness } from '../schedule/emptiness.ts';
import type { Unplayable } from '../schedule/unplayable.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SyncStatus } from '../sync/report.ts';
import { inWords, nextTry, progressLines, type Teller, type ToldZone, whereabouts } from './standby-lines.ts';

type Mistake = ErrorReport;

interface StandbyState {
  readonly language: Language;
  /** What people call this screen, or this machine. */
  readonly name: string;
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

/** What the screen says when nothing plays: one sentence for everybody, what is done about it, and in small what an expert needs. */
export function standbyFor(state: StandbyState): Omit<Standby, 'since'> {
  const { language, name, zone } = state;
  const tell: Teller = { words: wordsOf(language), zone };
  const { title, kind, lines, details } =
    state.show === null ? beforeTheFirst(state, tell) : idle(state, state.show, tell);
  return {
    kind,
    language,
    name,
    title,
    resting: tell.words.say('stage.idle.title'),
    lines,
    small: [...details, ...whereabouts(state.assignment, state.cmsUrl, tell)],
  };
}

interface Said extends Pick<Standby, 'kind' | 'title' | 'lines'> {
  /** What an expert is told before where the player is. */
  readonly details: readonly string[];
}

/** A screen has few lines; the rest is told by the status. */
const mostTold = 3;

/** There is an edition, and nothing of it plays. */
function idle(
  state: StandbyState,
  { edition, complete }: NonNullable<StandbyState['show']>,
  tell: Teller,
): Said {
  const { say } = tell.words;
  const screens = Object.keys(edition.screens).length;
  const [first, ...others] = emptiness(edition);
  const details = trouble(state, tell);
  if (screens === 0) {
    const lines = [say('stage.unassigned.line')];
    return { kind: 'idle', title: say('stage.unassigned.title'), lines, details };
  }
  // All screens show the same words, so one that only waits for its hour must not be called empty.
  if (first && 1 + others.length === screens) {
    const lines = [say('stage.empty.line', { playlist: first.playlist })];
    return { kind: 'idle', title: say('stage.empty.title'), lines, details };
  }
  const { unplayable, disk } = state;
  if (complete && unplayable.length === 0) {
    const lines = [say('stage.scheduled.line')];
    return { kind: 'idle', title: say('stage.scheduled.title'), lines, details };
  }
  // What is due may be what is not here, or cannot be played.
  const told = unplayable.slice(0, mostTold);
  const lines = [
    ...progressLines(state.sync, tell),
    ...(disk === 'good' ? [] : [say(`stage.disk.${disk}.line`)]),
    ...told.map(({ name }) => say('stage.unplayable', { name })),
  ];
  const why = told.map(({ name, detail }) => `${name}: ${tell.words.message(detail)}`);
  return { kind: 'idle', title: say('stage.idle.title'), lines, details: [...why, ...details] };
}

/** What is wrong beside the show. */
function trouble({ sync, configMistake, unconfigured }: StandbyState, tell: Teller): readonly string[] {
  const mistake = configMistake ?? unconfigured;
  if (mistake !== null) return sentences(mistake, tell);
  return sync?.lastError ? [...sentences(sync.lastError, tell), ...nextTry(sync, tell)] : [];
}

/** Nothing was ever shown here. Its kind is never `idle`: the stage waits for a programme before it believes that. */
function beforeTheFirst(state: StandbyState, tell: Teller): Said {
  const { configMistake, unconfigured, sync, disk } = state;
  const { say } = tell.words;
  if (configMistake !== null) {
    const lines = [say('stage.mistake.line')];
    return {
      kind: 'fault',
      title: say('stage.mistake.title'),
      lines,
      details: sentences(configMistake, tell),
    };
  }
  if (unconfigured !== null) return notSetUp(unconfigured, tell);
  if (disk !== 'good') {
    const lines = [say(`stage.disk.${disk}.line`)];
    return { kind: 'fault', title: say(`stage.disk.${disk}.title`), lines, details: trouble(state, tell) };
  }
  if (sync?.state === 'paused') {
    const lines = [say('stage.paused.line')];
    return { kind: 'setup', title: say('stage.paused.title'), lines, details: ['vitrine sync resume'] };
  }
  if (sync?.lastError) {
    const lines = [inWords(sync.lastError.code, tell), ...nextTry(sync, tell)];
    return {
      kind: 'fault',
      title: say('stage.waiting.title'),
      lines,
      details: sentences(sync.lastError, tell),
    };
  }
  const progress = progressLines(sync, tell);
  const lines = progress.length > 0 ? progress : [say('stage.starting.line')];
  return { kind: 'starting', title: say('stage.starting.title'), lines, details: [] };
}

/** Something is missing in the configuration, or what is there cannot be used, as with a token that is none. */
function notSetUp(mistake: Mistake, tell: Teller): Said {
  const { say } = tell.words;
  const line = mistake.code === 'config-incomplete' ? say('stage.setup.line') : inWords(mistake.code, tell);
  return { kind: 'setup', title: say('stage.setup.title'), lines: [line], details: sentences(mistake, tell) };
}

function sentences(
  { message, remedy }: Pick<Mistake, 'message' | 'remedy'>,
  { words }: Teller,
): readonly string[] {
  return [message, ...(remedy === null ? [] : [remedy])].map((one) => words.message(asMessage(one)));
}

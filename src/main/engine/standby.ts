import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';

import type { Standby } from '../../shared/messages.ts';
import type { Assignment } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { ErrorReport } from '../ground/errors.ts';
import { emptiness } from '../schedule/emptiness.ts';
import type { Unplayable } from '../schedule/unplayable.ts';
import type { StoreHealth } from '../store/health.ts';
import type { SyncStatus } from '../sync/report.ts';
import {
  type DisplayZone,
  inWords,
  nextTry,
  progressLines,
  type Wording,
  whereabouts,
} from './standby-lines.ts';

type Mistake = ErrorReport;

interface StandbyState {
  readonly language: Language;
  /** The name of this screen or machine. */
  readonly name: string;
  readonly unconfigured: Mistake | null;
  readonly configMistake: Mistake | null;
  readonly sync: SyncStatus | null;
  readonly show: Pick<StoredEdition, 'edition' | 'complete'> | null;
  readonly unplayable: readonly Unplayable[];
  readonly disk: StoreHealth['state'];
  readonly assignment: Assignment | null;
  readonly cmsUrl: string | null;
  readonly zone: DisplayZone;
}

/** The text of a screen on which nothing plays: one sentence for everybody, the next step, and small details for an expert. */
export function standbyFor(state: StandbyState): Omit<Standby, 'since'> {
  const { language, name, zone } = state;
  const wording: Wording = { words: wordsOf(language), zone };
  const { title, kind, lines, details } =
    state.show === null ? beforeTheFirst(state, wording) : idle(state, state.show, wording);
  return {
    kind,
    language,
    name,
    title,
    resting: wording.words.say('stage.idle.title'),
    lines,
    small: [...details, ...whereabouts(state.assignment, state.cmsUrl, wording)],
  };
}

interface StandbyText extends Pick<Standby, 'kind' | 'title' | 'lines'> {
  /** Small lines for an expert, before assignment and CMS. */
  readonly details: readonly string[];
}

/** A screen has few lines; the status lists the rest. */
const mostListed = 3;

/** There is an edition, but nothing of it plays. */
function idle(
  state: StandbyState,
  { edition, complete }: NonNullable<StandbyState['show']>,
  wording: Wording,
): StandbyText {
  const { say } = wording.words;
  const screens = Object.keys(edition.screens).length;
  const [first, ...others] = emptiness(edition);
  const details = trouble(state, wording);
  if (screens === 0) {
    const lines = [say('stage.unassigned.line')];
    return { kind: 'idle', title: say('stage.unassigned.title'), lines, details };
  }
  // All screens show the same text, so a screen that only waits for its hour must not be called empty.
  if (first && 1 + others.length === screens) {
    const lines = [say('stage.empty.line', { playlist: first.playlist })];
    return { kind: 'idle', title: say('stage.empty.title'), lines, details };
  }
  const { unplayable, disk } = state;
  if (complete && unplayable.length === 0) {
    const lines = [say('stage.scheduled.line')];
    return { kind: 'idle', title: say('stage.scheduled.title'), lines, details };
  }
  // The items due may be missing or unplayable.
  const listed = unplayable.slice(0, mostListed);
  const lines = [
    ...progressLines(state.sync, wording),
    ...(disk === 'good' ? [] : [say(`stage.disk.${disk}.line`)]),
    ...listed.map(({ name }) => say('stage.unplayable', { name })),
  ];
  const why = listed.map(({ name, detail }) =>
    say('page.pair', { about: name, what: wording.words.message(detail) }),
  );
  return { kind: 'idle', title: say('stage.idle.title'), lines, details: [...why, ...details] };
}

/** Errors that do not concern the show. */
function trouble({ sync, configMistake, unconfigured }: StandbyState, wording: Wording): readonly string[] {
  const mistake = configMistake ?? unconfigured;
  if (mistake !== null) return sentences(mistake, wording);
  return sync?.lastError ? [...sentences(sync.lastError, wording), ...nextTry(sync, wording)] : [];
}

/** Before the first show. Never `idle`: the stage shows that kind only after it has a programme. */
function beforeTheFirst(state: StandbyState, wording: Wording): StandbyText {
  const { configMistake, unconfigured, sync, disk } = state;
  const { say } = wording.words;
  if (configMistake !== null) {
    const lines = [say('stage.mistake.line')];
    return {
      kind: 'fault',
      title: say('stage.mistake.title'),
      lines,
      details: sentences(configMistake, wording),
    };
  }
  if (unconfigured !== null) return notSetUp(unconfigured, wording);
  if (disk !== 'good') {
    const lines = [say(`stage.disk.${disk}.line`)];
    return { kind: 'fault', title: say(`stage.disk.${disk}.title`), lines, details: trouble(state, wording) };
  }
  if (sync?.state === 'paused') {
    const lines = [say('stage.paused.line')];
    return { kind: 'setup', title: say('stage.paused.title'), lines, details: ['vitrine sync resume'] };
  }
  if (sync?.lastError) {
    const lines = [inWords(sync.lastError.code, wording), ...nextTry(sync, wording)];
    return {
      kind: 'fault',
      title: say('stage.waiting.title'),
      lines,
      details: sentences(sync.lastError, wording),
    };
  }
  const progress = progressLines(sync, wording);
  const lines = progress.length > 0 ? progress : [say('stage.starting.line')];
  return { kind: 'starting', title: say('stage.starting.title'), lines, details: [] };
}

/** The configuration is incomplete or unusable, for example because of an invalid token. */
function notSetUp(mistake: Mistake, wording: Wording): StandbyText {
  const { say } = wording.words;
  const line =
    mistake.code === 'config-incomplete' ? say('stage.setup.line') : inWords(mistake.code, wording);
  return {
    kind: 'setup',
    title: say('stage.setup.title'),
    lines: [line],
    details: sentences(mistake, wording),
  };
}

function sentences(
  { message, remedy }: Pick<Mistake, 'message' | 'remedy'>,
  { words }: Wording,
): readonly string[] {
  return [message, ...(remedy === null ? [] : [remedy])].map((one) => words.message(one));
}

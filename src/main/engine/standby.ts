import type { Standby } from '../../shared/messages.ts';
import type { Edition } from '../edition/edition.ts';
import type { VitrineError } from '../errors.ts';
import { emptiness } from '../schedule/emptiness.ts';
import type { SyncStatus } from '../sync/report.ts';

/** What the screen says when nothing plays: what is going on, and what a person can do. */
export function standbyFor(state: {
  readonly unconfigured: VitrineError | null;
  readonly sync: SyncStatus | null;
  readonly edition: Edition | null;
  readonly cmsUrl: string | null;
  readonly configMistake: string | null;
}): Standby {
  const where = state.cmsUrl === null ? [] : [`CMS: ${new URL(state.cmsUrl).host}`];
  if (state.edition !== null) {
    const screens = Object.keys(state.edition.screens).length;
    const [first, ...others] = emptiness(state.edition);
    if (screens === 0) {
      return {
        kind: 'idle',
        title: 'No playlist is assigned to this screen',
        lines: [...where, ...(first ? [first.remedy] : [])],
      };
    }
    // All screens show the same words, so one that only waits for its hour must not be called empty.
    if (first && 1 + others.length === screens) {
      return { kind: 'idle', title: 'The playlist is empty', lines: [...where, first.message, first.remedy] };
    }
    return { kind: 'idle', title: 'Nothing is scheduled now', lines: [] };
  }
  if (state.configMistake !== null) {
    return { kind: 'fault', title: 'The configuration has mistakes', lines: [state.configMistake] };
  }
  if (state.unconfigured !== null) {
    const { message, remedy } = state.unconfigured;
    return {
      kind: 'setup',
      title: 'This screen is not set up yet',
      lines: [message, ...(remedy ? [remedy] : [])],
    };
  }
  if (state.sync?.state === 'paused') {
    return {
      kind: 'idle',
      title: 'Sync is paused',
      lines: [...where, 'To go on: vitrine sync resume'],
    };
  }
  const error = state.sync?.lastError;
  if (error) {
    return {
      kind: 'fault',
      title: 'Waiting for the first show',
      lines: [error.message, ...where, 'The player keeps trying.'],
    };
  }
  return { kind: 'starting', title: 'Fetching the first show', lines: where };
}

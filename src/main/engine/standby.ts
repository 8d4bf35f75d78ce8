import type { Standby } from '../../shared/messages.ts';
import type { VitrineError } from '../errors.ts';
import type { Edition } from '../sync/edition.ts';
import type { SyncStatus } from '../sync/report.ts';

/** What the screen says when nothing plays: what is going on, and what a person can do. */
export function standbyFor(state: {
  readonly unconfigured: VitrineError | null;
  readonly sync: SyncStatus | null;
  readonly edition: Pick<Edition, 'screens'> | null;
  readonly cmsUrl: string | null;
  readonly configMistake: string | null;
}): Standby {
  const where = state.cmsUrl === null ? [] : [`CMS: ${new URL(state.cmsUrl).host}`];
  if (state.edition !== null) {
    if (Object.keys(state.edition.screens).length > 0) {
      return { kind: 'idle', title: 'Nothing is scheduled now', lines: [] };
    }
    return {
      kind: 'idle',
      title: 'No playlist is assigned to this screen',
      lines: [...where, 'Assign one in the CMS: it starts here by itself.'],
    };
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

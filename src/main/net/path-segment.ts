import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';

/** One segment of a path. Refuses `.` and `..`, which would leave the folder. */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new VitrineError('permanent', message('cms-not-found.id', { id }));
  }
  return encodeURIComponent(id);
}

import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import { RefusedRecord } from './fields.ts';

/** A refused record with no others beside it is an error. */
export async function oneRecord<One>(read: () => One | Promise<One>): Promise<One> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RefusedRecord)) throw error;
    throw new VitrineError('permanent', message('cms-bad-record', { why: error.sentence }));
  }
}

/** Caches on the way are known to mix answers up. */
export function sameId<One extends { readonly id: string }>(record: One, id: string): One {
  if (record.id !== id) throw new RefusedRecord('id', message('cms.record.other-id', { id }));
  return record;
}

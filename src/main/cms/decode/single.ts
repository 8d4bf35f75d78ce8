import { VitrineError } from '../../errors.ts';
import { RefusedRecord } from './fields.ts';

/** A single record that is refused has no others beside it: it is an error. */
export async function oneRecord<Item>(read: () => Item | Promise<Item>): Promise<Item> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RefusedRecord)) throw error;
    throw new VitrineError(
      'permanent',
      'cms-bad-record',
      `The CMS answered a record that cannot be used: ${error.message}.`,
      {
        remedy: 'If the field has another name there, set it in cms.profile.fields.',
      },
    );
  }
}

/** Caches on the way have been seen to mix answers up. */
export function sameId<Item extends { readonly id: string }>(record: Item, id: string): Item {
  if (record.id !== id) throw new RefusedRecord('id', `is not ${id}, which was asked for`);
  return record;
}

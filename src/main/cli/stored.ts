import { type ReadOnlyStore, readStore } from '../store/read.ts';
import type { Invocation } from './command.ts';

/** Reads the data folder, with or without a running player. */
export async function withStore<Result>(
  { config }: Pick<Invocation, 'config'>,
  look: (store: ReadOnlyStore) => Result | Promise<Result>,
): Promise<Result> {
  const store = await readStore(config.dataDir);
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

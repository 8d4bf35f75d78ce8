import { isDiskFull } from '../../ground/disk-errors.ts';
import { unlinkIfThere } from '../../ground/durable-file.ts';
import type { Bindings } from '../bindings.ts';
import type { StoreNeeds } from '../needs.ts';
import { objectPath } from './layout.ts';

type Files = Pick<StoreNeeds, 'fs' | 'layout'>;

/** Rows before files: after a crash in between, the next start finds and removes the file without a row. */
export async function removeObjects(
  needs: Files & { readonly bindings: Pick<Bindings, 'drop'> },
  sha256s: readonly string[],
): Promise<void> {
  if (sha256s.length === 0) return;
  await unlinkFirstIfFull(
    needs,
    async () => void needs.bindings.drop(sha256s),
    () => sha256s,
  );
  await unlink(needs, sha256s);
}

/** Without the reserve not even a deletion has space: then files are deleted first. */
export async function unlinkFirstIfFull(
  needs: Files,
  write: () => Promise<void>,
  sha256s: () => readonly string[],
): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    if (!isDiskFull(thrown)) throw thrown;
    await unlink(needs, sha256s());
    await write();
  }
}

/** A damaged folder may keep one file for good: the others are removed all the same, as nothing names them any more. */
async function unlink({ fs, layout }: Files, sha256s: readonly string[]): Promise<void> {
  const failures: unknown[] = [];
  for (const sha256 of sha256s)
    await unlinkIfThere(fs, objectPath(layout.root, sha256)).catch((thrown: unknown) =>
      failures.push(thrown),
    );
  if (failures.length > 0) throw failures[0];
}

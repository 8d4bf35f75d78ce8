import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MediaKind } from '../../../src/main/edition/records.ts';
import { mapLimited } from '../../../src/main/ground/map-limited.ts';
import { type Recipe, recipesOfAll } from './recipes.ts';
import { edited, edits, oddities, writtenFiles } from './written.ts';

const run = promisify(execFile);

/** A file of the corpus on the disk. */
export interface Specimen {
  readonly name: string;
  readonly kind: MediaKind;
  readonly bytes: Uint8Array;
  /** Whether it must be shown; null: the browser decides. */
  readonly valid: boolean | null;
  /** Bytes are missing or odd: it may be refused, even if the browser shows it. */
  readonly spoilt: boolean;
}

/** Makes the files that the folder lacks. Skips and reports those that this machine's programs cannot encode. */
export async function makeCorpus(
  folder: string,
): Promise<{ readonly specimens: readonly Specimen[]; readonly notMade: readonly string[] }> {
  await mkdir(folder, { recursive: true });
  const notMade: string[] = [];
  const encoded = await mapLimited(recipesOfAll, 2, async (recipe): Promise<Specimen | null> => {
    try {
      return {
        name: recipe.name,
        kind: recipe.kind,
        bytes: await encode(folder, recipe),
        valid: null,
        spoilt: false,
      };
    } catch (error) {
      notMade.push(`${recipe.name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
      return null;
    }
  });
  const whole = encoded.filter((specimen) => specimen !== null);
  const broken = whole.flatMap(({ name, kind, bytes }) =>
    [...(edited.includes(name) ? edits : []), ...oddities.filter(({ of }) => of === name)].map(
      (edit): Specimen => {
        const at = name.lastIndexOf('.');
        const called = `${name.slice(0, at)}-${edit.name}${name.slice(at)}`;
        return { name: called, kind, bytes: edit.edit(bytes), valid: null, spoilt: edit.spoilt ?? false };
      },
    ),
  );
  const written = writtenFiles.map(
    (file): Specimen => ({
      ...file,
      valid: file.valid ?? null,
      spoilt: false,
    }),
  );
  return { specimens: [...whole, ...broken, ...written], notMade };
}

/** The name in the folder contains the recipe, so that another recipe gives another file. */
async function encode(folder: string, { name, program, args }: Recipe): Promise<Uint8Array> {
  const made = createHash('sha256')
    .update(JSON.stringify([program, args]))
    .digest('hex');
  const path = join(folder, `${made.slice(0, 12)}-${name}`);
  if (!(await isThere(path))) {
    const unfinished = join(folder, `unfinished-${made.slice(0, 12)}-${name}`);
    if (program === 'convert') await run('convert', [...args, unfinished]);
    else await run('ffmpeg', ['-loglevel', 'error', '-y', ...args, unfinished], { timeout: 30_000 });
    await rename(unfinished, path);
  }
  return readFile(path);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

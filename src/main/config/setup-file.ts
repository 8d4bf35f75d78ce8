import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.ts';
import { systemCode, VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import { makeFolder } from '../make-folder.ts';
import { settings } from './list.ts';
import { choices } from './settings.ts';
import { isObject, type Values, valueAt, withValue } from './written.ts';

/**
 * What a person has chosen at setup, in the data folder: the player may write there whoever owns its configuration file.
 * It counts where that file says nothing.
 */
export function setupFile(dataDir: string): string {
  return join(dataDir, 'setup.json');
}

/** Nothing where nobody has set the player up, or what is there is damaged: then it can be set up anew. */
export function readSetup(dataDir: string): Values {
  try {
    const value: unknown = JSON.parse(readFileSync(setupFile(dataDir), 'utf8'));
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== null) return {};
    throw error;
  }
}

/** Whole or not at all, and durable when it resolves. Only its owner can read it, as it may hold a token. */
export async function writeSetup(fs: FileSystem, dataDir: string, values: Values): Promise<void> {
  try {
    makeFolder(dataDir);
    await writeDurably(fs, setupFile(dataDir), `${JSON.stringify(values, null, 2)}\n`);
  } catch (cause) {
    throw new VitrineError('temporary', 'setup-not-saved', 'The settings cannot be written to the disk.', {
      cause,
      remedy: 'Check that the disk is not full or read-only, and that the player may write its data folder.',
    });
  }
}

/** The file's values over those of setup. Of settings that exclude one another the file's choice stands alone. */
export function overSetup(file: Values, setup: Values): Values {
  const says = (name: string): boolean => (valueAt(file, name) ?? null) !== null;
  const excluded = new Set<string>(choices.filter((choice) => choice.some(says)).flat());
  return settings
    .filter(({ name }) => !name.includes('[]') && !says(name) && !excluded.has(name))
    .reduce((values, { name }) => {
      const chosen = valueAt(setup, name) ?? null;
      return chosen === null || isObject(chosen) ? values : withValue(values, name, chosen);
    }, file);
}

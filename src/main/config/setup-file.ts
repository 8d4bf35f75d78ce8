import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { writeDurably } from '../ground/durable-file.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import { makeFolder } from '../ground/make-folder.ts';
import { settings } from './list.ts';
import { choices } from './settings.ts';
import { isObject, type Values, valueAt, withValue } from './written.ts';

/**
 * The choices from setup, stored in the data folder because the player may not be able to write its configuration file. That
 * file overrides them.
 */
export function setupFile(dataDir: string): string {
  return join(dataDir, 'setup.json');
}

/** The last change of the file, so that it can be undone once. */
export interface Change {
  /** The setting, or `setup`. */
  readonly name: string;
  /** The whole file before it, which has no change to undo. */
  readonly before: Values;
  readonly at: string;
  readonly by: unknown;
}

const change = v.object({
  name: v.string(),
  before: v.custom<Values>(isObject),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.unknown(),
});

export function changeIn({ lastChange }: Values): Change | null {
  const read = v.safeParse(change, lastChange);
  return read.success ? read.output : null;
}

/** In the same file as the change: both are on the disk, or neither. */
export function withChange(values: Values, { before, ...rest }: Change): Values {
  const { lastChange: _, ...earlier } = before;
  return { ...values, lastChange: { ...rest, before: earlier } };
}

export interface SetupReading {
  /** Empty without setup, and if the file is unusable. */
  readonly values: Values;
  /** Why the file is unusable. Setup can replace it. */
  readonly fault: VitrineError | null;
}

export function readSetup(dataDir: string): SetupReading {
  const path = setupFile(dataDir);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? { values: value, fault: null } : { values: {}, fault: damaged(path) };
  } catch (cause) {
    if (cause instanceof SyntaxError) return { values: {}, fault: damaged(path, cause) };
    const code = systemCode(cause);
    if (code === null) throw cause;
    return {
      values: {},
      fault: code === 'ENOENT' || code === 'ENOTDIR' ? null : unreadable(path, code, cause),
    };
  }
}

function damaged(path: string, cause?: unknown): VitrineError {
  return new VitrineError('usage', message('setup-damaged', { path }), { cause });
}

function unreadable(path: string, code: string, cause: unknown): VitrineError {
  return new VitrineError('usage', message('setup-unreadable', { path, code }), { cause });
}

/** Keeps a damaged file for inspection. A failure is logged only. */
export function setAsideSetup(dataDir: string, log: Log): void {
  const path = setupFile(dataDir);
  const aside = `${path}.damaged`;
  try {
    renameSync(path, aside);
    log.warn('The damaged file of setup was set aside', { aside });
  } catch (error) {
    log.warn('The damaged file of setup could not be set aside', { error });
  }
}

export function writeSetup(fs: FileSystem, dataDir: string, values: Values): Promise<void> {
  return writeChosen(fs, dataDir, setupFile(dataDir), `${JSON.stringify(values, null, 2)}\n`);
}

/** Atomic, and durable when it resolves. Readable by its owner only, as it may hold a token. */
export async function writeChosen(
  fs: FileSystem,
  dataDir: string,
  path: string,
  text: string,
): Promise<void> {
  try {
    makeFolder(dataDir);
    await writeDurably(fs, path, text);
  } catch (cause) {
    throw new VitrineError('temporary', message('setup-not-saved'), { cause });
  }
}

/** The file's values over those of setup. A setting in the file also removes its alternatives. */
export function overSetup(file: Values, setup: Values): Values {
  const says = (name: string): boolean => (valueAt(file, name) ?? null) !== null;
  const excluded = new Set<string>(choices.filter((choice) => choice.some(says)).flat());
  return settings
    .filter(({ name }) => !name.includes('[]') && !says(name) && !excluded.has(name))
    .reduce((values, { name }) => {
      const chosen = valueAt(setup, name) ?? null;
      return chosen === null || isGroup(name) ? values : withValue(values, name, chosen);
    }, file);
}

/** Its settings are taken one by one. */
const isGroup = (name: string): boolean => settings.some((each) => each.name.startsWith(`${name}.`));

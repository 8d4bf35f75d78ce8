import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Message, message } from '../../shared/languages/message.ts';
import { placeOf } from '../config/file.ts';
import { isObject, type Values, valueAt, withValue } from '../config/written.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';

/** A configuration has a few lines; a larger file is something else and is not read. */
const mostBytes = 64_000;
const fileName = 'vitrine.json';

/** Settings that a stick may contain: none that runs a program, and none of this machine's own. */
const taken = [
  ...['cms.url', 'cms.token', 'playlist', 'device', 'deviceGroup', 'timeZone', 'language'],
  ...['screen.rotation', 'screen.volume'],
] as const;

/** File systems that sticks and boot partitions have. */
const portable = /^(vfat|exfat|ntfs3?|fuseblk|hfsplus|msdos)$/;

/** Where a stick is mounted, or the boot partition, which can be written on another computer. */
export function stickFolders(also: string | null, mounts: string = mounted()): readonly string[] {
  const found = mounts.split('\n').flatMap((line) => {
    const [, folder = '', kind = ''] = line.split(' ');
    return portable.test(kind) ? [folder.replaceAll('\\040', ' ')] : [];
  });
  return also === null ? found : [also, ...found];
}

function mounted(): string {
  try {
    return readFileSync('/proc/mounts', 'utf8');
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
  }
}

export interface Stick {
  readonly path: string;
  /** Identifies file and content. */
  readonly signature: string;
  readonly text: string;
  /** The token cannot be wiped: the stick is read-only. */
  readonly isReadOnly?: boolean;
  /** It has no partition that could contain the file. */
  readonly isUnreadable?: boolean;
}

/** The first file that exists and is unused. Not a regular file, or too large: reported by `tooLarge`. */
export function findStick(folders: readonly string[]): Stick | null {
  for (const folder of folders) {
    const stick = read(join(folder, fileName));
    if (stick !== null && !isUsed(stick.text)) return stick;
  }
  return null;
}

/** The first of these that is unused. */
export function unusedOf(sticks: readonly Stick[]): Stick | null {
  return sticks.find(({ text }) => !isUsed(text)) ?? null;
}

function read(path: string): Stick | null {
  let file: number;
  try {
    // Follow no link out of the stick, and open no pipe, which would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const signature = `${path} ${stats.size} ${stats.mtimeMs}`;
    if (stats.size > mostBytes) return { path, signature, text: '' };
    const bytes = Buffer.alloc(stats.size);
    return {
      path,
      signature,
      text: bytes.subarray(0, readSync(file, bytes, 0, stats.size, 0)).toString('utf8'),
    };
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  } finally {
    closeSync(file);
  }
}

/** The allowed settings in it. Errors never quote the file: it contains a token. */
export function settingsIn({ text, isUnreadable }: Stick): Values {
  if (isUnreadable) throw notUsable(message('setup-stick-unusable.no-partition'));
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw notUsable(
      text === ''
        ? message('setup-stick-unusable.size', { most: mostBytes })
        : message('setup-stick-unusable.not-json', placeOf(error, text)),
    );
  }
  if (!isObject(value)) throw notUsable(message('setup-stick-unusable.no-object'));
  const names = namesIn(value);
  const foreign = names.filter((name) => !taken.some((each) => each === name));
  if (foreign.length > 0)
    throw notUsable(message('setup-stick-unusable.foreign', { names: foreign.slice(0, 3) }));
  return names.reduce<Values>((values, name) => withValue(values, name, valueAt(value, name)), {});
}

function namesIn(values: Values, before = ''): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) =>
    isObject(value) && before === '' ? namesIn(value, `${key}.`) : [`${before}${key}`],
  );
}

const example = '{"cms": {"url": …, "token": …}, "device": …}';

function notUsable(why: Message): VitrineError {
  return new VitrineError('usage', why, { remedy: message('setup.stick.write', { example }) });
}

const wiped = '*';

/** Used: a player has wiped its token. */
function isUsed(text: string): boolean {
  return /"token"\s*:\s*"\*+"/.test(text);
}

/** Overwrites the token in place. False: the stick is read-only. */
export function wipe({ path, text, isReadOnly = false }: Stick, token: string): boolean {
  if (isReadOnly) return false;
  const written = JSON.stringify(token).slice(1, -1);
  const clean = text.replaceAll(written, wiped.repeat(Buffer.byteLength(written)));
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      writeSync(file, clean, 0, 'utf8');
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return clean !== text;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

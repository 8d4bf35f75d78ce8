import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, systemCode, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import { type InterruptGiven, interruptEntries } from './interrupt.ts';
import type { Interrupts } from './interrupts.ts';
import type { Source } from './kept.ts';

export interface InterruptFolderNeeds {
  /** Null: no folder is read. Undefined: not known, so what was stated before holds. */
  path(): string | null | undefined;
  readonly interrupts: Pick<Interrupts, 'follow' | 'report' | 'isReady'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Looked at again and again, because a watch can be lost without an error, and network file systems have none. */
const lookMs = 1_000;
const mostFiles = 200;
const mostBytes = 8_000;
const longestName = 100;
const source: Source = { kind: 'folder' };
const suffix = '.json';
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
// The name of the file is the id, and another content is another version.
const { id: _, version: __, ...entries } = interruptEntries;
const schema = v.strictObject(entries);

interface SeenFile {
  /** Differs when the file does. */
  readonly stamp: string;
  /** It was the same at two looks: its writer has finished. */
  readonly isSettled: boolean;
  readonly content: InterruptGiven | Message;
}

/** Interrupts of programs on this machine: each file of a folder is one, as long as it is there. */
export class InterruptFolder {
  readonly #needs: InterruptFolderNeeds;
  #seen: ReadonlyMap<string, SeenFile> = new Map();
  #path: string | null | undefined;
  #isStarted = false;
  readonly #work = new Serial();
  #cancelLook = (): void => undefined;

  constructor(needs: InterruptFolderNeeds) {
    this.#needs = needs;
  }

  start(): void {
    this.#isStarted = true;
    this.look();
  }

  /** Does not wait for a disk that hangs. */
  stop(): void {
    this.#isStarted = false;
    this.#cancelLook();
  }

  /** Call after the configuration may have changed. */
  look(): void {
    const path = this.#needs.path();
    if (!this.#isStarted || path === undefined || path === this.#path) return;
    this.#path = path;
    this.#lookAgain(0);
  }

  #lookAgain(ms: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#needs.clock.after(ms, () => void this.#work.run(() => this.#lookNow()));
  }

  async #lookNow(): Promise<void> {
    const { interrupts, log } = this.#needs;
    const path = this.#path ?? null;
    const isEarly = !interrupts.isReady;
    try {
      if (isEarly) return;
      const seen = path === null ? new Map<string, SeenFile>() : await this.#read(path);
      if (!this.#isStarted || path !== this.#path) return;
      this.#seen = seen;
      this.#follow(path, seen);
    } catch (error) {
      // What its files stated before holds: an unmounted disk ends no alarm.
      const { sentence: why } = asVitrineError(error);
      interrupts.report(source, { name: path ?? '', why, refused: [] });
      log.state('folder', JSON.stringify(why), 'warn', 'Cannot read the folder of interrupts', { path, why });
    } finally {
      if (this.#isStarted && (path !== null || isEarly)) this.#lookAgain(lookMs);
    }
  }

  #follow(path: string | null, seen: ReadonlyMap<string, SeenFile>): void {
    const { interrupts, log } = this.#needs;
    const wrong = new Map<string, Message>();
    const stated = new Map<string, InterruptGiven | null>();
    for (const [name, { isSettled, content }] of seen) {
      const id = name.slice(0, -suffix.length);
      const isNamed = namePattern.test(id);
      const isWrong = 'code' in content;
      if (isNamed) stated.set(id, isWrong ? null : content);
      else wrong.set(name.slice(0, longestName), message('interrupt-folder.name'));
      if (isNamed && isWrong && isSettled) wrong.set(name, content);
    }
    for (const [id, { sentence }] of interrupts.follow(source, stated)) wrong.set(`${id}${suffix}`, sentence);
    const refused = [...wrong].map(([name, why]) => ({ name, why }));
    interrupts.report(source, path === null ? null : { name: path, why: null, refused });
    if (path === null) return;
    log.state('folder', 'read', 'info', 'Reads the folder of interrupts', { path });
    log.state(
      'files',
      JSON.stringify(refused),
      refused.length === 0 ? 'debug' : 'warn',
      refused.length === 0 ? 'No file of the folder is refused' : 'Files of the folder are refused',
      { refused },
    );
  }

  async #read(path: string): Promise<ReadonlyMap<string, SeenFile>> {
    const names = await namesIn(path).catch((error: unknown) => {
      const code = error instanceof VitrineError ? null : systemCode(error);
      throw code === null ? error : unusable(message('interrupt-folder.unreadable', { code }));
    });
    const seen = new Map<string, SeenFile>();
    for (const name of names) {
      const file = await this.#readFile(join(path, name), this.#seen.get(name));
      if (file !== null) seen.set(name, file);
    }
    return seen;
  }

  async #readFile(path: string, before: SeenFile | undefined): Promise<SeenFile | null> {
    try {
      const stamp = stampOf(await lstat(path, { bigint: true }));
      if (before?.stamp === stamp && before.isSettled) return before;
      return { stamp, isSettled: before?.stamp === stamp, content: await contentOf(path) };
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      // Removed since the folder was listed.
      if (code === 'ENOENT') return null;
      const stamp = `error ${code}`;
      return {
        stamp,
        isSettled: before?.stamp === stamp,
        content: message('interrupt-folder.file-unreadable', { code }),
      };
    }
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o002) !== 0) throw unusable(message('interrupt-folder.open'));
  const names: string[] = [];
  for await (const { name } of await opendir(path)) {
    // Unfinished files have other names.
    if (name.startsWith('.') || !name.endsWith(suffix)) continue;
    names.push(name);
    if (names.length > mostFiles) throw unusable(message('interrupt-folder.many', { most: mostFiles }));
  }
  return names.sort();
}

async function contentOf(path: string): Promise<InterruptGiven | Message> {
  // Follow no link to a file of somebody else, and open no pipe, which would wait for a writer.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  if (!(await lstat(path)).isFile()) return message('interrupt-folder.kind');
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { size, nlink } = await file.stat();
    if (nlink !== 1) return message('interrupt-folder.kind');
    if (size > mostBytes) return message('interrupt-folder.long', { most: mostBytes });
    return await parsed(file);
  } finally {
    await file.close();
  }
}

async function parsed(file: FileHandle): Promise<InterruptGiven | Message> {
  const buffer = Buffer.alloc(mostBytes);
  const { bytesRead } = await file.read(buffer, 0, mostBytes, 0);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(buffer.subarray(0, bytesRead)));
  } catch {
    // Its text is never quoted: the file may be anything.
    return message('interrupt-folder.not-json');
  }
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const [issue] = read.issues;
  return message('interrupt-folder.field', {
    where: (v.getDotPath(issue) ?? '{}').slice(0, 80),
    what: issue.message.slice(0, 100),
  });
}

const stampOf = ({ dev, ino, size, mode, nlink, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mode, nlink, mtimeNs, ctimeNs].join(' ');

const unusable = (why: Message): VitrineError => new VitrineError('temporary', why);

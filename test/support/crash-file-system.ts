import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileSystem, type OpenFile, realFileSystem } from '../../src/main/ground/fs.ts';

/** What a disk or program fails to make durable: the negative controls. */
export type Neglect = 'nothing' | 'file-sync' | 'folder-sync';

/**
 * `forgets`: names whose folder was not flushed are gone. `keeps-names`: every name is kept,
 * without unflushed content, as on journaling file systems.
 */
export type Temper = 'forgets' | 'keeps-names';

interface Inode {
  /** The durable content; null: none yet. */
  durable: Uint8Array | null;
}

/**
 * A disk that loses, at a power outage, everything that was not fsynced: unflushed content is gone (the file is empty if
 * only its name was flushed), and names of an unflushed folder are gone or back. It works on a real folder; after the
 * outage every call fails, and `restore` puts the folder into the state that a reboot would find. SQLite flushes its own
 * files, which keep their state at the instant of the outage.
 */
export class CrashFileSystem implements FileSystem {
  readonly #root: string;
  readonly #cutAt: number;
  readonly #neglect: Neglect;
  readonly #temper: Temper;
  /** Names as programs see them, and the durable ones. Both by path. */
  readonly #names = new Map<string, Inode>();
  readonly #durableNames = new Map<string, Inode>();
  readonly #folders = new Set<string>();
  readonly #durableFolders = new Set<string>();
  #steps = 0;
  #cut = false;

  /** The power fails at the instant with this number; instants lie before and after each change. */
  static async over(
    root: string,
    cutAt: number,
    neglect: Neglect = 'nothing',
    temper: Temper = 'forgets',
  ): Promise<CrashFileSystem> {
    const made = new CrashFileSystem(root, cutAt, neglect, temper);
    await made.#takeIn(root);
    return made;
  }

  private constructor(root: string, cutAt: number, neglect: Neglect, temper: Temper) {
    this.#root = root;
    this.#cutAt = cutAt;
    this.#neglect = neglect;
    this.#temper = temper;
  }

  get wasCut(): boolean {
    return this.#cut;
  }

  async open(path: string, flags: 'r' | 'w' | 'wx' | 'a' | 'r+'): Promise<OpenFile> {
    if (flags === 'r') return this.#file(await this.#reading(() => realFileSystem.open(path, flags)), path);
    await this.#instant();
    const file = await realFileSystem.open(path, flags);
    if (!this.#names.has(path)) this.#names.set(path, { durable: null });
    try {
      await this.#instant();
    } catch (thrown) {
      await file.close();
      throw thrown;
    }
    return this.#file(file, path);
  }

  rename(from: string, to: string): Promise<void> {
    return this.#changing(async () => {
      await realFileSystem.rename(from, to);
      const inode = this.#names.get(from);
      this.#names.delete(from);
      if (inode) this.#names.set(to, inode);
    });
  }

  unlink(path: string): Promise<void> {
    return this.#changing(async () => {
      await realFileSystem.unlink(path);
      this.#names.delete(path);
    });
  }

  mkdir(path: string): Promise<void> {
    return this.#changing(async () => {
      await realFileSystem.mkdir(path);
      this.#folders.add(path);
    });
  }

  syncFolder(path: string): Promise<void> {
    return this.#changing(async () => {
      if (this.#neglect === 'folder-sync') return;
      for (const name of [...this.#durableNames.keys()]) {
        if (dirname(name) === path && !this.#names.has(name)) this.#durableNames.delete(name);
      }
      for (const [name, inode] of this.#names)
        if (dirname(name) === path) this.#durableNames.set(name, inode);
      for (const folder of this.#folders) if (dirname(folder) === path) this.#durableFolders.add(folder);
    });
  }

  readdir(path: string): Promise<readonly string[]> {
    return this.#reading(() => realFileSystem.readdir(path));
  }

  readFile(path: string): Promise<Uint8Array> {
    return this.#reading(() => realFileSystem.readFile(path));
  }

  stat(path: string): ReturnType<FileSystem['stat']> {
    return this.#reading(() => realFileSystem.stat(path));
  }

  space(path: string): ReturnType<FileSystem['space']> {
    return this.#reading(() => realFileSystem.space(path));
  }

  /** Restores what a reboot would find. Call it when nothing uses the folder any more. */
  async restore(): Promise<void> {
    if (!this.#cut) throw new Error('the power was never cut');
    const aside = `${this.#root}.cut`;
    await rm(this.#root, { recursive: true, force: true });
    await mkdir(this.#root);
    if (this.#temper === 'keeps-names') this.#keepNames();
    for (const folder of [...this.#durableFolders].toSorted()) {
      if (this.#survives(folder)) await mkdir(folder, { recursive: true });
    }
    for (const [path, inode] of this.#durableNames) {
      if (this.#survives(dirname(path))) await writeFile(path, inode.durable ?? new Uint8Array());
    }
    for (const name of existsSync(aside) ? await readdir(aside) : []) {
      await copyFile(join(aside, name), join(this.#root, name));
    }
    await rm(aside, { recursive: true, force: true });
  }

  #keepNames(): void {
    this.#durableNames.clear();
    for (const [name, inode] of this.#names) this.#durableNames.set(name, inode);
    for (const folder of this.#folders) this.#durableFolders.add(folder);
  }

  #survives(folder: string): boolean {
    return folder === this.#root || (this.#durableFolders.has(folder) && this.#survives(dirname(folder)));
  }

  #file(file: OpenFile, path: string): OpenFile {
    const inode = this.#names.get(path);
    return {
      write: (bytes) => this.#changing(() => file.write(bytes)),
      truncate: (size) => this.#changing(() => file.truncate(size)),
      read: (buffer, position) => this.#reading(() => file.read(buffer, position)),
      sync: () =>
        this.#changing(async () => {
          await file.sync();
          if (inode && this.#neglect !== 'file-sync') inode.durable = await readFile(path);
        }),
      // Descriptors close with the power.
      close: () => file.close(),
    };
  }

  async #reading<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#cut) throw new PowerCut();
    return work();
  }

  async #changing<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#instant();
    const result = await work();
    await this.#instant();
    return result;
  }

  async #instant(): Promise<void> {
    if (this.#cut) throw new PowerCut();
    this.#steps++;
    if (this.#steps !== this.#cutAt) return;
    this.#cut = true;
    this.#saveDatabase();
    throw new PowerCut();
  }

  /** Between two statements SQLite's files are durable, and it runs on this thread. */
  #saveDatabase(): void {
    const aside = `${this.#root}.cut`;
    mkdirSync(aside, { recursive: true });
    for (const name of ['vitrine.db', 'vitrine.db-wal']) {
      if (existsSync(join(this.#root, name))) copyFileSync(join(this.#root, name), join(aside, name));
    }
  }

  async #takeIn(folder: string): Promise<void> {
    this.#folders.add(folder);
    this.#durableFolders.add(folder);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#takeIn(path);
      else if (!/^(vitrine|lock)\./.test(basename(path))) {
        const inode = { durable: await readFile(path) };
        this.#names.set(path, inode);
        this.#durableNames.set(path, inode);
      }
    }
  }
}

class PowerCut extends Error {
  override readonly name = 'PowerCut';
  constructor() {
    super('the power was cut');
  }
}

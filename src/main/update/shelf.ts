import { join } from 'node:path';
import { namesIn, readIfThere, sizeOf, unlinkIfThere } from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import type { Release } from '../release/release.ts';
import { plainFs } from './plain-fs.ts';
import type { ReleaseSource } from './source.ts';
import { factory, type ReleaseId } from './state.ts';

/** Marks a release that was unpacked and flushed completely, and holds its version. */
export const completeMark = 'complete';
export const program = process.platform === 'win32' ? 'vitrine.exe' : 'vitrine';

/** Unpacked releases, each complete or absent: in the player's own folder, or in root's. */
export interface Shelf {
  has(release: ReleaseId): Promise<boolean>;
  /** Null: it is missing or cannot be read. */
  versionOf(release: ReleaseId): Promise<string | null>;
  /** Turns the verified bytes in `file` into a release that can start. */
  take(release: Release, file: string, source: ReleaseSource, signal: AbortSignal): Promise<void>;
  /** Fails for a release that does not run on this machine, or reports another version than the signed one. */
  mustRun(release: Release, signal: AbortSignal): Promise<void>;
  /** Removes what neither runs nor is needed to go back, and what a crash left. */
  tidy(needed: ReadonlySet<ReleaseId>): Promise<void>;
}

/** One folder with releases side by side. */
export class ShelfFolder {
  readonly path: string;
  readonly fs: FileSystem;

  constructor(fs: FileSystem, path: string) {
    this.fs = fs;
    this.path = path;
  }

  get unpacking(): string {
    return join(this.path, 'unpacking');
  }

  get releases(): string {
    return join(this.path, 'releases');
  }

  folderOf(release: ReleaseId): string {
    return release === factory ? join(this.path, factory) : join(this.releases, release);
  }

  /** By the launchers' rule: a release without its program does not start. */
  async has(release: ReleaseId): Promise<boolean> {
    const folder = this.folderOf(release);
    for (const name of [completeMark, program])
      if ((await sizeOf(this.fs, join(folder, name))) === null) return false;
    return true;
  }

  async versionOf(release: ReleaseId): Promise<string | null> {
    const text = await readIfThere(this.fs, join(this.folderOf(release), completeMark)).catch(() => null);
    return versionIn(text);
  }

  names(): Promise<readonly string[]> {
    return namesIn(this.fs, this.releases);
  }

  /** Everybody may read this folder. */
  async open(): Promise<void> {
    await plainFs().mkdir(this.releases, { recursive: true, mode: 0o755 });
  }

  async remove(release: ReleaseId): Promise<void> {
    const folder = this.folderOf(release);
    // Without its mark it is no release, wherever the removal breaks off.
    await plainFs().chmod(folder, 0o755);
    await unlinkIfThere(this.fs, join(folder, completeMark));
    await removeTree(folder);
  }

  async tidy(needed: ReadonlySet<ReleaseId>): Promise<void> {
    await removeTree(this.unpacking);
    for (const name of await this.names()) if (!needed.has(name)) await this.remove(name);
  }
}

/** Of the mark of a whole release. */
export function versionIn(mark: string | null): string | null {
  return /^(\d{1,9}\.\d{1,9}\.\d{1,9}\S{0,50})\n$/.exec(mark ?? '')?.[1] ?? null;
}

/** Releases are read-only, and entries of a read-only folder cannot be removed. */
export async function removeTree(path: string): Promise<void> {
  await openTree(path);
  await plainFs().rm(path, { recursive: true, force: true });
}

async function openTree(path: string): Promise<void> {
  for (const entry of await plainFs().readdir(path, { withFileTypes: true }).catch(nothingThere)) {
    if (!entry.isDirectory()) continue;
    await plainFs().chmod(join(path, entry.name), 0o700);
    await openTree(join(path, entry.name));
  }
}

function nothingThere(thrown: NodeJS.ErrnoException): readonly never[] {
  if (thrown.code === 'ENOENT') return [];
  throw thrown;
}

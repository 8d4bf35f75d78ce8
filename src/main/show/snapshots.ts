import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../ground/clock.ts';
import { systemCode } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { makeFolder } from '../ground/make-folder.ts';
import type { AppHandler, Picture } from '../host/host.ts';

const everyMs = 3600_000;
const mostFiles = 50;
const mostBytes = 100_000_000;
const largest = 20_000_000;

/**
 * Pictures of the display while a web page was on it, shown when the page cannot be loaded. One file per address, named
 * by its hash; the oldest ones are deleted to make room.
 */
export class Snapshots {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  /** When each was last taken, or shown in place of its page: a picture of the stand-in must not replace the original. */
  readonly #lastAt = new Map<string, number>();

  constructor(dataDir: string, clock: Clock, log: Log) {
    this.#folder = join(dataDir, 'snapshots');
    this.#clock = clock;
    this.#log = log;
  }

  /** Serves `snapshots/<sha256 of the address>.png`. */
  readonly answer: AppHandler = async (request) => {
    const name = /^\/snapshots\/([0-9a-f]{64}\.png)$/.exec(new URL(request.url).pathname)?.[1];
    const bytes = name === undefined ? null : await this.#read(name);
    if (name === undefined || bytes === null) return new Response(null, { status: 404 });
    this.#lastAt.set(name, this.#clock.monotonic());
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), {
      headers: {
        'content-type': bytes[0] === 0xff ? 'image/jpeg' : 'image/png',
        'content-length': String(bytes.length),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    });
  };

  /** At most one picture of a page is taken in an hour. */
  isDue(address: string): boolean {
    const last = this.#lastAt.get(nameOf(address));
    return last === undefined || this.#clock.monotonic() - last >= everyMs;
  }

  /** Keeps a captured picture; null: the capture shows something else. A failure costs only the picture. */
  async take(address: string, capture: () => Promise<Picture | null>): Promise<void> {
    const name = nameOf(address);
    this.#lastAt.set(name, this.#clock.monotonic());
    if (this.#lastAt.size > 1000) this.#lastAt.delete([...this.#lastAt.keys()][0] ?? '');
    try {
      const picture = await capture();
      if (picture === null) {
        this.#lastAt.delete(name);
        return;
      }
      const { bytes } = picture;
      if (bytes.length === 0 || bytes.length > largest) return;
      makeFolder(this.#folder);
      const unfinished = join(this.#folder, `${randomUUID()}.new`);
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, join(this.#folder, name));
      } finally {
        await rm(unfinished, { force: true });
      }
      await this.#makeRoom();
      this.#log.state('snapshots', 'works', 'debug', 'Pictures of web pages can be kept');
    } catch (error) {
      this.#log.state('snapshots', 'fails', 'warn', 'The picture of a web page could not be kept', { error });
    }
  }

  async #read(name: string): Promise<Buffer | null> {
    const path = join(this.#folder, name);
    try {
      const bytes = await readFile(path);
      // A picture that was just used must not count among the oldest.
      const now = new Date(this.#clock.now());
      await utimes(path, now, now).catch(() => undefined);
      return bytes;
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
      throw error;
    }
  }

  /** Empty if the file is gone: another screen may have renamed or removed it. */
  async #measure(name: string): Promise<readonly { name: string; size: number; mtimeMs: number }[]> {
    try {
      const { size, mtimeMs } = await stat(join(this.#folder, name));
      return [{ name, size, mtimeMs }];
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #makeRoom(): Promise<void> {
    const names = await readdir(this.#folder);
    const files = (await Promise.all(names.map((name) => this.#measure(name)))).flat();
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    let bytes = 0;
    for (const [index, { name, size }] of files.entries()) {
      bytes += size;
      if (index >= mostFiles || bytes > mostBytes) await rm(join(this.#folder, name), { force: true });
    }
  }
}

function nameOf(address: string): string {
  return `${createHash('sha256').update(address).digest('hex')}.png`;
}

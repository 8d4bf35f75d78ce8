import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { message, verbatim } from '../../../shared/languages/message.ts';
import { systemClock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { FileSystem } from '../../ground/fs.ts';
import { releaseError } from '../../release/failure.ts';
import type { Release } from '../../release/release.ts';
import type { Shelf } from '../shelf.ts';
import { program, ShelfFolder } from '../shelf.ts';
import type { ReleaseSource } from '../source.ts';
import { factory, type ReleaseId } from '../state.ts';
import { mustRun } from '../unpack.ts';
import { questionSchema, Talk, type Wish } from './talk.ts';

/** The shelf of a machine where root owns the releases: requests go to root's installer. */
export class RootShelf implements Shelf {
  readonly #folder: ShelfFolder;
  readonly #socket: string;
  #kept: ReadonlySet<ReleaseId> = new Set();

  constructor(fs: FileSystem, path: string, socket: string) {
    this.#folder = new ShelfFolder(fs, path);
    this.#socket = socket;
  }

  has(release: ReleaseId): Promise<boolean> {
    return this.#folder.has(release);
  }

  versionOf(release: ReleaseId): Promise<string | null> {
    return this.#folder.versionOf(release);
  }

  async take(release: Release, file: string, source: ReleaseSource, signal: AbortSignal): Promise<void> {
    const needed = [...this.#kept];
    const { sha256, bytes } = release;
    await this.#ask({ install: sha256, needed }, signal, {
      read: source.read,
      bytes,
      file,
    });
  }

  /** The player runs it: no release ever runs as root. */
  mustRun(release: Release, signal: AbortSignal): Promise<void> {
    return mustRun(join(this.#folder.folderOf(release.sha256), program), release, signal);
  }

  async tidy(needed: ReadonlySet<ReleaseId>): Promise<void> {
    this.#kept = new Set([...needed].filter((one) => one !== factory));
    const here = await this.#folder.names();
    if (here.every((name) => this.#kept.has(name))) return;
    await this.#ask({ install: null, needed: [...this.#kept] }, new AbortController().signal, null);
  }

  async #ask(
    wish: Wish,
    signal: AbortSignal,
    from: { readonly read: ReleaseSource['read']; readonly bytes: number; readonly file: string } | null,
  ): Promise<void> {
    const socket = connect(this.#socket);
    const onAbort = (): void => void socket.destroy(silent());
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const talk = new Talk(socket, systemClock);
      await talk.say(wish);
      for (;;) {
        const question = await talk.hear(questionSchema);
        if ('done' in question) return;
        if ('failed' in question) {
          const kind = question.temporary ? 'temporary' : 'permanent';
          const { failed, why, sentence } = question;
          throw sentence === null
            ? new VitrineError(kind, failed, verbatim(why))
            : releaseError(sentence, { kind });
        }
        if (from === null) throw silent();
        if ('read' in question) await handOver(talk, await from.read(question.read, question.most));
        else {
          await talk.say({ bytes: from.bytes });
          for await (const chunk of createReadStream(from.file, { highWaterMark: 1024 * 1024 }))
            await talk.send(chunk as Buffer);
        }
      }
    } catch (thrown) {
      signal.throwIfAborted();
      throw thrown instanceof VitrineError ? thrown : silent(thrown);
    } finally {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    }
  }
}

async function handOver(talk: Talk, bytes: Uint8Array | null): Promise<void> {
  await talk.say({ bytes: bytes?.length ?? null });
  if (bytes !== null) await talk.send(bytes);
}

function silent(cause?: unknown) {
  return releaseError(message('update-no-installer'), {
    kind: 'temporary',
    ...(cause === undefined ? {} : { cause }),
  });
}

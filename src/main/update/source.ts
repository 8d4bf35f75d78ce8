import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { type DownloadNeeds, download } from '../download/download.ts';
import { tooSlow } from '../download/failures.ts';
import { Part } from '../download/part.ts';
import { dispose, open } from '../download/request.ts';
import { knownDiskError } from '../ground/disk-errors.ts';
import { sizeOf } from '../ground/durable-file.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { networkFailure } from '../net/failure.ts';
import { PaceGuard } from '../net/pace.ts';
import { releaseError } from '../release/failure.ts';
import { packagePath, type Release } from '../release/release.ts';
import type { ReadMetadata } from '../release/trusted.ts';
import { partSource } from './update-root.ts';

export interface Fetched {
  readonly path: string;
  discard(): Promise<void>;
}

/** A folder of releases, on a server or a USB stick. None of it is trusted. */
export interface ReleaseSource {
  readonly read: ReadMetadata;
  fetch(release: Release, signal: AbortSignal, onProgress: (received: number) => void): Promise<Fetched>;
}

export type FetchNeeds = DownloadNeeds;

/** Uses the downloader of media: it resumes, limits the rate, cuts trickling connections, and uses the same proxy. */
export function serverSource(needs: FetchNeeds, address: string): ReleaseSource {
  const base = address.endsWith('/') ? address : `${address}/`;
  return {
    read: (name, mostBytes) => readOver(needs, new URL(`metadata/${name}`, base).href, mostBytes),
    async fetch(release, signal, onProgress) {
      const before = await fetchedBefore(needs, release, signal);
      if (before !== null) return before;
      const cut = new AbortController();
      const onAbort = (): void => cut.abort(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const { finished, discard } = await download(needs, taskOf(release, base), {
          mayResume: true,
          cut,
          onProgress(received) {
            onProgress(received);
            if (received > release.bytes) cut.abort(wrongLength(release));
          },
          accept: (part: Part) => mustBe(part, release),
        });
        return { path: finished.path, discard };
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** A complete package from an earlier download, which nothing has installed yet. Its bytes are verified again. */
async function fetchedBefore(
  needs: FetchNeeds,
  release: Release,
  signal: AbortSignal,
): Promise<Fetched | null> {
  const part = new Part(needs, taskOf(release, 'file:///'));
  if ((await sizeOf(needs.fs, part.path)) !== release.bytes) return null;
  const found = await hashOf(part.path, signal).catch((thrown: unknown) => {
    signal.throwIfAborted();
    if (systemCode(thrown) === null) throw thrown;
    return null;
  });
  if (found === release.sha256) return { path: part.path, discard: () => part.discard() };
  // Unreadable it would be in the way of every later try.
  if (found === null) await part.discard();
  return null;
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal }))
    sha256.update(chunk as Buffer);
  return sha256.digest('hex');
}

function taskOf(release: Release, base: string) {
  const { sha256, bytes, name } = release;
  const url = new URL(`targets/${encodeURIComponent(packagePath(release))}`, base).href;
  return {
    source: partSource,
    download: { url, hashes: [{ algorithm: 'sha256' as const, hex: sha256 }], size: bytes, marker: sha256 },
    kind: 'unsupported' as const,
    mediaFileIds: [],
    name,
    rank: 0,
  };
}

async function mustBe(part: Part, release: Release) {
  if (part.received !== release.bytes) throw wrongLength(release);
  const digests = await part.finish();
  if (digests.sha256 !== release.sha256) throw wrongHash(release);
  return { path: part.path };
}

function wrongLength({ name, bytes }: Release): VitrineError {
  return releaseError(message('update-wrong-length', { name, size: bytes }));
}

function wrongHash({ name }: Release): VitrineError {
  return releaseError(message('update-wrong-hash', { name }));
}

async function readOver(needs: FetchNeeds, url: string, mostBytes: number): Promise<Buffer | null> {
  const cut = new AbortController();
  const guard = new PaceGuard(needs.clock, needs.limits, (fault) => cut.abort(tooSlow(fault, needs.limits)));
  try {
    const answer = await open(needs, url, {}, { cut, guard });
    if (answer.head.status !== 200) {
      dispose(answer, needs);
      // Some file servers answer 403 for a missing file.
      if ([403, 404, 410].includes(answer.head.status)) return null;
      throw releaseError(message('update-server-error', { status: answer.head.status, url }), {
        kind: 'temporary',
      });
    }
    guard.release();
    const chunks: Buffer[] = [];
    let bytes = 0;
    cut.signal.addEventListener('abort', () => answer.body.destroy(), { once: true });
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      guard.moved(chunk.length);
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLong(url);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (thrown) {
    cut.signal.throwIfAborted();
    if (thrown instanceof VitrineError) throw thrown;
    throw networkFailure(thrown, url, needs.clock.now());
  } finally {
    guard.end();
  }
}

function tooLong(name: string): VitrineError {
  return releaseError(message('update-too-long', { name }));
}

/** A stick may be pulled out at any time: the player copies the package, and verifies the copy. */
export function folderSource(needs: FetchNeeds, folder: string): ReleaseSource {
  return {
    read: (name, mostBytes) => readBeside(join(folder, 'metadata', name), mostBytes),
    async fetch(release, signal, onProgress) {
      const before = await fetchedBefore(needs, release, signal);
      if (before !== null) return before;
      const part = new Part(needs, taskOf(release, 'file:///'));
      const path = join(folder, 'targets', packagePath(release));
      try {
        await needs.fs.mkdir(needs.store.partsFolder);
        await part.begin({ validator: null, total: release.bytes });
        for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
          await part.write(chunk as Buffer);
          onProgress(part.received);
          if (part.received > release.bytes) throw wrongLength(release);
        }
        await mustBe(part, release);
      } catch (thrown) {
        await part.discard();
        throw notThere(thrown, path);
      }
      part.release();
      return { path: part.path, discard: () => part.discard() };
    },
  };
}

async function readBeside(path: string, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLong(path);
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw notThere(thrown, path);
  }
  return Buffer.concat(chunks);
}

function notThere(thrown: unknown, path: string): unknown {
  if (thrown instanceof VitrineError || (thrown instanceof Error && thrown.name === 'AbortError'))
    return thrown;
  // A folder that is only read cannot fail like this: it is the player's own disk.
  const own = knownDiskError(thrown, 'update');
  if (own?.code === 'disk-full' || own?.code === 'disk-read-only') return own;
  return releaseError(message('update-not-found', { path }), { cause: thrown });
}

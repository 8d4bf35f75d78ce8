import { LengthOrHashMismatchError, UnsignedMetadataError } from '@tufjs/models/dist/error.js';
import { BadVersionError, EqualVersionError, ExpiredMetadataError } from 'tuf-js/dist/error.js';
import { TrustedMetadataStore } from 'tuf-js/dist/store.js';
import { VitrineError } from '../errors.ts';
import { type ReleaseCode, releaseError } from './failure.ts';
import type { Floors, Metadata } from './kept-trust.ts';
import { type Release, readRelease } from './release.ts';

export interface Trusted {
  readonly metadata: Required<Metadata>;
  readonly floors: Floors;
  readonly releases: readonly Release[];
  /** The first instant at which a role has expired. */
  readonly expiresAt: string;
}

/** Reads a file of the folder's `metadata/`; null when there is none. Fails on more than so many bytes. */
export type ReadMetadata = (name: string, mostBytes: number) => Promise<Uint8Array | null>;

const most = { root: 512_000, timestamp: 16_384, snapshot: 2_000_000, targets: 5_000_000 } as const;
const mostRootRotations = 256;

/**
 * The way of The Update Framework from what is trusted to what is offered: every root in turn, then timestamp, snapshot
 * and targets. The checks are the library's. It is not its `Updater` that is used: that writes metadata in place, and a
 * file that a power cut has truncated makes it fail for ever.
 */
export async function lookAtMetadata(kept: Metadata, floors: Floors, read: ReadMetadata): Promise<Trusted> {
  const store = new TrustedMetadataStore(Buffer.from(kept.root));
  const root = await newestRoot(store, kept.root, read);
  const timestamp = await judged('timestamp', () => newestTimestamp(store, kept.timestamp, read));
  const snapshotName = nameOf('snapshot', store.timestamp?.signed.snapshotMeta.version);
  const snapshot = await judged('snapshot', async () => {
    if (kept.snapshot !== undefined && holds(() => store.updateSnapshot(text(kept.snapshot), true)))
      return kept.snapshot;
    const length = store.timestamp?.signed.snapshotMeta.length ?? most.snapshot;
    const fresh = await must(read, snapshotName, Math.min(length, most.snapshot));
    store.updateSnapshot(fresh);
    return fresh.toString('utf8');
  });
  const meta = store.snapshot?.signed.meta['targets.json'];
  const targets = await judged('targets', async () => {
    if (
      kept.targets !== undefined &&
      holds(() => store.updateDelegatedTargets(text(kept.targets), 'targets', 'root'))
    )
      return kept.targets;
    const length = Math.min(meta?.length ?? most.targets, most.targets);
    const fresh = await must(read, nameOf('targets', meta?.version), length);
    store.updateDelegatedTargets(fresh, 'targets', 'root');
    return fresh.toString('utf8');
  });
  const seen: Floors = {
    root: store.root.signed.version,
    timestamp: store.timestamp?.signed.version ?? 0,
    snapshot: store.snapshot?.signed.version ?? 0,
    targets: store.targets?.signed.version ?? 0,
  };
  for (const role of ['root', 'timestamp', 'snapshot', 'targets'] as const)
    if (seen[role] < floors[role])
      throw releaseError(
        'update-rolled-back',
        `The folder offers an older ${role} (${seen[role]}) than was seen before (${floors[role]}).`,
      );
  const offered = Object.entries(store.targets?.signed.targets ?? {});
  const expiries = [store.root, store.timestamp, store.snapshot, store.targets].map(
    (role) => role?.signed.expires ?? '',
  );
  return {
    metadata: { root, timestamp, snapshot, targets },
    floors: seen,
    releases: offered.flatMap(([name, target]) => readRelease(name, target.toJSON()) ?? []),
    expiresAt: expiries.sort()[0] ?? '',
  };
}

async function newestRoot(store: TrustedMetadataStore, kept: string, read: ReadMetadata): Promise<string> {
  let newest = kept;
  for (let rotations = 0; rotations < mostRootRotations; rotations++) {
    const next = await read(nameOf('root', store.root.signed.version + 1), most.root);
    if (next === null) return newest;
    await judged('root', async () => void store.updateRoot(Buffer.from(next)));
    newest = Buffer.from(next).toString('utf8');
  }
  return newest;
}

async function newestTimestamp(
  store: TrustedMetadataStore,
  kept: string | undefined,
  read: ReadMetadata,
): Promise<string> {
  // It may have expired meanwhile, or be signed with keys that are no more: a new one is wanted in any case.
  if (kept !== undefined) holds(() => store.updateTimestamp(text(kept)));
  const fresh = await must(read, 'timestamp.json', most.timestamp);
  try {
    store.updateTimestamp(fresh);
  } catch (thrown) {
    if (thrown instanceof EqualVersionError && kept !== undefined) return kept;
    throw thrown;
  }
  return fresh.toString('utf8');
}

function nameOf(role: string, version: number | undefined): string {
  return `${version}.${role}.json`;
}

async function must(read: ReadMetadata, name: string, mostBytes: number): Promise<Buffer> {
  const found = await read(name, mostBytes);
  if (found === null) throw releaseError('update-not-found', `The folder has no metadata/${name}.`);
  return Buffer.from(found);
}

function text(kept: string | undefined): Buffer {
  return Buffer.from(kept ?? '');
}

/** Whether what was kept is still good; what is not is simply fetched anew. */
function holds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

async function judged<Result>(role: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof VitrineError) throw cause;
    const [code, why] = reasonFor(cause);
    throw releaseError(code, `The ${role} of the releases ${why}.`, { cause });
  }
}

function reasonFor(cause: unknown): readonly [code: ReleaseCode, why: string] {
  if (cause instanceof ExpiredMetadataError) return ['update-expired', 'has expired'];
  if (cause instanceof BadVersionError) return ['update-rolled-back', 'is older than what it belongs to'];
  if (cause instanceof UnsignedMetadataError)
    return ['update-not-signed', 'is not signed by the keys that it must be signed by'];
  if (cause instanceof LengthOrHashMismatchError) return ['update-mixed', 'is not the one that is announced'];
  return ['update-not-metadata', 'cannot be read: this may be a login page or a damaged file'];
}

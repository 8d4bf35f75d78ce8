import type { Root } from '@tufjs/models';
import { LengthOrHashMismatchError, UnsignedMetadataError } from '@tufjs/models/dist/error.js';
import { BadVersionError, EqualVersionError, ExpiredMetadataError } from 'tuf-js/dist/error.js';
import { TrustedMetadataStore } from 'tuf-js/dist/store.js';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { releaseError } from './failure.ts';
import type { Floors, Metadata } from './kept-trust.ts';
import { type Release, readRelease } from './release.ts';

export interface Trusted {
  readonly metadata: Required<Metadata>;
  readonly floors: Floors;
  readonly releases: readonly Release[];
  /** When the first role expires. */
  readonly expiresAt: string;
}

/** Reads a file of `metadata/`; null: there is none. Fails on a larger file. */
export type ReadMetadata = (name: string, mostBytes: number) => Promise<Uint8Array | null>;

const most = { root: 512_000, timestamp: 16_384, snapshot: 2_000_000, targets: 5_000_000 } as const;
const mostRootRotations = 256;

/** The caller keeps `expiredAt`, so that setting the clock back does not revive expired metadata. */
export class ExpiredError extends VitrineError {
  readonly expiredAt: number;

  constructor(role: string, expiredAt: number, cause?: unknown) {
    super('permanent', message('update-expired', { role }), { cause });
    this.expiredAt = expiredAt;
  }
}

/**
 * The Update Framework's way from trusted to offered metadata: every root in turn, then timestamp, snapshot and targets. The
 * library does the checks. Its `Updater` is not used: it writes metadata in place, and a file truncated by a power cut makes it
 * fail for ever.
 */
export async function lookAtMetadata(
  before: Metadata,
  floorsBefore: Floors,
  read: ReadMetadata,
  now: number,
): Promise<Trusted> {
  const store = new TrustedMetadataStore(Buffer.from(before.root));
  const instant = Math.max(now, floorsBefore.instant);
  try {
    const looked = await look(store, before, floorsBefore, read);
    mustHold(store, instant);
    return { ...looked, floors: { ...looked.floors, instant } };
  } catch (thrown) {
    if (thrown instanceof VitrineError && thrown.code === 'update-expired') mustHold(store, instant, thrown);
    throw thrown;
  }
}

/**
 * The library trusts this machine's clock, which may have been set back. Only the first expiry is kept: a clock that once showed
 * a far future must not stop updates beyond the next signature.
 */
function mustHold(store: TrustedMetadataStore, instant: number, cause?: unknown): void {
  const [first] = (['root', 'timestamp', 'snapshot', 'targets'] as const)
    .map((role) => ({ role, at: Date.parse(store.getRole(role)?.signed.expires ?? '') }))
    .filter(({ at }) => at <= instant)
    .sort((one, other) => one.at - other.at);
  if (first) throw new ExpiredError(first.role, first.at, cause);
}

async function look(
  store: TrustedMetadataStore,
  before: Metadata,
  floorsBefore: Floors,
  read: ReadMetadata,
): Promise<Omit<Trusted, 'floors'> & { readonly floors: Omit<Floors, 'instant'> }> {
  const { root, kept, floors } = await withNewestRoot(store, before, floorsBefore, read);
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
  const seen = {
    root: store.root.signed.version,
    timestamp: store.timestamp?.signed.version ?? 0,
    snapshot: store.snapshot?.signed.version ?? 0,
    targets: store.targets?.signed.version ?? 0,
  };
  for (const role of ['root', 'timestamp', 'snapshot', 'targets'] as const)
    if (seen[role] < floors[role])
      throw releaseError(
        message('update-rolled-back.folder', { role, found: seen[role], seen: floors[role] }),
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

/**
 * Every root in turn. Where a newer root replaces the keys of a role, versions signed by the old keys no longer count
 * (TUF 5.3.11): a thief may have signed versions that the publisher never reaches.
 */
async function withNewestRoot(
  store: TrustedMetadataStore,
  before: Metadata,
  floors: Floors,
  read: ReadMetadata,
): Promise<{ readonly root: string; readonly kept: Metadata; readonly floors: Floors }> {
  const first = store.root.signed;
  // Undefined: the floors are older than the kept root, and the keys that signed them are unknown.
  let ofFloors = first.version <= floors.root ? first : undefined;
  let root = before.root;
  for (let rotations = 0; rotations < mostRootRotations; rotations++) {
    const next = await read(nameOf('root', store.root.signed.version + 1), most.root);
    if (next === null) break;
    await judged('root', async () => void store.updateRoot(Buffer.from(next)));
    root = Buffer.from(next).toString('utf8');
    if (store.root.signed.version <= floors.root) ofFloors = store.root.signed;
  }
  const newest = store.root.signed;
  const without = exchanged(first, newest);
  const lowered = exchanged(ofFloors, newest);
  return {
    root,
    kept: {
      ...before,
      ...(without.online ? { timestamp: undefined } : {}),
      // The snapshot names the newest version of the targets.
      ...(without.online || without.targets ? { snapshot: undefined } : {}),
    },
    floors: {
      ...floors,
      ...(lowered.online ? { timestamp: 0, snapshot: 0 } : {}),
      ...(lowered.targets ? { targets: 0 } : {}),
    },
  };
}

/** Which roles have new keys. One machine holds timestamp and snapshot, so their keys are lost together. */
function exchanged(before: Root | undefined, now: Root) {
  const isChanged = (role: string): boolean =>
    before?.roles[role]?.keyIDs.toSorted().join() !== now.roles[role]?.keyIDs.toSorted().join();
  return { online: isChanged('timestamp') || isChanged('snapshot'), targets: isChanged('targets') };
}

async function newestTimestamp(
  store: TrustedMetadataStore,
  kept: string | undefined,
  read: ReadMetadata,
): Promise<string> {
  // It may have expired, or its keys may be replaced: a new one is fetched in any case.
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
  if (found === null) throw releaseError(message('update-not-found.metadata', { name }));
  return Buffer.from(found);
}

function text(kept: string | undefined): Buffer {
  return Buffer.from(kept ?? '');
}

/** Whether kept metadata is still valid; otherwise it is fetched again. */
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
    throw releaseError(message(mistakeIn(cause), { role }), { cause });
  }
}

function mistakeIn(cause: unknown) {
  if (cause instanceof ExpiredMetadataError) return 'update-expired';
  if (cause instanceof BadVersionError) return 'update-rolled-back';
  if (cause instanceof UnsignedMetadataError) return 'update-not-signed';
  return cause instanceof LengthOrHashMismatchError ? 'update-mixed' : 'update-not-metadata';
}

import type { Root } from '@tufjs/models';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { releaseError } from './failure.ts';
import type { Floors, Metadata } from './kept-trust.ts';
import { type Release, readRelease } from './release.ts';
import { Distrust, TrustedRoles } from './trusted-roles.ts';

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
const roleNames = ['root', 'timestamp', 'snapshot', 'targets'] as const;

/** The caller keeps `expiredAt`, so that setting the clock back does not revive expired metadata. */
export class ExpiredError extends VitrineError {
  readonly expiredAt: number;

  constructor(role: string, expiredAt: number) {
    super('permanent', message('update-expired', { role }));
    this.expiredAt = expiredAt;
  }
}

/** The Update Framework's way from trusted to offered metadata: every root in turn, then timestamp, snapshot and targets. */
export async function lookAtMetadata(
  before: Metadata,
  floorsBefore: Floors,
  read: ReadMetadata,
  now: number,
): Promise<Trusted> {
  const roles = new TrustedRoles(before.root);
  const looked = await look(roles, before, floorsBefore, read);
  // The clock may have been set back.
  const instant = Math.max(now, floorsBefore.instant);
  mustHold(roles, instant);
  return { ...looked, floors: { ...looked.floors, instant } };
}

/** Only the first expiry is kept: a clock that once showed a far future must not stop updates beyond the next signature. */
function mustHold(roles: TrustedRoles, instant: number): void {
  const [first] = roleNames
    .map((role) => ({ role, at: Date.parse(roles[role]?.expires ?? '') }))
    .filter(({ at }) => at <= instant)
    .sort((one, other) => one.at - other.at);
  if (first) throw new ExpiredError(first.role, first.at);
}

async function look(
  roles: TrustedRoles,
  before: Metadata,
  floorsBefore: Floors,
  read: ReadMetadata,
): Promise<Omit<Trusted, 'floors'> & { readonly floors: Omit<Floors, 'instant'> }> {
  const { root, kept, floors } = await withNewestRoot(roles, before, floorsBefore, read);
  const timestamp = await judged('timestamp', () => newestTimestamp(roles, kept.timestamp, read));
  const snapshotName = nameOf('snapshot', roles.timestamp?.snapshotMeta.version);
  const snapshot = await judged('snapshot', async () => {
    const { snapshot: known } = kept;
    if (known !== undefined && holds(() => roles.takeSnapshot(known, true))) return known;
    const length = roles.timestamp?.snapshotMeta.length ?? most.snapshot;
    const fresh = await must(read, snapshotName, Math.min(length, most.snapshot));
    roles.takeSnapshot(fresh, false);
    return fresh;
  });
  const meta = roles.snapshot?.meta['targets.json'];
  const targets = await judged('targets', async () => {
    const { targets: known } = kept;
    if (known !== undefined && holds(() => roles.takeTargets(known))) return known;
    const length = Math.min(meta?.length ?? most.targets, most.targets);
    const fresh = await must(read, nameOf('targets', meta?.version), length);
    roles.takeTargets(fresh);
    return fresh;
  });
  const seen = {
    root: roles.root.version,
    timestamp: roles.timestamp?.version ?? 0,
    snapshot: roles.snapshot?.version ?? 0,
    targets: roles.targets?.version ?? 0,
  };
  for (const role of roleNames)
    if (seen[role] < floors[role])
      throw releaseError(
        message('update-rolled-back.folder', { role, found: seen[role], seen: floors[role] }),
      );
  const offered = Object.entries(roles.targets?.targets ?? {});
  const expiries = roleNames.map((role) => roles[role]?.expires ?? '');
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
  roles: TrustedRoles,
  before: Metadata,
  floors: Floors,
  read: ReadMetadata,
): Promise<{ readonly root: string; readonly kept: Metadata; readonly floors: Floors }> {
  const first = roles.root;
  // Undefined: the floors are older than the kept root, and the keys that signed them are unknown.
  let ofFloors = first.version <= floors.root ? first : undefined;
  let root = before.root;
  for (let rotations = 0; rotations < mostRootRotations; rotations++) {
    const next = await read(nameOf('root', roles.root.version + 1), most.root);
    if (next === null) break;
    root = Buffer.from(next).toString('utf8');
    await judged('root', async () => roles.nextRoot(root));
    if (roles.root.version <= floors.root) ofFloors = roles.root;
  }
  const newest = roles.root;
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
  roles: TrustedRoles,
  kept: string | undefined,
  read: ReadMetadata,
): Promise<string> {
  // Its keys may be replaced: a new one is fetched in any case.
  if (kept !== undefined) holds(() => roles.takeTimestamp(kept));
  const fresh = await must(read, 'timestamp.json', most.timestamp);
  return roles.takeTimestamp(fresh) ? fresh : (kept ?? fresh);
}

function nameOf(role: string, version: number | undefined): string {
  return `${version}.${role}.json`;
}

async function must(read: ReadMetadata, name: string, mostBytes: number): Promise<string> {
  const found = await read(name, mostBytes);
  if (found === null) throw releaseError(message('update-not-found.metadata', { name }));
  return Buffer.from(found).toString('utf8');
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
    const why = cause instanceof Distrust ? cause.why : 'update-not-metadata';
    throw releaseError(message(why, { role }), { cause });
  }
}

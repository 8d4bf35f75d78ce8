import {
  Metadata,
  MetadataKind,
  type MetaFile,
  type Root,
  type Snapshot,
  type Targets,
  type Timestamp,
} from '@tufjs/models';

/** Metadata of a role that is not trusted, with the message that says why. */
export class Distrust extends Error {
  readonly why: 'update-mixed' | 'update-not-metadata' | 'update-not-signed' | 'update-rolled-back';

  constructor(why: Distrust['why'], cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

type Role = Metadata<Root> | Metadata<Timestamp> | Metadata<Snapshot> | Metadata<Targets>;

/**
 * The roles of The Update Framework, each trusted once the one before vouches for it (client workflow 5.3 to 5.6). The models and
 * their signatures are the library's; its own store of trusted roles is not public. Nobody here asks the clock: whether a role has
 * expired is judged once all of them are known.
 */
export class TrustedRoles {
  #root: Metadata<Root>;
  #timestamp: Metadata<Timestamp> | null = null;
  #snapshot: Metadata<Snapshot> | null = null;
  #targets: Metadata<Targets> | null = null;

  constructor(root: string) {
    this.#root = Metadata.fromJSON(MetadataKind.Root, JSON.parse(root));
    mustSign(this.#root, 'root', this.#root);
  }

  get root(): Root {
    return this.#root.signed;
  }

  get timestamp(): Timestamp | null {
    return this.#timestamp?.signed ?? null;
  }

  get snapshot(): Snapshot | null {
    return this.#snapshot?.signed ?? null;
  }

  get targets(): Targets | null {
    return this.#targets?.signed ?? null;
  }

  nextRoot(text: string): void {
    const next = Metadata.fromJSON(MetadataKind.Root, JSON.parse(text));
    mustSign(this.#root, 'root', next);
    if (next.signed.version !== this.root.version + 1) throw new Distrust('update-rolled-back');
    mustSign(next, 'root', next);
    this.#root = next;
  }

  /** False: it has the version of the trusted one, which stays. */
  takeTimestamp(text: string): boolean {
    const next = Metadata.fromJSON(MetadataKind.Timestamp, JSON.parse(text));
    mustSign(this.#root, 'timestamp', next);
    const before = this.timestamp;
    if (before !== null) {
      if (next.signed.version === before.version) return false;
      if (
        next.signed.version < before.version ||
        next.signed.snapshotMeta.version < before.snapshotMeta.version
      )
        throw new Distrust('update-rolled-back');
    }
    this.#timestamp = next;
    return true;
  }

  /** `isKept`: its bytes were compared with the timestamp's when it came. */
  takeSnapshot(text: string, isKept: boolean): void {
    const timestamp = known(this.#timestamp);
    if (!isKept) mustMatch(timestamp.signed.snapshotMeta, text);
    const next = Metadata.fromJSON(MetadataKind.Snapshot, JSON.parse(text));
    mustSign(this.#root, 'snapshot', next);
    for (const [name, { version }] of Object.entries(this.snapshot?.meta ?? {}))
      if ((next.signed.meta[name]?.version ?? 0) < version) throw new Distrust('update-rolled-back');
    // One that was replaced still guards against older ones.
    this.#snapshot = next;
    mustBeNewest(next, timestamp.signed.snapshotMeta);
  }

  takeTargets(text: string): void {
    const meta = known(this.#snapshot).signed.meta['targets.json'];
    if (meta === undefined) throw new Distrust('update-not-metadata');
    mustMatch(meta, text);
    const next = Metadata.fromJSON(MetadataKind.Targets, JSON.parse(text));
    mustSign(this.#root, 'targets', next);
    mustBeNewest(next, meta);
    this.#targets = next;
  }
}

function known<Given extends Role>(role: Given | null): Given {
  if (role === null) throw new TypeError('The role before this one is not trusted yet.');
  return role;
}

function mustBeNewest({ signed }: Role, meta: MetaFile): void {
  if (signed.version !== meta.version) throw new Distrust('update-rolled-back');
}

function mustSign(root: Metadata<Root>, role: string, given: Role): void {
  try {
    root.verifyDelegate(role, given);
  } catch (cause) {
    throw new Distrust('update-not-signed', cause);
  }
}

function mustMatch(meta: MetaFile, text: string): void {
  try {
    meta.verify(Buffer.from(text));
  } catch (cause) {
    throw new Distrust('update-mixed', cause);
  }
}

import { hash, randomBytes } from 'node:crypto';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { releaseError } from '../release/failure.ts';
import type { ReleaseFolder, RootPart, Signed, TargetPart, TargetsPart } from './folder.ts';
import { type KeyRole, keyId, publicKey, type Role, roles, type Signer } from './keys.ts';

/** Validity of signatures: one or two years for a person's, a month for a machine's. */
const daysOf: Readonly<Record<Role, number>> = { root: 730, targets: 365, snapshot: 30, timestamp: 30 };
const thresholds: Readonly<Record<Role, number>> = { root: 2, targets: 1, snapshot: 1, timestamp: 1 };
const specVersion = '1.0.31';

export interface PublisherNeeds {
  readonly folder: ReleaseFolder;
  readonly signers: readonly Signer[];
  readonly now: number;
}

/** The public keys of a root. */
export type PublicKeys = readonly { readonly role: KeyRole; readonly public: string }[];

export async function init(needs: PublisherNeeds, keys: PublicKeys): Promise<void> {
  const { folder } = needs;
  if ((await folder.newest('root')) !== null)
    throw releaseError(message('release-exists.root', { folder: folder.path }));
  await writeRoot(needs, 1, keys, []);
  const targets = (await signersFor(needs, 'targets')) ?? missing('targets');
  await folder.write({ ...head(needs, 'targets', 1), targets: {} } as TargetsPart, targets);
  await renewOnline(needs);
}

/** Renews the signatures that the available keys allow, and answers the roles. */
export async function renew(needs: PublisherNeeds, newKeys: PublicKeys): Promise<readonly Role[]> {
  const { folder } = needs;
  const root = await folder.root();
  const renewed: Role[] = [];
  if (newKeys.length > 0 || (await signersFor(needs, 'root')) !== null) {
    const before = keysOf(root);
    // A role without new keys keeps its old ones.
    const replaced = new Set(newKeys.map(({ role }) => role));
    const keys = [...newKeys, ...before.filter(({ role }) => !replaced.has(role))];
    await writeRoot(needs, root.version + 1, keys, before);
    renewed.push('root');
  }
  const targets = await signersFor(needs, 'targets');
  if (targets !== null) {
    await changeTargets(needs, (before) => before);
    renewed.push('targets');
  }
  if (await renewOnline(needs)) renewed.push('snapshot', 'timestamp');
  if (renewed.length === 0) throw releaseError(message('release-keys-missing.none'));
  return renewed;
}

/** Answers whether players see the change: only if the online keys are available too. */
export async function changeTargets(
  needs: PublisherNeeds,
  change: (targets: TargetsPart['targets']) => TargetsPart['targets'],
): Promise<boolean> {
  const before = await needs.folder.newest<TargetsPart>('targets');
  const signers = (await signersFor(needs, 'targets')) ?? missing('targets');
  const targets = change(before?.targets ?? {});
  const part: TargetsPart = { ...head(needs, 'targets', (before?.version ?? 0) + 1), targets };
  await needs.folder.write(part, signers);
  return renewOnline(needs);
}

/** Changes all releases of one version. */
export function changeVersion(
  targets: TargetsPart['targets'],
  version: string,
  change: (custom: TargetPart['custom']) => TargetPart['custom'],
): TargetsPart['targets'] {
  if (!Object.values(targets).some(({ custom }) => custom.version === version))
    throw releaseError(message('release-unknown.version', { version }));
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      target.custom.version === version ? { ...target, custom: change(target.custom) } : target,
    ]),
  );
}

/** A recalled version stays: a player that is offline now has to learn of it. */
export async function removeVersion(needs: PublisherNeeds, version: string) {
  const { folder } = needs;
  const targets = (await folder.newest<TargetsPart>('targets'))?.targets ?? {};
  const removed = Object.entries(targets).filter(([, { custom }]) => custom.version === version);
  if (removed.length === 0) throw releaseError(message('release-unknown.version', { version }));
  if (removed.some(([, { custom }]) => custom.recalled === true))
    throw releaseError(message('release-exists.recalled', { version }));
  const isSeen = await changeTargets(needs, (all) =>
    Object.fromEntries(Object.entries(all).filter(([, { custom }]) => custom.version !== version)),
  );
  return { removed, isSeen };
}

export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

/** The timestamp comes last: until then players see the old folder. */
async function renewOnline(needs: PublisherNeeds): Promise<boolean> {
  const { folder } = needs;
  const [forSnapshot, forTimestamp] = [
    await signersFor(needs, 'snapshot'),
    await signersFor(needs, 'timestamp'),
  ];
  if (forSnapshot === null || forTimestamp === null) return false;
  const targets = await folder.newest<TargetsPart>('targets');
  if (targets === null) return false;
  const text = (await folder.text(`${targets.version}.targets.json`)) ?? '';
  const snapshot = await next(needs, 'snapshot', { 'targets.json': described(targets.version, text) });
  const snapshotText = await folder.write(snapshot, forSnapshot);
  const timestamp = await next(needs, 'timestamp', {
    'snapshot.json': described(snapshot.version, snapshotText),
  });
  await folder.write(timestamp, forTimestamp);
  return true;
}

async function next(needs: PublisherNeeds, role: Role, meta: Readonly<Record<string, unknown>>) {
  const before = await needs.folder.newest(role).catch(unreadable);
  return { ...head(needs, role, (before?.version ?? 0) + 1), meta };
}

/** A fresh folder has no timestamp. */
function unreadable(thrown: unknown): null {
  if (thrown instanceof VitrineError && thrown.code === 'release-wrong') return null;
  throw thrown;
}

function described(version: number, text: string) {
  return { version, length: Buffer.byteLength(text), hashes: { sha256: hash('sha256', text) } };
}

function head({ now }: PublisherNeeds, role: Role, version: number): Signed {
  const expires = new Date(now + daysOf[role] * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  return { _type: role, spec_version: specVersion, version, expires };
}

/** Signed by enough new and enough old keys, so that every player can follow. */
async function writeRoot(needs: PublisherNeeds, version: number, keys: PublicKeys, before: PublicKeys) {
  for (const role of roles) {
    const count = keys.filter((key) => key.role === role).length;
    if (count < thresholds[role])
      throw releaseError(message('release-keys-missing.root', { count: thresholds[role], role }));
  }
  const own = atHand(needs, keys);
  const signers = [
    ...new Map([...own, ...atHand(needs, before)].map((each) => [each.public, each])).values(),
  ];
  const enough = [own, ...(before.length > 0 ? [atHand(needs, before)] : [])];
  if (enough.some((each) => each.length < thresholds.root)) missing('root');
  const part: RootPart = {
    ...head(needs, 'root', version),
    consistent_snapshot: true,
    keys: Object.fromEntries(keys.map((key) => [keyId(key.public), publicKey(key.public)])),
    roles: {
      root: trusting('root', keys),
      targets: trusting('targets', keys),
      snapshot: trusting('snapshot', keys),
      timestamp: trusting('timestamp', keys),
    },
  };
  await needs.folder.write(part, signers);
}

function trusting(role: Role, keys: PublicKeys) {
  const keyids = keys.filter((key) => key.role === role).map((key) => keyId(key.public));
  return { keyids, threshold: thresholds[role] };
}

function atHand({ signers }: PublisherNeeds, keys: PublicKeys): readonly Signer[] {
  const wanted = new Set(keys.flatMap((key) => (key.role === 'root' ? [key.public] : [])));
  return signers.filter((signer) => signer.role === 'root' && wanted.has(signer.public));
}

/** The available keys that the root trusts for this role; null: not enough. */
async function signersFor(
  { folder, signers }: PublisherNeeds,
  role: Role,
): Promise<readonly Signer[] | null> {
  const root = await folder.root();
  const trusted = signers.filter(
    (signer) => signer.role === role && root.roles[role].keyids.includes(keyId(signer.public)),
  );
  return trusted.length >= root.roles[role].threshold ? trusted : null;
}

function missing(role: Role): never {
  throw releaseError(message('release-keys-missing', { count: thresholds[role], role }));
}

function keysOf(root: RootPart): PublicKeys {
  return roles.flatMap((role) =>
    root.roles[role].keyids.map((id) => {
      const key = root.keys[id] as { readonly keyval: { readonly public: string } };
      return { role, public: key.keyval.public };
    }),
  );
}

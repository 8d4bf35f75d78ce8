import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../../shared/languages/message.ts';
import { firstPlausibleInstant } from '../../edition/plausible-time.ts';
import { readIfThere, sealed, unlinkIfThere, unsealed, writeDurably } from '../../ground/durable-file.ts';
import { asVitrineError } from '../../ground/errors.ts';
import { releaseError } from '../../release/failure.ts';
import { floorsSchema, metadataSchema, noFloors, withInstant } from '../../release/kept-trust.ts';
import { compareVersions, type Release, thisArchitecture } from '../../release/release.ts';
import { ExpiredError, lookAtMetadata, type ReadMetadata, type Trusted } from '../../release/trusted.ts';
import type { ShelfFolder } from '../shelf.ts';
import { unpack } from '../unpack.ts';
import { announcedSchema, type Talk, type Wish, wishSchema } from './talk.ts';

export interface InstallerNeeds {
  /** Root owns it and everything in it. */
  readonly shelf: ShelfFolder;
  /** The TUF root of the installation; only the root account may change it. */
  readonly trusted: string;
  now(): number;
}

const believedSchema = v.object({
  origin: v.string(),
  metadata: metadataSchema,
  floors: floorsSchema,
  /** The newest release ever unpacked here: only a recall of it allows an older one. */
  newest: v.nullable(v.object({ sha256: v.string(), version: v.string() })),
});
type Believed = v.InferOutput<typeof believedSchema>;

/** A package unpacks beside itself to about three times its size. */
const unpackedTimes = 4;

/**
 * Serves one connection of the player as root. The player only sends words and bytes, and none of them is trusted: the installer
 * verifies metadata with its own trusted root and floors, and bytes after they arrived.
 */
export async function answer(talk: Talk, needs: InstallerNeeds): Promise<void> {
  try {
    await fulfil(talk, needs, await talk.hear(wishSchema));
    await talk.say({ done: true });
  } catch (thrown) {
    const { code, message: why, sentence, kind } = asVitrineError(thrown);
    await talk.say({ failed: code, why, sentence, temporary: kind === 'temporary' });
  } finally {
    await talk.end();
  }
}

async function fulfil(talk: Talk, needs: InstallerNeeds, { install, needed }: Wish): Promise<void> {
  const { shelf } = needs;
  const incoming = join(shelf.path, 'incoming');
  await unlinkIfThere(shelf.fs, incoming);
  await shelf.tidy(new Set([...needed, ...(install === null ? [] : [install])]));
  if (install === null || (await shelf.has(install))) return;
  const { release, believed } = await believe(talk, needs, install);
  await mustFit(shelf, release);
  try {
    await receive(talk, release, incoming);
    await unpack(shelf, release, incoming, new AbortController().signal);
  } finally {
    await unlinkIfThere(shelf.fs, incoming);
  }
  await keep(shelf, { ...believed, newest: newer(believed.newest, release) });
}

async function believe(talk: Talk, { shelf, trusted, now }: InstallerNeeds, sha256: string) {
  if (now() < firstPlausibleInstant)
    throw releaseError(message('update-clock', { now: new Date(now()).toISOString() }), {
      kind: 'temporary',
    });
  const root = await readIfThere(shelf.fs, trusted);
  if (root === null) throw releaseError(message('update-no-root', { path: trusted }));
  const origin = createHash('sha256').update(root).digest('hex');
  const kept = await believedBefore(shelf, origin);
  const before = kept?.newest ?? null;
  const believedOf = { metadata: kept?.metadata ?? { root }, floors: kept?.floors ?? noFloors };
  let looked: Trusted;
  try {
    looked = await lookAtMetadata(believedOf.metadata, believedOf.floors, readingBy(talk), now());
  } catch (thrown) {
    if (thrown instanceof ExpiredError) {
      const floors = withInstant(believedOf.floors, thrown.expiredAt);
      await keep(shelf, { ...believedOf, origin, floors, newest: before });
    }
    throw thrown;
  }
  const { metadata, floors, releases } = looked;
  const isRecalled = releases.some((one) => one.sha256 === before?.sha256 && one.recalled);
  const believed: Believed = { origin, metadata, floors, newest: isRecalled ? null : before };
  await keep(shelf, believed);
  const release = releases.find((one) => one.sha256 === sha256);
  if (release === undefined || release.recalled || release.architecture !== thisArchitecture)
    throw releaseError(message('update-not-offered'));
  if (believed.newest !== null && compareVersions(release.version, believed.newest.version) < 0)
    throw releaseError(
      message('update-rolled-back.installed', {
        version: release.version,
        newest: believed.newest.version,
      }),
    );
  return { release, believed };
}

/** Another TUF root is a person's fresh start. */
async function believedBefore(shelf: ShelfFolder, origin: string): Promise<Believed | null> {
  const text = await readIfThere(shelf.fs, fileOf(shelf));
  const kept = v.safeParse(believedSchema, text === null ? null : unsealed(text));
  return kept.success && kept.output.origin === origin ? kept.output : null;
}

async function keep(shelf: ShelfFolder, believed: Believed): Promise<void> {
  await writeDurably(shelf.fs, fileOf(shelf), sealed(believed));
}

function fileOf(shelf: ShelfFolder): string {
  return join(shelf.path, 'believed');
}

function newer(before: Believed['newest'], { sha256, version }: Release): Believed['newest'] {
  return before !== null && compareVersions(before.version, version) > 0 ? before : { sha256, version };
}

/** The player fetches metadata for the installer, which has no network access. */
function readingBy(talk: Talk): ReadMetadata {
  return async (name, most) => {
    await talk.say({ read: name, most });
    const { bytes } = await talk.hear(announcedSchema);
    if (bytes === null) return null;
    if (bytes > most) throw releaseError(message('update-too-long', { name }));
    const pieces: Buffer[] = [];
    for await (const piece of talk.bytes(bytes)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
}

async function mustFit(shelf: ShelfFolder, { bytes }: Release): Promise<void> {
  const { freeBytes } = await shelf.fs.space(shelf.path);
  if (freeBytes < bytes * unpackedTimes)
    throw releaseError(
      message('update-no-space', { size: bytes, needed: bytes * unpackedTimes, free: freeBytes }),
      { kind: 'temporary' },
    );
}

/** Only root can write there: nobody can change the bytes between verification and unpacking. */
async function receive(talk: Talk, release: Release, path: string): Promise<void> {
  await talk.say({ send: release.sha256 });
  const { bytes } = await talk.hear(announcedSchema);
  if (bytes !== release.bytes)
    throw releaseError(message('update-wrong-length', { name: release.name, size: release.bytes }));
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of talk.bytes(bytes)) {
      hash.update(piece);
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
  if (hash.digest('hex') !== release.sha256)
    throw releaseError(message('update-wrong-hash', { name: release.name }));
}

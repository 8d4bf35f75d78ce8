import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { join } from 'node:path';
import { canonicalize } from '@tufjs/canonical-json';
import { type Message, message } from '../../shared/languages/message.ts';
import { namesIn, readIfThere, sizeOf } from '../ground/durable-file.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { FileSystem } from '../ground/fs.ts';
import { noFloors } from '../release/kept-trust.ts';
import { packagePath, type Release } from '../release/release.ts';
import { lookAtMetadata, type Trusted } from '../release/trusted.ts';
import type { ReleaseFolder, RootPart } from './folder.ts';

export interface Checked {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly why: Message;
}

const soonMs = 10 * 86_400_000;

/** Checks a folder as a player does, and everything that a player ignores. */
export async function check(
  fs: FileSystem,
  folder: ReleaseFolder,
  firstRoot: string | null,
  now: number,
  /** Throws when a package does not print its version. */
  run: (file: string, release: Release) => Promise<unknown> = async () => undefined,
): Promise<readonly Checked[]> {
  const own = await folder.text('1.root.json');
  const asPlayer = await looked(folder, firstRoot ?? own ?? '', now);
  const found = [...(await strayBytes(fs, folder))];
  if ('why' in asPlayer) return [...found, { state: 'fail', what: 'metadata', why: asPlayer.why }];
  const untilMs = Date.parse(asPlayer.expiresAt) - now;
  found.push({
    state: untilMs < soonMs ? 'warn' : 'ok',
    what: 'metadata',
    why: message(untilMs < soonMs ? 'release.check.soon' : 'release.check.good', {
      until: asPlayer.expiresAt,
    }),
  });
  for (const release of asPlayer.releases) found.push(await packageOf(fs, folder, release, run));
  const known = new Set(asPlayer.releases.map(packagePath));
  for (const name of await namesIn(fs, folder.packages))
    if (!known.has(name)) found.push({ state: 'warn', what: name, why: message('release.check.stray') });
  return found;
}

async function looked(
  folder: ReleaseFolder,
  root: string,
  now: number,
): Promise<Trusted | { readonly why: Message }> {
  try {
    const read = async (name: string) => {
      const text = await folder.text(name);
      return text === null ? null : Buffer.from(text);
    };
    return await lookAtMetadata({ root }, noFloors, read, now);
  } catch (thrown) {
    return { why: asVitrineError(thrown).sentence };
  }
}

/** Checks all metadata, also files that players no longer request. */
async function strayBytes(fs: FileSystem, folder: ReleaseFolder): Promise<readonly Checked[]> {
  const names = await namesIn(fs, folder.metadata);
  const texts = new Map<string, string>();
  for (const name of names) texts.set(name, (await readIfThere(fs, join(folder.metadata, name))) ?? '');
  const keys = new Map(
    [...texts].flatMap(([name, text]) => (name.endsWith('.root.json') ? keysIn(text) : [])),
  );
  return [...texts].flatMap(([name, text]): readonly Checked[] => {
    const what = `metadata/${name}`;
    if (!/^(\d+\.(root|snapshot|targets)|timestamp)\.json$/.test(name))
      return [{ state: 'warn', what, why: message('release.check.foreign') }];
    return isAsWritten(text, keys) ? [] : [{ state: 'fail', what, why: message('release.check.altered') }];
  });
}

type Written = { readonly signatures: readonly { keyid: string; sig: string }[]; readonly signed: RootPart };

function keysIn(text: string): readonly (readonly [id: string, key: KeyObject])[] {
  try {
    return Object.entries((JSON.parse(text) as Written).signed.keys).map(([id, key]) => {
      const { keyval } = key as { readonly keyval: { readonly public: string } };
      const x = Buffer.from(keyval.public, 'hex').toString('base64url');
      return [id, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })];
    });
  } catch {
    // `isAsWritten` reports the file: no signature fits.
    return [];
  }
}

/** A signature covers the meaning, not the bytes: so metadata must have our canonical form, and every signature must fit. */
function isAsWritten(text: string, keys: ReadonlyMap<string, KeyObject>): boolean {
  try {
    const { signatures, signed } = JSON.parse(text) as Written;
    if (canonicalize({ signatures, signed }) !== text || signatures.length === 0) return false;
    const bytes = Buffer.from(canonicalize(signed));
    return signatures.every(({ keyid, sig }) => {
      const key = keys.get(keyid);
      // Another spelling of the same signature is not ours.
      return (
        key !== undefined && /^[0-9a-f]{128}$/.test(sig) && verify(null, bytes, key, Buffer.from(sig, 'hex'))
      );
    });
  } catch {
    return false;
  }
}

async function packageOf(
  fs: FileSystem,
  folder: ReleaseFolder,
  release: Release,
  run: (file: string, release: Release) => Promise<unknown>,
): Promise<Checked> {
  const what = `targets/${packagePath(release)}`;
  const path = join(folder.packages, packagePath(release));
  const size = await sizeOf(fs, path);
  if (size === null) return { state: 'fail', what, why: message('release.check.missing') };
  if (size !== release.bytes)
    return { state: 'fail', what, why: message('release.check.size', { size, of: release.bytes }) };
  if ((await sha256Of(fs, path)) !== release.sha256)
    return { state: 'fail', what, why: message('release.check.content') };
  const { version, architecture, channel, rollout, recalled } = release;
  try {
    await run(path, release);
  } catch (thrown) {
    return { state: 'fail', what, why: asVitrineError(thrown).sentence };
  }
  const share = recalled
    ? message('release.check.recalled')
    : `${Number((rollout.share * 100).toFixed(4))} %`;
  return {
    state: 'ok',
    what,
    why: message('release.check.release', { version, architecture, channel, share }),
  };
}

export async function sha256Of(fs: FileSystem, path: string): Promise<string> {
  const file = await fs.open(path, 'r');
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  try {
    for (let position = 0; ; ) {
      const read = await file.read(buffer, position);
      if (read === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, read));
      position += read;
    }
  } finally {
    await file.close();
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { verbatim } from '../../../shared/languages/message.ts';
import { systemCode } from '../../ground/errors.ts';
import { realFileSystem } from '../../ground/fs.ts';
import { ReleaseFolder } from '../../operator/folder.ts';
import { openKey, parseKeyFile, roles, type Signer, signerOf } from '../../operator/keys.ts';
import type { PublicKeys, PublisherNeeds } from '../../operator/publish.ts';
import { releaseError } from '../../release/failure.ts';
import type { Command, Invocation } from '../command.ts';
import { askHidden, givenPassphrases, passphraseOption } from './passphrase.ts';

export const signingOptions = {
  ...passphraseOption,
  keys: { type: 'string', multiple: true },
} as const satisfies Command['options'];

export const signingHelp = `--keys PATH             a key, or a folder with keys; may be given several times
--passphrase-file FILE  the passphrase of some of them in its first line; may be given several times. Else
                        VITRINE_RELEASE_PASSPHRASE, else a prompt asks for it.`;

/** Opens the signing keys that the options name. */
export async function publisherNeeds(invocation: Invocation, folder: string): Promise<PublisherNeeds> {
  return {
    folder: new ReleaseFolder(realFileSystem, folder),
    signers: await openAll(invocation, keyPaths(invocation, 'keys', '.key')),
    now: Date.now(),
  };
}

/** The key for fleet commands that an option names. */
export async function commandSigner(invocation: Invocation, option: string): Promise<Signer | null> {
  const [signer] = await openAll(invocation, keyPaths(invocation, option, '.key'));
  if (signer === undefined) return null;
  if (signer.role === 'commands') return signer;
  throw releaseError('release-wrong', `This key is for ${signer.role}, and not for commands.`, {
    remedy: verbatim('vitrine release keys commands FOLDER makes one.'),
  });
}

/** The public half of the key for commands; null: none. */
export function commandKeyOf(path: string | undefined): string | null {
  if (path === undefined) return null;
  const schema = v.object({ role: v.literal('commands'), public: publicKey.entries.public });
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readText(path));
  if (read.success) return read.output.public;
  throw releaseError('release-wrong', `${path} is no public key for commands.`);
}

const publicKey = v.object({
  role: v.picklist(roles),
  public: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** The public halves of the keys that an option names. */
export function publicKeys(invocation: Invocation, option: string): PublicKeys {
  return keyPaths(invocation, option, '.pub').map((path) => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), publicKey), readText(path));
    if (read.success) return read.output;
    throw releaseError('release-wrong', `${path} is no public key.`);
  });
}

function keyPaths({ values }: Invocation, option: string, ending: '.key' | '.pub'): readonly string[] {
  const given = [values[option] ?? []].flat().filter((each) => typeof each === 'string');
  return given.flatMap((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder) return [path.replace(/\.(key|pub)$/, ending)];
    return readdirSync(path)
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => join(path, name));
  });
}

async function openAll(invocation: Invocation, paths: readonly string[]): Promise<readonly Signer[]> {
  const tried = givenPassphrases(invocation);
  const signers: Signer[] = [];
  for (const path of paths) {
    const file = parseKeyFile(readText(path), path);
    let key = tried.map((passphrase) => openKey(file, passphrase)).find((each) => each !== null);
    if (key === undefined && (tried.length === 0 || process.stdin.isTTY)) {
      const passphrase = await askHidden(`Passphrase for ${path}: `);
      key = openKey(file, passphrase) ?? undefined;
      tried.push(passphrase);
    }
    if (key === undefined)
      throw releaseError('release-key-locked', `${path} does not open with the passphrase given.`);
    signers.push(signerOf(file, key));
  }
  return signers;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw releaseError('release-wrong', `${path} cannot be read: ${systemCode(cause)}.`, { cause });
  }
}

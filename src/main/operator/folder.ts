import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalize } from '@tufjs/canonical-json';
import { message } from '../../shared/languages/message.ts';
import { namesIn, readIfThere, writeDurably } from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import { releaseError } from '../release/failure.ts';
import { keyId, type Role, type Signer } from './keys.ts';

/** The signed part of metadata, as written. */
export interface Signed {
  readonly _type: Role;
  readonly spec_version: string;
  readonly version: number;
  readonly expires: string;
}

export interface RootPart extends Signed {
  readonly consistent_snapshot: true;
  readonly keys: Readonly<Record<string, unknown>>;
  readonly roles: Readonly<Record<Role, { readonly keyids: readonly string[]; readonly threshold: number }>>;
}

export interface TargetPart {
  readonly length: number;
  readonly hashes: { readonly sha256: string };
  readonly custom: Readonly<Record<string, unknown>>;
}

export interface TargetsPart extends Signed {
  readonly targets: Readonly<Record<string, TargetPart>>;
}

/** A publisher's folder of releases: `metadata/` and `targets/`, for any static server. */
export class ReleaseFolder {
  readonly path: string;
  readonly #fs: FileSystem;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.path = path;
  }

  get metadata(): string {
    return join(this.path, 'metadata');
  }

  get packages(): string {
    return join(this.path, 'targets');
  }

  async newest<Part extends Signed>(role: Role): Promise<Part | null> {
    if (role === 'timestamp') return this.#read<Part>('timestamp.json');
    const versions = (await namesIn(this.#fs, this.metadata)).flatMap((name) => {
      const [, version] = new RegExp(`^(\\d+)\\.${role}\\.json$`).exec(name) ?? [];
      return version === undefined ? [] : [Number(version)];
    });
    return versions.length === 0 ? null : this.#read<Part>(`${Math.max(...versions)}.${role}.json`);
  }

  async root(): Promise<RootPart> {
    const root = await this.newest<RootPart>('root');
    if (root !== null) return root;
    throw releaseError(message('release-unknown.folder', { folder: this.path }));
  }

  /** Returns the written text. Every signer signs; the root decides which signatures count. */
  async write(part: Signed, signers: readonly Signer[]): Promise<string> {
    const bytes = Buffer.from(canonicalize(part));
    const signatures = signers.map((signer) => ({ keyid: keyId(signer.public), sig: signer.sign(bytes) }));
    const text = canonicalize({ signatures, signed: part });
    const name = part._type === 'timestamp' ? 'timestamp.json' : `${part.version}.${part._type}.json`;
    await this.#fs.mkdir(this.metadata);
    await writeDurably(this.#fs, join(this.metadata, name), text);
    // World-readable, so that any web server account can serve it.
    for (const [path, mode] of [
      [join(this.metadata, name), 0o644],
      [this.metadata, 0o755],
      [this.path, 0o755],
    ] as const)
      await chmod(path, mode);
    return text;
  }

  async text(name: string): Promise<string | null> {
    return readIfThere(this.#fs, join(this.metadata, name));
  }

  async #read<Part>(name: string): Promise<Part> {
    const text = await this.text(name);
    try {
      return JSON.parse(text ?? '').signed as Part;
    } catch (cause) {
      throw releaseError(message('release-wrong.metadata', { name, folder: this.path }), { cause });
    }
  }
}

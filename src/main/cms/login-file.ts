import { dirname } from 'node:path';
import * as v from 'valibot';
import { systemCode, VitrineError } from '../errors.ts';
import type { FileSystem } from '../fs.ts';
import { loginNeeded, type TokenPair } from './oauth.ts';

/** A login belongs to one client at one CMS; its tokens go nowhere else. */
export interface LoginOwner {
  readonly authUrl: string;
  readonly clientId: string;
}

const schema = v.object({
  version: v.literal(1),
  authUrl: v.string(),
  clientId: v.string(),
  accessToken: v.string(),
  refreshToken: v.nullable(v.string()),
  obtainedAt: v.number(),
  expiresAt: v.nullable(v.number()),
});

type Login = v.InferOutput<typeof schema>;

/** Room for any pair of tokens: taken on disk before the CMS is asked, so that a full disk shows itself in time. */
const reservedBytes = 40 * 1024;

/** The login on disk: a file for its owner's eyes only, replaced whole or not at all. */
export class LoginFile {
  readonly path: string;
  readonly #fs: FileSystem;
  readonly #owner: LoginOwner;
  /** Which file was read last, so that a login by another process is noticed. */
  #seen = '';

  constructor(fs: FileSystem, path: string, owner: LoginOwner) {
    this.#fs = fs;
    this.path = path;
    this.#owner = owner;
  }

  async hasChanged(): Promise<boolean> {
    return (await this.#signature()) !== this.#seen;
  }

  async read(): Promise<TokenPair> {
    const signature = await this.#signature();
    let bytes: Uint8Array;
    try {
      bytes = await this.#fs.readFile(this.path);
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') throw loginNeeded('Nobody has logged in to the CMS yet.');
      throw new VitrineError(
        'temporary',
        'login-unreadable',
        `${this.path} cannot be read: ${systemCode(cause)}.`,
        {
          remedy: 'Check that this user may read the data folder.',
        },
      );
    }
    const login = parse(bytes);
    if (login === null) throw loginNeeded('The stored login is damaged.');
    if (!this.#isOurs(login)) {
      throw loginNeeded('The stored login belongs to another CMS or client.');
    }
    this.#seen = signature;
    const { accessToken, refreshToken, obtainedAt, expiresAt } = login;
    return { accessToken, refreshToken, obtainedAt, expiresAt };
  }

  /**
   * A pair that was read from the CMS but not yet in its place when we died: whatever stands whole in the temporary
   * file is newer than the login, as every reservation empties it. Only under the lock.
   */
  async recover(): Promise<void> {
    let bytes: Uint8Array;
    try {
      bytes = await this.#fs.readFile(this.#temporary);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return;
      throw error;
    }
    if (this.#isOurs(parse(bytes))) await this.#moveIntoPlace();
  }

  /** Gives the room back when no new pair came. */
  async release(): Promise<void> {
    try {
      await this.#fs.unlink(this.#temporary);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }

  /** Takes the room that the next pair needs. Call before asking the CMS to spend the old one. */
  async reserve(): Promise<void> {
    await this.#fs.mkdir(dirname(this.path));
    await this.#replaceTemporary(Buffer.alloc(reservedBytes, ' '));
  }

  /** Durable when it resolves: only then may the new pair be used. */
  async write(pair: TokenPair): Promise<void> {
    await this.#fs.mkdir(dirname(this.path));
    const { authUrl, clientId } = this.#owner;
    const login: Login = { version: 1, authUrl, clientId, ...pair };
    const text = `${JSON.stringify(login, null, 2)}\n`;
    const file = await this.#openTemporary();
    try {
      await file.write(Buffer.from(text));
      await file.truncate(Buffer.byteLength(text));
    } finally {
      await file.close();
    }
    await this.#moveIntoPlace();
  }

  async #moveIntoPlace(): Promise<void> {
    const file = await this.#fs.open(this.#temporary, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#fs.rename(this.#temporary, this.path);
    await this.#fs.syncFolder(dirname(this.path));
    this.#seen = await this.#signature();
  }

  #isOurs(login: Login | null): login is Login {
    return login?.authUrl === this.#owner.authUrl && login.clientId === this.#owner.clientId;
  }

  get #temporary(): string {
    return `${this.path}.new`;
  }

  /** The one that was reserved, its blocks already taken, or a new one. */
  async #openTemporary(): ReturnType<FileSystem['open']> {
    try {
      return await this.#fs.open(this.#temporary, 'r+');
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      return this.#fs.open(this.#temporary, 'wx');
    }
  }

  async #replaceTemporary(content: Uint8Array): Promise<void> {
    await this.release();
    const file = await this.#fs.open(this.#temporary, 'wx');
    try {
      await file.write(content);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #signature(): Promise<string> {
    try {
      const { size, modifiedMs } = await this.#fs.stat(this.path);
      return `${size} ${modifiedMs}`;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return 'none';
      throw error;
    }
  }
}

function parse(bytes: Uint8Array): Login | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

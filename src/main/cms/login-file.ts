import { dirname } from 'node:path';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { FileSystem, OpenFile } from '../ground/fs.ts';
import { loginNeeded, type TokenPair } from './oauth.ts';

/** The tokens of a login go to this client's CMS and nowhere else. */
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

/** Space for any pair of tokens, reserved before the request, so that a full disk is noticed in time. */
const reservedBytes = 40 * 1024;

/** The login on disk: a file that only its owner can read, replaced whole or not at all. */
export class LoginFile {
  readonly path: string;
  readonly #fs: FileSystem;
  readonly #owner: LoginOwner;
  /** Size and time of the file that was read last, to notice a login by another process. */
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
      if (systemCode(cause) === 'ENOENT') throw loginNeeded(message('login-needed.none'));
      const code = systemCode(cause) ?? 'unknown';
      throw new VitrineError('temporary', message('login-unreadable', { path: this.path, code }));
    }
    const login = parse(bytes);
    if (login === null) throw loginNeeded(message('login-needed.damaged'));
    if (!this.#isOurs(login)) {
      throw loginNeeded(message('login-needed.other'));
    }
    this.#seen = signature;
    const { accessToken, refreshToken, obtainedAt, expiresAt } = login;
    return { accessToken, refreshToken, obtainedAt, expiresAt };
  }

  /**
   * Finishes a write that died before its rename. Every reservation empties the temporary file, so a whole pair in it is
   * newer than the login. Only under the lock.
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

  /** Gives the space back when no new pair came. */
  async release(): Promise<void> {
    try {
      await this.#fs.unlink(this.#temporary);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }

  /** Takes the space that the next pair needs, before the CMS spends the old one. */
  async reserve(): Promise<void> {
    await this.#fs.mkdir(dirname(this.path));
    await this.release();
    await this.#inTemporary(async (file) => {
      await file.write(Buffer.alloc(reservedBytes, ' '));
      await file.sync();
    });
  }

  /** Durable when it resolves: only then may the new pair be used. */
  async write(pair: TokenPair): Promise<void> {
    await this.#fs.mkdir(dirname(this.path));
    const { authUrl, clientId } = this.#owner;
    const login: Login = { version: 1, authUrl, clientId, ...pair };
    const text = `${JSON.stringify(login, null, 2)}\n`;
    await this.#inTemporary(async (file) => {
      await file.write(Buffer.from(text));
      await file.truncate(Buffer.byteLength(text));
    });
    await this.#moveIntoPlace();
  }

  async #moveIntoPlace(): Promise<void> {
    await this.#inTemporary((file) => file.sync());
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

  /** In the file that was reserved, whose blocks are taken already, or in a new one. */
  async #inTemporary(act: (file: OpenFile) => Promise<void>): Promise<void> {
    const file = await this.#openTemporary();
    try {
      await act(file);
    } finally {
      await file.close();
    }
  }

  async #openTemporary(): Promise<OpenFile> {
    try {
      return await this.#fs.open(this.#temporary, 'r+');
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      return this.#fs.open(this.#temporary, 'wx');
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

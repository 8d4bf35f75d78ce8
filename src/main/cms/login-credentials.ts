import type { Clock } from '../clock.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Credentials } from './credentials.ts';
import type { LoginFile } from './login-file.ts';
import { withLoginLock } from './login-lock.ts';
import { loginNeeded, type TokenEndpoint, type TokenPair } from './oauth.ts';

export interface LoginParts {
  readonly file: LoginFile;
  readonly lockPath: string;
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: readonly string[];
}

/** A refresh that takes longer has failed: nobody else may wait for the lock for ever. */
const refreshMs = 60_000;
/** After the CMS refused to renew, it is only now and then asked again: it may have been a mistake of its own. */
const slowRetryMs = 10 * 60_000;
const aheadRetryMs = 30_000;
const longestMarginMs = 24 * 60 * 60 * 1000;

/**
 * A login by OAuth2. Order of a refresh: lock → finish what a crash left → read what others may have written → take room
 * on disk → ask → new pair durable on disk → used. Once the answer has been written anywhere no crash loses the login;
 * before that the old pair is tried once more, and a server that has rotated it meanwhile leaves only a new login.
 */
export class LoginCredentials implements Credentials {
  readonly #parts: LoginParts;
  #pair: TokenPair | null = null;
  /** A pair from the CMS that could not be saved yet: it is lost if it is not. */
  #unsaved: TokenPair | null = null;
  #refreshing: Promise<void> | null = null;
  #saving: Promise<void> | null = null;
  /** The access token with which refreshing was refused or failed, and when it may be tried again. */
  #blocked: { readonly token: string; readonly until: number; readonly error: VitrineError } | null = null;
  /** The access token that the CMS itself refused. */
  #refused: string | null = null;
  readonly #everSeen = new Set<string>();

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  async current(): Promise<string> {
    const pair = await this.#load();
    const blocked = this.#blockOf(pair);
    // Refused, and renewing it refused too: the CMS is not asked at every turn what it has answered already.
    if (blocked?.kind === 'auth' && this.#refused === pair.accessToken) throw blocked;
    if (!this.#isRunningOut(pair) || blocked) return pair.accessToken;
    try {
      await this.#refreshOnce(pair.accessToken);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      this.#block(pair, error);
      // Whether the old token is really over is for the CMS to say: this clock may be wrong.
      this.#parts.log.state('login', error.code, 'warn', 'The login could not be renewed ahead', { error });
      return pair.accessToken;
    }
    return (await this.#load()).accessToken;
  }

  async refresh(refused: string): Promise<boolean> {
    const pair = await this.#load();
    if (pair.accessToken !== refused) return true;
    this.#refused = refused;
    const blocked = this.#blockOf(pair);
    if (blocked?.kind === 'auth') throw blocked;
    try {
      await this.#refreshOnce(refused);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      this.#block(pair, error);
      throw error;
    }
    return true;
  }

  secrets(): readonly string[] {
    return [...this.#parts.secrets, ...this.#everSeen];
  }

  async #load(): Promise<TokenPair> {
    if (this.#unsaved) await this.#saveAgain(this.#unsaved);
    if (this.#pair === null || (await this.#parts.file.hasChanged()))
      this.#adopt(await this.#parts.file.read());
    if (this.#pair === null) throw loginNeeded('Nobody has logged in to the CMS yet.');
    return this.#pair;
  }

  /** A pair that the disk did not take, unless somebody has logged in anew meanwhile. */
  #saveAgain(unsaved: TokenPair): Promise<void> {
    const { file, lockPath, clock } = this.#parts;
    this.#saving ??= withLoginLock(lockPath, clock, async () => {
      if (await file.hasChanged()) this.#unsaved = null;
      else await this.#save(unsaved);
    }).finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  /** One refresh however many calls meet it. */
  #refreshOnce(refused: string): Promise<void> {
    this.#refreshing ??= withLoginLock(this.#parts.lockPath, this.#parts.clock, () =>
      this.#refresh(refused),
    ).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(refused: string): Promise<void> {
    const { file, log } = this.#parts;
    await this.#onDisk(() => file.recover());
    const pair = await file.read();
    if (pair.accessToken !== refused) {
      this.#adopt(pair);
      return;
    }
    if (pair.refreshToken === null) throw loginNeeded('The login has run out and cannot be renewed.');
    await this.#onDisk(() => file.reserve());
    let fresh: TokenPair;
    try {
      fresh = await this.#ask(pair.refreshToken);
    } catch (error) {
      await file.release();
      throw error;
    }
    await this.#save(fresh);
    log.state('login', 'ok', 'info', 'The login was renewed');
  }

  async #ask(refreshToken: string): Promise<TokenPair> {
    const signal = AbortSignal.timeout(refreshMs);
    try {
      return await this.#parts.endpoint.refresh(refreshToken, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new VitrineError(
        'temporary',
        'cms-unreachable-timeout',
        'The CMS did not renew the login in time.',
      );
    }
  }

  async #save(pair: TokenPair): Promise<void> {
    this.#unsaved = pair;
    for (const token of [pair.accessToken, pair.refreshToken]) if (token) this.#everSeen.add(token);
    await this.#onDisk(() => this.#parts.file.write(pair));
    this.#unsaved = null;
    this.#adopt(pair);
  }

  async #onDisk(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      throw new VitrineError(
        'temporary',
        'login-not-saved',
        'The login cannot be written to the data folder.',
        {
          cause,
          remedy: 'Check that the disk is not full and that this user may write the data folder.',
        },
      );
    }
  }

  #adopt(pair: TokenPair): void {
    for (const token of [pair.accessToken, pair.refreshToken]) if (token) this.#everSeen.add(token);
    this.#pair = pair;
  }

  #isRunningOut({ obtainedAt, expiresAt }: TokenPair): boolean {
    if (expiresAt === null) return false;
    const margin = Math.min(longestMarginMs, (expiresAt - obtainedAt) / 5);
    return this.#parts.clock.now() > expiresAt - margin;
  }

  #block(pair: TokenPair, error: VitrineError): void {
    const wait = error.kind === 'auth' ? slowRetryMs : aheadRetryMs;
    this.#blocked = { token: pair.accessToken, until: this.#parts.clock.monotonic() + wait, error };
  }

  #blockOf(pair: TokenPair): VitrineError | null {
    const blocked = this.#blocked;
    const holds = blocked?.token === pair.accessToken && this.#parts.clock.monotonic() < blocked.until;
    return holds ? blocked.error : null;
  }
}

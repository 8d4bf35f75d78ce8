import type { Clock } from '../clock.ts';
import { asVitrineError, VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Credentials } from './credentials.ts';
import type { LoginFile } from './login-file.ts';
import { withLoginLock } from './login-lock.ts';
import { loginNeeded, type TokenEndpoint, type TokenPair } from './oauth.ts';

export interface LoginNeeds {
  readonly file: LoginFile;
  readonly lockPath: string;
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: readonly string[];
}

/** A refresh that takes longer has failed, as others wait for the lock. */
const refreshMs = 60_000;
/** A refusal may be the CMS's own mistake: it is asked again now and then. */
const slowRetryMs = 10 * 60_000;
const aheadRetryMs = 30_000;
const longestMarginMs = 24 * 60 * 60 * 1000;

/**
 * A login by OAuth2. A refresh goes in this order: lock → finish what a crash left → read what others may have written →
 * reserve space on disk → ask → write the new pair durably → use it. Once the answer is on disk no crash loses the login.
 * A crash before that spends the old pair again, and if the server has rotated it, a person must log in.
 */
export class LoginCredentials implements Credentials {
  readonly #needs: LoginNeeds;
  #pair: TokenPair | null = null;
  /** The newest pair, which the disk has not taken yet. */
  #unsaved: TokenPair | null = null;
  #refreshing: Promise<void> | null = null;
  #saving: Promise<void> | null = null;
  /** A token that could not be refreshed, and until when that is not tried again. */
  #blocked: { readonly token: string; readonly until: number; readonly error: VitrineError } | null = null;
  /** The access token that the CMS itself refused. */
  #refused: string | null = null;
  readonly #everSeen = new Set<string>();

  constructor(needs: LoginNeeds) {
    this.#needs = needs;
  }

  async current(): Promise<string> {
    const pair = await this.#load();
    const blocked = this.#blockOf(pair);
    // The CMS refused both this token and its renewal: it is not asked the same again with every call.
    if (blocked?.kind === 'auth' && this.#refused === pair.accessToken) throw blocked;
    if (!this.#isRunningOut(pair) || blocked) return pair.accessToken;
    try {
      await this.#refreshOnce(pair.accessToken);
    } catch (thrown) {
      const error = asVitrineError(thrown);
      this.#block(pair, error);
      // The CMS decides whether the old token has really ended, as this clock may be wrong.
      this.#needs.log.state('login', error.code, 'warn', 'The login could not be renewed ahead', { error });
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
    return [...this.#needs.secrets, ...this.#everSeen];
  }

  async #load(): Promise<TokenPair> {
    if (this.#unsaved) await this.#saveAgain(this.#unsaved);
    if (this.#pair === null || (await this.#needs.file.hasChanged()))
      this.#adopt(await this.#needs.file.read());
    if (this.#pair === null) throw loginNeeded('Nobody has logged in to the CMS yet.');
    return this.#pair;
  }

  /** Somebody may have logged in anew meanwhile: that pair is newer. */
  #saveAgain(unsaved: TokenPair): Promise<void> {
    const { file, lockPath, clock } = this.#needs;
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
    this.#refreshing ??= withLoginLock(this.#needs.lockPath, this.#needs.clock, () =>
      this.#refresh(refused),
    ).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(refused: string): Promise<void> {
    const { file, log } = this.#needs;
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
      return await this.#needs.endpoint.refresh(refreshToken, signal);
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
    this.#remember(pair);
    await this.#onDisk(() => this.#needs.file.write(pair));
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
    this.#remember(pair);
    this.#pair = pair;
  }

  #remember({ accessToken, refreshToken }: TokenPair): void {
    for (const token of [accessToken, refreshToken]) if (token) this.#everSeen.add(token);
  }

  #isRunningOut({ obtainedAt, expiresAt }: TokenPair): boolean {
    if (expiresAt === null) return false;
    const margin = Math.min(longestMarginMs, (expiresAt - obtainedAt) / 5);
    return this.#needs.clock.now() > expiresAt - margin;
  }

  #block(pair: TokenPair, error: VitrineError): void {
    const wait = error.kind === 'auth' ? slowRetryMs : aheadRetryMs;
    this.#blocked = { token: pair.accessToken, until: this.#needs.clock.monotonic() + wait, error };
  }

  #blockOf(pair: TokenPair): VitrineError | null {
    const blocked = this.#blocked;
    const holds = blocked?.token === pair.accessToken && this.#needs.clock.monotonic() < blocked.until;
    return holds ? blocked.error : null;
  }
}

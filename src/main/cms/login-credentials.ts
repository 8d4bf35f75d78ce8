import { message } from '../../shared/languages/message.ts';
import { dayMs } from '../edition/wall-clock.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { SharedRun } from '../ground/shared-run.ts';
import type { Credentials } from './credentials.ts';
import type { LoginFile } from './login-file.ts';
import { withLoginLock } from './login-lock.ts';
import { loginNeeded, type TokenEndpoint, type TokenPair } from './oauth.ts';
import { RenewalRest } from './renewal-rest.ts';

export interface LoginNeeds {
  readonly file: LoginFile;
  readonly lockPath: string;
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly log: Log;
  secrets(): readonly string[];
}

/** Timeout of a refresh, because others wait for the lock. */
const refreshMs = 60_000;

/** Of four renewals: an answer carries at most what was sent minutes before. Each is looked for in every answer. */
const mostRemembered = 8;

/**
 * A login by OAuth2. A refresh goes in this order: lock → finish what a crash left → read what other processes may have written →
 * reserve space on disk → request → write the new pair durably → use it. Once the answer is on disk no crash loses the login.
 * A crash before that spends the old pair again, and if the server has rotated it, a person must log in.
 */
export class LoginCredentials implements Credentials {
  readonly #needs: LoginNeeds;
  #pair: TokenPair | null = null;
  /** The newest pair, which the disk has not taken yet. */
  #unsaved: TokenPair | null = null;
  readonly #refreshing = new SharedRun<void>();
  readonly #saving = new SharedRun<void>();
  readonly #rest: RenewalRest;
  /** The access token that the CMS itself refused. */
  #refused: string | null = null;
  /** The newest last. */
  #lastSeen: readonly string[] = [];

  constructor(needs: LoginNeeds) {
    this.#needs = needs;
    this.#rest = new RenewalRest(needs.clock);
  }

  async current(): Promise<string> {
    const pair = await this.#load();
    const resting = this.#rest.reason(pair.accessToken);
    // The CMS refused both this token and its renewal: the client does not repeat the request with every call.
    if (resting?.kind === 'auth' && this.#refused === pair.accessToken) throw resting;
    if (!this.#isRunningOut(pair) || resting) return pair.accessToken;
    try {
      await this.#refreshOnce(pair.accessToken);
    } catch (thrown) {
      const error = asVitrineError(thrown);
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
    const resting = this.#rest.reason(refused);
    if (resting?.kind === 'auth') throw resting;
    await this.#refreshOnce(refused);
    return true;
  }

  secrets(): readonly string[] {
    return [...this.#needs.secrets(), ...this.#lastSeen];
  }

  async #load(): Promise<TokenPair> {
    if (this.#unsaved) await this.#saveAgain(this.#unsaved);
    const { file } = this.#needs;
    if (this.#pair !== null && !(await file.hasChanged())) return this.#pair;
    return this.#adopt(await file.read());
  }

  /** The user may have logged in again: that pair is newer. */
  #saveAgain(unsaved: TokenPair): Promise<void> {
    const { file, lockPath, clock } = this.#needs;
    return this.#saving.of(() =>
      withLoginLock(lockPath, clock, async () => {
        if (await file.hasChanged()) this.#unsaved = null;
        else await this.#save(unsaved);
      }),
    );
  }

  async #refreshOnce(refused: string): Promise<void> {
    const { lockPath, clock } = this.#needs;
    try {
      await this.#refreshing.of(() => withLoginLock(lockPath, clock, () => this.#refresh(refused)));
    } catch (error) {
      this.#rest.begin(refused, asVitrineError(error));
      throw error;
    }
  }

  async #refresh(refused: string): Promise<void> {
    const { file, log } = this.#needs;
    await this.#onDisk(() => file.recover());
    const pair = await file.read();
    if (pair.accessToken !== refused) {
      this.#adopt(pair);
      return;
    }
    if (pair.refreshToken === null) throw loginNeeded(message('login-needed.expired'));
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
      throw new VitrineError('temporary', message('cms-unreachable-timeout.login'));
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
      throw new VitrineError('temporary', message('login-not-saved'), { cause });
    }
  }

  #adopt(pair: TokenPair): TokenPair {
    this.#remember(pair);
    this.#pair = pair;
    return pair;
  }

  #remember({ accessToken, refreshToken }: TokenPair): void {
    const now = [accessToken, refreshToken].filter((token) => token !== null);
    const before = this.#lastSeen.filter((token) => !now.includes(token));
    this.#lastSeen = [...before, ...now].slice(-mostRemembered);
  }

  #isRunningOut({ obtainedAt, expiresAt }: TokenPair): boolean {
    if (expiresAt === null) return false;
    const margin = Math.min(dayMs, (expiresAt - obtainedAt) / 5);
    return this.#needs.clock.now() > expiresAt - margin;
  }
}

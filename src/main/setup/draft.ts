import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import type { Choice, SetupLists } from '../../shared/setup.ts';
import { diagnose } from '../cms/diagnose.ts';
import type { TokenPair } from '../cms/oauth.ts';
import { type Config, type ConfigSources, readConfig } from '../config/config.ts';
import { writeChosen } from '../config/setup-file.ts';
import { type Values, valueAt, withValue } from '../config/written.ts';
import { examine } from '../doctor/doctor.ts';
import { enrolmentIn, ownEnrolment } from '../fleet/enrolment.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import type { Finding } from '../ground/finding.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import { explained, listsOf, meantAddress } from './cms-lists.ts';
import { beginLogin, keepLogin, type PendingLogin } from './login.ts';

interface DraftNeeds {
  readonly sources: ConfigSources;
  readonly log: Log;
  /** Absent: that of the machine. */
  readonly clock?: Clock;
}

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Finished {
  readonly values: Values;
  readonly config: Config;
  /** Restores the replaced files: the new settings could not be used. */
  takeBack(): Promise<void>;
}

/** The values entered so far. Nothing is written to disk before setup finishes. */
export class Draft {
  readonly #needs: DraftNeeds;
  #url: string | null = null;
  #token: string | null = null;
  #client: Client | null = null;
  #login: PendingLogin | null = null;
  #pair: TokenPair | null = null;
  #lists: SetupLists | null = null;
  #choice: Choice | null = null;
  /** The enrolment in a fleet; null: joins none. */
  #enrolment: string | null = null;

  constructor(needs: DraftNeeds) {
    this.#needs = needs;
  }

  /** The name of the chosen playlist, device or group; null: none yet. */
  get chosen(): string | null {
    const { kind, id } = this.#choice ?? {};
    const named = {
      device: this.#lists?.devices,
      deviceGroup: this.#lists?.groups,
      playlist: this.#lists?.playlists,
    };
    return (kind && named[kind]?.find((each) => each.id === id)?.name) ?? null;
  }

  /** Discards everything: another user begins. */
  forgetChoice(): void {
    this.#choice = null;
    this.#enrolment = null;
  }

  /** The name of the fleet to join. */
  enrol(text: string): string {
    const { fleet } = enrolmentIn(text);
    this.#enrolment = text;
    return fleet;
  }

  async connect(url: string, token: string): Promise<SetupLists> {
    this.#leaveLogin();
    this.#client = null;
    this.#pair = null;
    this.#url = url;
    this.#token = token;
    return this.#read();
  }

  async begin(
    url: string,
    client: Client,
  ): Promise<{ readonly address: string; readonly code: string | null }> {
    this.#url = url;
    this.#client = client;
    this.#leaveLogin();
    const { login, at } = await this.#loginAt(url, client);
    // Another user may have begun in the meantime.
    if (this.#client === client) [this.#login, this.#url] = [login, at];
    else login.close();
    return { address: login.address, code: login.code };
  }

  /** `at`: the CMS address that answered; it may differ from the typed one. */
  async #loginAt(
    url: string,
    client: Client,
  ): Promise<{ readonly login: PendingLogin; readonly at: string }> {
    const config = this.#config({ cms: { url, oauth: client } });
    const clock = this.#needs.clock ?? systemClock;
    try {
      return { login: await beginLogin(config, clock), at: url };
    } catch (thrown) {
      const meant = await meantAddress(url, config, thrown);
      if (meant === null) throw thrown;
      return {
        login: await beginLogin(this.#config({ cms: { url: meant, oauth: client } }), clock),
        at: meant,
      };
    }
  }

  #leaveLogin(): void {
    this.#login?.close();
    this.#login = null;
  }

  /** Null: not approved yet. */
  async poll(): Promise<SetupLists | null> {
    if (this.#login === null) throw new VitrineError('usage', message('login-pasted-wrong.not-begun'));
    const login = this.#login;
    const pair = await login.poll();
    // A late answer belongs to an abandoned login.
    return pair === null || this.#login !== login ? null : this.#enterWith(pair);
  }

  async redeem(address: string): Promise<SetupLists> {
    if (this.#login === null) throw new VitrineError('usage', message('login-pasted-wrong.not-begun'));
    const login = this.#login;
    const pair = await login.redeem(address);
    if (this.#login === login) return this.#enterWith(pair);
    throw new VitrineError('usage', message('login-pasted-wrong.replaced'));
  }

  async choose(choice: Choice, signal: AbortSignal): Promise<readonly Finding[]> {
    this.#choice = choice;
    const { sources, log } = this.#needs;
    // The login is not on disk yet: use its token instead.
    const setup = { ...this.#values(choice), cms: { url: this.#url, token: this.#token } };
    const findings = await examine({ configSources: { ...sources, setup }, log, signal });
    // Having no show yet is the reason for setup, not a fault.
    return findings.filter(({ check }) => check !== 'player');
  }

  /** All values at once, from a file. The CMS confirms them before anything is written. */
  async check(given: Values): Promise<{ readonly values: Values; readonly config: Config }> {
    const values = await this.#withMeantAddress(given);
    const config = this.#config(values);
    if (config.cms.url === null || config.assignment === null)
      throw new VitrineError('usage', message('setup-incomplete.file'));
    const { findings } = await diagnose(config, { log: this.#needs.log });
    const found = findings.find(({ result }) => result === 'fail');
    if (found === undefined) return { values, config };
    throw new VitrineError('auth', 'setup-refused', found.message, {
      remedy: found.remedy ?? message('setup.see-doctor'),
    });
  }

  /** A host alone may mean another scheme, as on the phone. */
  async #withMeantAddress(values: Values): Promise<Values> {
    const typed = valueAt(values, 'cms.url');
    const config = this.#config(values);
    if (typeof typed !== 'string' || config.cms.url === null) return values;
    try {
      await listsOf(config, this.#needs.log);
      return values;
    } catch (thrown) {
      const meant = await meantAddress(typed, config, thrown);
      return meant === null ? values : withValue(values, 'cms.url', meant);
    }
  }

  /** The values to write; a login belongs to the player from now on. */
  async finish(): Promise<Finished> {
    if (this.#choice === null) throw new VitrineError('usage', message('setup-incomplete'));
    const chosen = this.#values(this.#choice);
    const { dataDir } = this.#config(chosen);
    const enrolmentFile = join(dataDir, ownEnrolment);
    const values = this.#enrolment === null ? chosen : { ...chosen, fleet: { enrolmentFile } };
    const config = this.#config(values);
    const files = [
      ...(this.#enrolment === null ? [] : [enrolmentFile]),
      ...(this.#pair === null ? [] : [join(dataDir, 'login.json')]),
    ];
    const takeBack = await remembered(dataDir, files);
    try {
      if (this.#enrolment !== null)
        await writeChosen(mainFileSystem, dataDir, enrolmentFile, this.#enrolment);
      if (this.#pair !== null) await keepLogin(config, this.#pair);
    } catch (error) {
      await takeBack();
      throw error;
    }
    return { values, config, takeBack };
  }

  #values({ kind, id, rotation, volume, timeZone, language }: Choice): Values {
    const access = this.#client === null ? { token: this.#token } : { oauth: this.#client };
    return {
      cms: { url: this.#url, ...access },
      [kind]: id,
      timeZone,
      language,
      screen: { rotation, volume },
    };
  }

  async #enterWith(pair: TokenPair): Promise<SetupLists> {
    this.#pair = pair;
    this.#token = pair.accessToken;
    return this.#read();
  }

  /** The lists of the CMS, which also prove address and token. */
  async #read(): Promise<SetupLists> {
    const typed = this.#url ?? '';
    const config = this.#config({ cms: { url: typed, token: this.#token } });
    try {
      this.#lists = await listsOf(config, this.#needs.log);
    } catch (thrown) {
      const meant = await meantAddress(typed, config, thrown);
      if (meant === null) throw await explained(config, asVitrineError(thrown), this.#needs.log);
      this.#lists = await listsOf(this.#config({ cms: { url: meant, token: this.#token } }), this.#needs.log);
    }
    this.#url = this.#lists.url;
    return this.#lists;
  }

  #config(setup: Values): Config {
    const { config, mistake } = readConfig({ ...this.#needs.sources, setup });
    if (mistake !== null) throw mistake;
    return config;
  }
}

/** Returns a function that restores the current state of these files. */
async function remembered(dataDir: string, files: readonly string[]): Promise<() => Promise<void>> {
  const before = await Promise.all(
    files.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => null) })),
  );
  return async () => {
    for (const { path, text } of before)
      await (text === null ? rm(path, { force: true }) : writeChosen(mainFileSystem, dataDir, path, text));
  };
}

import { readFile } from 'node:fs/promises';
import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type {
  AppHandler,
  DisplayPower,
  HeldKeyboard,
  Host,
  Touch,
  TouchArea,
  Touches,
  WatchedKey,
} from '../host.ts';
import { authorityFile } from '../x11/connect.ts';
import { Curtain } from '../x11/curtain.ts';
import { watchKey } from '../x11/held-key.ts';
import { holdKeyboard } from '../x11/keyboard.ts';
import { setPower } from '../x11/power.ts';
import { watchTouches } from '../x11/touches.ts';
import { type Account, browserAccount } from './account.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { authoritiesFile } from './authorities.ts';
import { openSurface, type Size, type Surface } from './display.ts';
import { findProgram } from './executable.ts';
import type { LaunchNeeds } from './launch.ts';
import { freshProfile, type Profile } from './profile.ts';

export interface FootingNeeds {
  readonly handler: AppHandler;
  readonly clock: Clock;
  readonly log: Log;
  /** Certificates of authorities that web pages may have, besides the browser's own. */
  readonly caFile?: string | null;
  /** Account for the browser when the player runs as root. */
  readonly user?: string | null;
  /** `virtual`: always a virtual display. */
  readonly display?: 'auto' | 'virtual';
  readonly virtualSize?: Size;
  /** True: a configured display that does not exist yet is awaited. */
  readonly awaitsDisplay?: boolean;
  /** Called during that wait on each change of "no display is plugged in", and at its end. */
  readonly onDisplayMissing?: (isMissing: boolean) => void;
  /** Injected by tests. */
  readonly isDisplayMissing?: () => Promise<boolean>;
  /** Finds a system program, or returns null. */
  readonly findProgram?: typeof findProgram;
}

export interface Guest extends Pick<LaunchNeeds, 'account' | 'env'> {
  readonly profile: Profile;
  readonly server: AppServer;
}

/**
 * The environment of a browser: display, app server, account and profile. Created at the first start and reused by
 * later ones; only the profile is new each time.
 */
export class Footing {
  readonly #needs: FootingNeeds;
  readonly #onDisplayLost: () => void;
  #server: AppServer | null = null;
  #surface: Surface | null = null;
  #profile: Profile | null = null;
  #curtain: Curtain | null = null;

  /** `onDisplayLost`: the user's session ended. A lost virtual display is created again. */
  constructor(needs: FootingNeeds, onDisplayLost: () => void) {
    this.#needs = needs;
    this.#onDisplayLost = onDisplayLost;
  }

  /** Null before the first start. */
  get server(): AppServer | null {
    return this.#server;
  }

  /** Stops waiting when aborted. */
  async prepare(
    signal: AbortSignal,
  ): Promise<Pick<LaunchNeeds, 'account' | 'home' | 'env' | 'startAddress' | 'opens' | 'size'>> {
    const { user = null } = this.#needs;
    const opened = this.#openServer();
    const made = [
      browserAccount(user),
      opened.then(({ appDocument }) => this.#freshProfile(appDocument)),
      opened,
      this.#openSurface(signal),
    ] as const;
    // Wait for all of them even if one fails: `close` must find everything that was made.
    await Promise.allSettled(made);
    const [account, profile, server, surface] = await Promise.all(made);
    const env = await environment(surface, profile, account);
    if (account) await profile.handOver(account);
    const { startAddress, appDocument: opens } = server;
    return { account, home: profile.folder, env, startAddress, opens, size: surface.size };
  }

  /** For another browser beside the show's; its profile is the caller's to remove. Null: not started yet, or no X server. */
  async guest(): Promise<Guest | null> {
    const [server, surface] = [this.#server, this.#surface];
    if (server === null || surface?.env.DISPLAY === undefined) return null;
    const account = await browserAccount(this.#needs.user ?? null);
    const profile = await freshProfile(this.#needs.log, null, await this.#authorities());
    try {
      const env = await environment(surface, profile, account);
      if (account) await profile.handOver(account);
      return { account, profile, env, server };
    } catch (error) {
      await profile.remove();
      throw error;
    }
  }

  /** The cover in front of the display while there is no correct picture. Null without an X server. */
  get curtain(): Curtain | null {
    return this.#curtain;
  }

  /** Call it only once this player may show something: it replaces the curtain of the previous player. */
  async hangCurtain(): Promise<void> {
    const { clock, log } = this.#needs;
    const { env = {} } = this.#surface ?? {};
    if (env.DISPLAY === undefined) return;
    this.#curtain ??= await Curtain.hang(env.DISPLAY, clock, log, { ...process.env, ...env });
  }

  async power(wanted: 'on' | 'off'): Promise<DisplayPower> {
    const { env = {} } = this.#surface ?? {};
    if (env.DISPLAY === undefined) return { state: 'unknown', why: message('display-power.none') };
    return setPower(env.DISPLAY, wanted, { ...process.env, ...env });
  }

  async hearKeys(...[heard, f9]: Parameters<Host['hearKeys']>): Promise<HeldKeyboard | null> {
    const { env = {} } = this.#surface ?? {};
    if (env.DISPLAY === undefined) return null;
    return holdKeyboard(env.DISPLAY, heard, f9, { ...process.env, ...env });
  }

  async watchKey(heard: (isDown: boolean) => void): Promise<WatchedKey | null> {
    const { env = {} } = this.#surface ?? {};
    return env.DISPLAY === undefined ? null : watchKey(env.DISPLAY, heard, { ...process.env, ...env });
  }

  async watchTouches(area: TouchArea, heard: (touch: Touch) => void): Promise<Touches | null> {
    const { env = {} } = this.#surface ?? {};
    if (env.DISPLAY === undefined) return null;
    return watchTouches(env.DISPLAY, area, heard, this.#needs.clock, { ...process.env, ...env });
  }

  async close(keepsPicture: boolean): Promise<void> {
    this.#curtain?.close(keepsPicture);
    await Promise.all([this.#surface?.close(), this.#server?.close(), this.#profile?.remove()]);
  }

  /** The next browser tries again. */
  async #authorities(): Promise<Buffer | null> {
    const { caFile = null, log } = this.#needs;
    if (caFile === null) return null;
    try {
      const made = await authoritiesFile(await readFile(caFile, 'utf8'));
      log.state('authorities', 'here', 'debug', 'Web pages may have certificates of cms.caFile');
      return made;
    } catch (error) {
      log.state('authorities', 'none', 'warn', 'The browser does not trust cms.caFile', { error });
      return null;
    }
  }

  async #freshProfile(opens: string): Promise<Profile> {
    const authorities = await this.#authorities();
    const [profile] = await Promise.all([
      freshProfile(this.#needs.log, opens, authorities),
      this.#profile?.remove(),
    ]);
    this.#profile = profile;
    return profile;
  }

  async #openServer(): Promise<AppServer> {
    this.#server ??= await openAppServer(this.#needs.handler, this.#needs.log);
    return this.#server;
  }

  async #openSurface(signal: AbortSignal): Promise<Surface> {
    const {
      display = 'auto',
      virtualSize = { width: 1920, height: 1080 },
      awaitsDisplay = false,
    } = this.#needs;
    const { clock, log, findProgram: find = findProgram } = this.#needs;
    const { onDisplayMissing: onMissing, isDisplayMissing: isMissing } = this.#needs;
    this.#surface ??= await openSurface({
      display,
      virtualSize,
      awaitsDisplay,
      onMissing,
      isMissing,
      clock,
      log,
      find,
      signal,
      onLost: () => this.#onLost(),
    });
    return this.#surface;
  }

  #onLost(): void {
    const lost = this.#surface;
    this.#surface = null;
    this.#curtain = null;
    if (lost && !lost.isVirtual) this.#onDisplayLost();
  }
}

/** An account other than the session's needs a copy of the X cookie that it can read. */
async function environment(
  { env }: Surface,
  profile: Profile,
  account: Account | null,
): Promise<Surface['env']> {
  if (!account || !env.DISPLAY) return env;
  const authority = env.XAUTHORITY ?? (await authorityFile(process.env));
  return authority ? { ...env, XAUTHORITY: await profile.addXAuthority(authority) } : env;
}

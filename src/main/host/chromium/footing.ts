import { message } from '../../../shared/languages/message.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { AppHandler, DisplayPower, HeldKeyboard, Key } from '../host.ts';
import { authorityFile } from '../x11/connect.ts';
import { Curtain } from '../x11/curtain.ts';
import { holdKeyboard } from '../x11/keyboard.ts';
import { setPower } from '../x11/power.ts';
import { type Account, browserAccount } from './account.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { openSurface, type Size, type Surface } from './display.ts';
import { findProgram } from './executable.ts';
import type { LaunchNeeds } from './launch.ts';
import { freshProfile, type Profile } from './profile.ts';

export interface FootingNeeds {
  readonly handler: AppHandler;
  readonly clock: Clock;
  readonly log: Log;
  /** Whom the browser runs as when we are root. */
  readonly user?: string | null;
  /** `virtual`: always a virtual display of our own. */
  readonly display?: 'auto' | 'virtual';
  readonly virtualSize?: Size;
  /** True: a display that is set and is not there yet is waited for. */
  readonly awaitsDisplay?: boolean;
  /** During that wait: whether no display is plugged in, each time that this changes, and at its end. */
  readonly onDisplayMissing?: (isMissing: boolean) => void;
  /** Handed in by tests. */
  readonly isDisplayMissing?: () => Promise<boolean>;
  /** Finds a program of the system, or null. */
  readonly findProgram?: typeof findProgram;
}

/**
 * What a browser stands on: a display, the server of the app, somebody to run as and a profile. It is made at the
 * first start and serves the later ones too; only the profile is a fresh one each time.
 */
export class Footing {
  readonly #needs: FootingNeeds;
  readonly #onDisplayLost: () => void;
  #server: AppServer | null = null;
  #surface: Surface | null = null;
  #profile: Profile | null = null;
  #curtain: Curtain | null = null;

  /** `onDisplayLost`: the person's session was ended. A virtual display that is lost is made anew. */
  constructor(needs: FootingNeeds, onDisplayLost: () => void) {
    this.#needs = needs;
    this.#onDisplayLost = onDisplayLost;
  }

  /** Null before the first start. */
  get server(): AppServer | null {
    return this.#server;
  }

  /** Aborted, it gives up where it would wait. */
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
    // Each is waited for, also when another one fails: `close` then finds what it has made.
    await Promise.allSettled(made);
    const [account, profile, server, surface] = await Promise.all(made);
    const env = await environment(surface, profile, account);
    if (account) await profile.handOver(account);
    const { startAddress, appDocument: opens } = server;
    return { account, home: profile.folder, env, startAddress, opens, size: surface.size };
  }

  /** What is held before the display while there is nothing true to see. Null where there is no X server. */
  get curtain(): Curtain | null {
    return this.#curtain;
  }

  /** Only for the one who may show something: it takes the place of the curtain that hangs there. */
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

  async hearKeys(heard: (key: Key) => void): Promise<HeldKeyboard | null> {
    const { env = {} } = this.#surface ?? {};
    return env.DISPLAY === undefined ? null : holdKeyboard(env.DISPLAY, heard, { ...process.env, ...env });
  }

  async close(keepsPicture: boolean): Promise<void> {
    this.#curtain?.close(keepsPicture);
    await Promise.all([this.#surface?.close(), this.#server?.close(), this.#profile?.remove()]);
  }

  async #freshProfile(opens: string): Promise<Profile> {
    const [profile] = await Promise.all([freshProfile(opens), this.#profile?.remove()]);
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
      ...{ display, virtualSize, awaitsDisplay, onMissing, isMissing, clock, log, find, signal },
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

/** Another user than the session's needs a cookie of the X server that it can read. */
async function environment(
  { env }: Surface,
  profile: Profile,
  account: Account | null,
): Promise<Surface['env']> {
  if (!account || !env.DISPLAY) return env;
  const authority = env.XAUTHORITY ?? (await authorityFile(process.env));
  return authority ? { ...env, XAUTHORITY: await profile.addXAuthority(authority) } : env;
}

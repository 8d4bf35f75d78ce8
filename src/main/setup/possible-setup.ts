import { hostname } from 'node:os';
import type { SetupNow } from '../../shared/setup.ts';
import type { Config, ConfigSources } from '../config/config.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import type { Host, Picture } from '../host/host.ts';
import { createAppFiles } from '../show/app-files.ts';
import type { Show } from '../show/show.ts';
import type { Setup, SetupNeeds } from './setup.ts';
import type { StandbyScreen } from './standby-screen.ts';
import { pluggedIn, sticksOf } from './sticks/ask.ts';
import type { StickReader } from './sticks/plugged.ts';

interface PossibleSetupNeeds extends Pick<SetupNeeds, 'config' | 'apply' | 'changed'> {
  /** Null: this player may not be set up at its screen. */
  readonly sources: ConfigSources | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly show: Pick<Show, 'sights' | 'capture'>;
  /** The screen whose picture the phone shows. */
  readonly screenId: string;
  readonly standby: Pick<StandbyScreen, 'text'>;
  /** The kiosk's reader of sticks listens there. */
  readonly sticks: string | undefined;
  host(): Pick<Host, 'hearKeys'> | null;
}

/** Setup for a player that needs it. */
export class PossibleSetup {
  readonly #needs: PossibleSetupNeeds;
  #setup: Setup | null = null;

  constructor(needs: PossibleSetupNeeds) {
    this.#needs = needs;
  }

  /** Null: this player is not being set up. */
  get now(): Setup | null {
    return this.#setup;
  }

  /** The invitation on the screens, with the form; null: there is none. */
  get shown(): SetupNow | null {
    const { invitation = null, form = null } = this.#setup ?? {};
    return invitation && { ...invitation, form };
  }

  async prepare(): Promise<void> {
    const { sources, config } = this.#needs;
    if (sources !== null && (await canBeSetUp(config))) this.#setup = await this.#from(sources);
  }

  /** A stick, or the CMS that it names, may take long to answer. */
  start(): void {
    const { log } = this.#needs;
    this.#setup?.start().catch((error: unknown) => log.error('Nobody can set this player up', { error }));
  }

  ports(): readonly number[] {
    return this.#setup?.ports() ?? [];
  }

  async stop(): Promise<void> {
    await this.#setup?.stop();
  }

  /** With it comes the client of the CMS: nobody else loads that here. */
  async #from(sources: ConfigSources): Promise<Setup> {
    const { config, clock, log, show, screenId, standby, sticks, host, apply, changed } = this.#needs;
    const { Setup, setupPageFolder } = await import('./setup.ts');
    const { NetworkManagerWifi } = await import('./wifi.ts');
    return new Setup({
      config,
      sources,
      language: shopLanguage(config.language),
      name: hostname(),
      clock,
      log: log.named('setup'),
      files: createAppFiles(setupPageFolder),
      sticks: stickReader(sticks),
      wifi: new NetworkManagerWifi(),
      hearKeys: async (heard) => (await host()?.hearKeys(heard)) ?? null,
      apply,
      progress: async () => {
        const plays = show.sights().some((sight) => sight.plays);
        const { title, lines } = standby.text;
        return { plays, title, lines, picture: plays ? addressOf(await show.capture(screenId)) : null };
      },
      changed,
    });
  }
}

function stickReader(socketPath: string | undefined): StickReader | null {
  return socketPath === undefined ? null : { pluggedIn, read: () => sticksOf(socketPath) };
}

/** Nobody has said yet where its show comes from, and it has none. */
async function canBeSetUp({ cms, assignment, dataDir }: Config): Promise<boolean> {
  if (cms.url !== null && assignment !== null) return false;
  const { hasActiveEdition } = await import('../store/read.ts');
  return !hasActiveEdition(dataDir);
}

function addressOf({ mimeType, bytes }: Picture): string {
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
}

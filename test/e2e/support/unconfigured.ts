import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Invitation } from '../../../src/shared/messages.ts';
import type { SetupNow } from '../../../src/shared/setup.ts';
import { startDisplay, type TestDisplay } from './display.ts';
import { type PlayerProcess, startPlayerProcess } from './player.ts';

export const token = 'vpt_a-token-that-nobody-may-see';

/** An unconfigured player on a display, and a CMS. */
export interface Unconfigured {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>> & { readonly VITRINE_DATA_DIR: string };
  readonly display: TestDisplay;
  readonly cms: DemoCms;
  readonly player: PlayerProcess;
  /** The address and the PIN on its screen. */
  typed(): Promise<{ readonly address: string; readonly pin: string }>;
  /** The progress of setup on its screen. */
  reported(): Promise<string>;
  /** Resolves when the page with this title is on the screen, for input by keyboard. */
  readonly form: (title: string) => Promise<void>;
  /** Resolves when the first item is on the display. */
  plays(): Promise<void>;
  stop(): Promise<void>;
}

export async function unconfigured(more: Readonly<Record<string, string>> = {}): Promise<Unconfigured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-setup-'));
  const display = await startDisplay(1280, 720);
  const cms = await startDemoCms({ tokens: { personal: [token] } });
  const env = {
    VITRINE_DATA_DIR: dataDir,
    DISPLAY: display.name,
    XDG_CONFIG_HOME: dataDir,
    VITRINE_SETUP_ADDRESS: '127.0.0.1',
    VITRINE_SETUP_PORT: '0',
    VITRINE_LANGUAGE: 'en',
    ...more,
  };
  const player = startPlayerProcess(env);
  return {
    dataDir,
    env,
    display,
    cms,
    player,
    async typed() {
      const { typed } = (await askPlayer(dataDir, 'GET', '/api/setup')) as Invitation;
      const [address = '', pin = ''] = typed.map(({ value }) => value);
      return { address, pin };
    },
    reported: async () => ((await askPlayer(dataDir, 'GET', '/api/setup')) as SetupNow | null)?.state ?? '',
    async form(title) {
      const now = async () =>
        ((await askPlayer(dataDir, 'GET', '/api/setup')) as SetupNow | null)?.form?.title;
      while ((await now()) !== title) await new Promise((done) => setTimeout(done, 50));
      // A page counts once it stands still: a person reads it before typing.
      for (let before = Buffer.alloc(0); ; ) {
        const { rgb } = await display.grab(320, 180);
        if (before.equals(rgb)) return;
        before = Buffer.from(rgb);
      }
    },
    async plays() {
      // The engine restarts at this point.
      const now = () =>
        player.status().then(
          (status) => status?.nowPlaying ?? null,
          () => null,
        );
      while ((await now()) === null) await new Promise((done) => setTimeout(done, 50));
    },
    async stop() {
      await player.stop();
      await cms.stop();
      await display.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { Status } from '../../src/main/report/status.ts';
import { descendants, renderers } from '../host/chromium/processes.ts';
import { expectWithin } from '../support/promised.ts';
import { until } from '../support/until.ts';
import { testedHosts } from './hosts.ts';
import { isBlack, startDisplay, type TestDisplay } from './support/display.ts';
import { runVitrine } from './support/player.ts';

// The whole demo on Electron: on itself if its binary is here, or on the substitute made of Chromium on request.
const host = testedHosts().find(({ name }) => name === 'electron');
const why = host?.leftOut ?? null;
const passMs = 240_000;

describe.skipIf(!host || why !== null)(
  why === null ? 'on electron' : `on electron (left out: ${why})`,
  () => {
    let display: TestDisplay;
    let folder: string;
    let end: () => Promise<{ readonly code: number | null; readonly ms: number }>;
    let pid = 0;
    let isOver = false;
    let log = '';

    beforeEach(async () => {
      display = await startDisplay(640, 360);
      folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'));
      log = '';
      end = async () => ({ code: 0, ms: 0 });
    });

    afterEach(async () => {
      await end();
      await display.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const env = (): Record<string, string> => ({
      DISPLAY: display.name,
      VITRINE_DATA_DIR: join(folder, 'data'),
      XDG_CONFIG_HOME: folder,
      VITRINE_ADMIN_PORT: '0',
    });

    /** In its own process group, as a session or a service manager starts it. */
    function start(args: readonly string[], more: Readonly<Record<string, string>> = {}): void {
      const [program = '', ...first] = host?.command ?? [];
      const { PATH = '', HOME = '' } = process.env;
      const child = spawn(program, [...first, ...args], {
        env: { PATH, HOME, ...host?.env, ...env(), ...more },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
      isOver = false;
      const ended = once(child, 'exit').finally(() => {
        isOver = true;
      });
      pid = child.pid ?? 0;
      end = async () => {
        const since = performance.now();
        if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM');
        const [code] = await ended;
        return { code, ms: performance.now() - since };
      };
    }

    const status = async (): Promise<Status | null> => {
      const reported = await askPlayer(join(folder, 'data'), 'GET', '/api/status').catch(() => null);
      return reported as Status | null;
    };
    const seen = async (): Promise<boolean> => !isBlack(await display.grab());
    const playing = (): Promise<Status> =>
      until(`a picture; ${log}`, async () => {
        const now = await status();
        return now?.nowPlaying && (await seen()) ? now : null;
      });

    it(
      'plays the demo in order, every item to its end, and ends with all its processes on a signal to the group',
      async () => {
        start(['demo', '--cms-port', '0']);
        await playing();
        await until('the whole edition', async () => (await status())?.edition?.complete);
        const { out } = await runVitrine(['schedule', '--json'], env(), host);
        const order = (JSON.parse(out).cues as { entryId: string }[]).map(({ entryId }) => entryId);
        const heard: string[] = [];
        const since = performance.now();
        while (heard.length < order.length + 2 && performance.now() - since < passMs) {
          const entry = (await status())?.nowPlaying?.entryId;
          if (entry && entry !== heard.at(-1)) heard.push(entry);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        expect(heard.length).toBe(order.length + 2);
        const from = order.indexOf(heard[2] ?? '');
        const expected = heard.slice(2).map((_, index) => order[(from + index) % order.length]);
        expect(heard.slice(2)).toEqual(expected);
        expect(await status()).toMatchObject({ screens: [{ alive: true, restarts: 0 }] });
        const processes = descendants(pid).map((process) => process.pid);
        expect(await end()).toMatchObject({ code: 0 });
        await until('no process is left', () => {
          const left = new Set(descendants().map((process) => process.pid));
          return processes.every((one) => !left.has(one));
        });
        const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env(), host);
        const rows = proof.out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(rows.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
        expect(log).not.toMatch(/error that nobody handled|rejection that nobody handled/);
      },
      passMs + 60_000,
    );

    it('doctor --measure plays its clips, and ends', async () => {
      const { code, out, log: output } = await runVitrine(['doctor', '--measure', '--json'], env(), host);
      expect(code, output).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ browser: expect.stringMatching(/^Electron /) });
    });

    it('requests a restart when its display is gone', async () => {
      start(['demo', '--cms-port', '0']);
      await playing();
      await display.stop();
      await until('it has ended', () => isOver);
      expect(await end()).toMatchObject({ code: 75 });
    });

    it('restores a killed renderer in the same window', async () => {
      start(['demo', '--cms-port', '0']);
      await playing();
      for (const renderer of renderers(pid)) process.kill(renderer.pid, 'SIGKILL');
      const since = performance.now();
      await until('a living screen', async () => {
        const screen = (await status())?.screens[0];
        return screen?.alive && screen.restarts === 1;
      });
      await playing();
      console.info(`renderer killed → painting again: ${Math.round(performance.now() - since)} ms`);
      await expectWithin(5_000, (await end()).ms);
    });

    it(
      'replaces an oversized renderer between two items, without a black frame',
      async () => {
        const config = join(folder, 'config.json');
        writeFileSync(config, JSON.stringify({ player: { memoryMiB: 64 } }));
        const { startDemoCms } = await import('../../src/demo/cms.ts');
        const cms = await startDemoCms({ tokens: { personal: ['recycle-token'] } });
        start(['run', '--config', config], {
          VITRINE_CMS_URL: cms.baseUrl,
          VITRINE_CMS_TOKEN: 'recycle-token',
          VITRINE_PLAYLIST: cms.playlistId,
        });
        try {
          await playing();
          const recording = await display.record(15);
          // Memory is checked once a minute.
          await expect
            .poll(async () => (await status())?.screens[0]?.recycles, { timeout: passMs - 30_000 })
            .toBeGreaterThan(0);
          await recording.stop();
          expect(await status()).toMatchObject({ screens: [{ alive: true, restarts: 0 }] });
          expect(recording.frames.filter(({ frame }) => isBlack(frame))).toEqual([]);
        } finally {
          await end();
          await cms.stop();
        }
      },
      passMs,
    );
  },
);

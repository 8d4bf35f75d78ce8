/** @module-tag long */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { type Input, openInput } from '../host/chromium/x11-input.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { type Color, colorAt, type Frame } from './support/display.ts';
import { startMonitors, type TestMonitors, whyNoMonitors } from './support/monitors.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, startPlayerProcess } from './support/player.ts';
import { type PageServer, reporting, startPageServer } from './support/touch.ts';

// Two screens with a touch panel each: each panel opens, uses and leaves the page of its own screen.
const why = whyNoMonitors();
const title = why === null ? 'two touch panels' : `two touch panels (left out: ${why})`;
const [width, height] = [640, 360];

describe.skipIf(why !== null)(title, () => {
  let monitors: TestMonitors;
  let cms: DemoCms;
  let server: PageServer;
  let person: Input;
  let player: PlayerProcess;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-two-panels-'));

  beforeAll(async () => {
    monitors = await startMonitors(2, width, height);
    server = await startPageServer();
    server.page = `<!doctype html><body style="margin:0;height:100vh;background:#00f"><script>${reporting}
      onclick = ({ clientX }) => report('touched', clientX)</script>`;
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['panels-token'] } });
    const bar = cms.content.addPlaylist({ name: 'Bar' });
    for (const [color, playlist] of [
      ['red', Number(cms.playlistId)],
      ['green', bar.id],
    ] as const) {
      const file = { name: color, fileName: `${color}.png`, mimeType: 'image/png' };
      const { id } = cms.content.addFile(file, picture(color));
      cms.content.addEntry(playlist, { media_file_id: id, duration: 600 });
    }
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({
        screens: [
          { id: 'shop', display: 0 },
          { id: 'bar', display: 1, playlist: 'Bar' },
        ],
        interaction: { address: `http://127.0.0.1:${server.port}/`, idleSeconds: 120 },
      }),
    );
    player = startPlayerProcess({
      DISPLAY: monitors.name,
      VITRINE_DATA_DIR: join(folder, 'data'),
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: cms.token,
      VITRINE_PLAYLIST: cms.playlistId,
      VITRINE_CONFIG: join(folder, 'config.json'),
      VITRINE_ADMIN_PORT: String(await freePort()),
    });
    person = await openInput(monitors.name);
    await untilSeen('red', 'green');
  });

  afterAll(async () => {
    person?.close();
    await player?.stop();
    server?.stop();
    await Promise.all([cms?.stop(), monitors?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const halves = (frame: Frame): readonly Color[] => [colorAt(frame, 0.25, 0.4), colorAt(frame, 0.75, 0.4)];
  const untilSeen = (...colors: readonly Color[]): Promise<unknown> =>
    until(colors.join(' beside '), async () => String(halves(await monitors.grab())) === String(colors));
  async function tap(x: number, y: number): Promise<void> {
    person.move(x, y);
    await person.done();
    // Unlike a finger, a pointer must have entered the window of another browser before it presses there.
    await new Promise((resolve) => setTimeout(resolve, 300));
    person.click(1);
    await person.done();
  }
  /** Touches of a screen are received some time after it shows its programme. */
  async function opens(screen: string, x: number): Promise<void> {
    await until(`a touch of ${screen}`, async () => {
      await tap(x, height / 2);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return player.log().includes(`opens the interactive page  screen=${screen}`);
    });
  }

  it('each opens the page on its own screen, while the other one plays on', async () => {
    const recording = await monitors.record(30);
    await opens('bar', width + width / 2);
    await untilSeen('red', 'blue');
    await recording.stop();
    const left = new Set(recording.frames.map(({ frame }) => halves(frame)[0]));
    expect([...left]).toEqual(['red']);
    await until('a touch of the page', async () => {
      await tap(width + 60, 100);
      return server.reports.get('touched') === '60';
    });
  });

  it('two pages are open at once, and each is left by its own bar', async () => {
    await opens('shop', width / 2);
    await untilSeen('blue', 'blue');
    await until('a touch of the page', async () => {
      await tap(90, 100);
      return server.reports.get('touched') === '90';
    });
    await tap(2 * width - 60, height - 30);
    await untilSeen('blue', 'green');
    await tap(width - 60, height - 30);
    await untilSeen('red', 'green');
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import type { InterruptList, InterruptShown } from '../../src/main/actions/table/interrupt-text.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { InterruptInput } from '../../src/main/interrupt/interrupt.ts';
import { killAll, renderers } from '../host/chromium/processes.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { colorAt, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// Pictures, videos and pages of interrupts, checked by the pixels of the display.

/** VITRINE_PICTURES=FOLDER saves a picture of each layout. */
const pictures = process.env.VITRINE_PICTURES;

onEachHost((host) => {
  let display: TestDisplay;
  let cms: DemoCms;
  let media: Server;
  let player: PlayerProcess;
  let origin = '';
  const heard: string[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-interrupt-media-'));
  const [configuration, clip] = [join(dataDir, 'vitrine.json'), join(dataDir, 'clip.mp4')];
  const env = () => ({ ...demoScreen(display, cms, dataDir), VITRINE_CONFIG: configuration });
  const show = (given: InterruptInput) =>
    askPlayer(dataDir, 'POST', '/api/actions/interrupt-show', 10_000, given) as Promise<InterruptShown>;
  const list = () =>
    askPlayer(dataDir, 'POST', '/api/actions/interrupt-list', 10_000, {}) as Promise<InterruptList>;
  const receipt = async (id: string) =>
    (await list().catch(() => null))?.live.find(({ interrupt }) => interrupt.id === id)?.receipts[0];
  const colour = async (x: number, y: number) => colorAt(await display.grab(), x, y);
  const untilColour = (what: string, x: number, y: number) =>
    until(`${what} at ${x}, ${y}`, async () => (await colour(x, y)) === what, 60_000);
  const untilWhole = (id: string) =>
    until(
      `${id} is painted with its medium`,
      async () => {
        const found = await receipt(id);
        return found?.state === 'painted' && found.why === null;
      },
      60_000,
    );

  beforeAll(async () => {
    execFileSync('ffmpeg', [
      ...'-v error -f lavfi -i color=yellow:size=640x360:rate=25:duration=1 -pix_fmt yuv420p -y'.split(' '),
      clip,
    ]);
    const files = new Map<string, readonly [string, Uint8Array]>([
      ['/door.png', ['image/png', picture('red')]],
      ['/prepared.png', ['image/png', picture('yellow')]],
      ['/broken.png', ['image/png', picture('red').subarray(0, 500)]],
      ['/clip.mp4', ['video/mp4', readFileSync(clip)]],
      ['/floor', ['text/html', Buffer.from('<body style="background: #0000ff">')]],
    ]);
    media = createServer(({ url = '' }, response) => {
      heard.push(url);
      const file = files.get(url.split('?')[0] ?? '');
      response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain' }).end(file?.[1]);
    });
    media.listen(0, '127.0.0.1');
    await once(media, 'listening');
    const { port } = media.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    display = await startDisplay(1280, 720);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['interrupt-media-token'] } });
    const { id } = cms.content.addFile(
      { name: 'green', fileName: 'green.png', mimeType: 'image/png' },
      picture('green'),
    );
    cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 2 });
    writeFileSync(
      configuration,
      JSON.stringify({
        network: { allow: [`127.0.0.1:${port}`] },
        interrupts: { media: { way: { address: `${origin}/prepared.png` } } },
      }),
      { mode: 0o600 },
    );
    player = startPlayerProcess(env(), host);
    await untilColour('green', 0.02, 0.02);
    await until('the prepared picture', async () => (await list()).media[0]?.state === 'here');
  }, 120_000);

  afterEach(async () => {
    await askPlayer(dataDir, 'POST', '/api/actions/interrupt-cancel', 10_000, {});
    await untilColour('green', 0.5, 0.7);
  });

  afterAll(async () => {
    await player?.stop();
    media?.close();
    await cms?.stop();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('shows a picture by its address below the title when its sender is answered', async () => {
    const { places } = await show({
      id: 'door',
      title: 'At the door',
      picture: `${origin}/door.png?token=hidden`,
    });
    expect(places[0]).toMatchObject({ state: 'painted' });
    await untilWhole('door');
    expect(await colour(0.5, 0.7)).toBe('red');
    expect(await colour(0.01, 0.6)).toBe('black');
    const kinds = await runVitrine(['proof', 'export', '--json'], env(), host);
    expect(kinds.out, kinds.log).toContain('interrupt:door');
  });

  it('repeats a video until its end, and shows a page', async () => {
    await show({ id: 'clip', title: 'Clip', video: `${origin}/clip.mp4` });
    await untilWhole('clip');
    // The clip lasts a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await colour(0.5, 0.7)).toBe('yellow');
    await show({ id: 'floor', title: 'Floor', page: `${origin}/floor` });
    await untilWhole('floor');
    await untilColour('blue', 0.5, 0.7);
  });

  it('shows the text alone when the medium cannot be had, and says why', async () => {
    for (const [id, given, why] of [
      ['broken', { picture: `${origin}/broken.png` }, /^text-only: The file is .*(damaged|incomplete)/],
      ['gone', { picture: `${origin}/gone.png` }, /^text-only: .*404/],
      [
        'inside',
        { page: 'http://127.0.0.1:9/inside' },
        /^text-only: .*show no pages of this machine.* \(127\.0\.0\.1\)/,
      ],
      [
        'unknown',
        { video: 'no-such' },
        /^text-only: The configuration does not contain a media file “no-such”/,
      ],
    ] as const) {
      await show({ id, title: id, severity: 'alarm', ...given });
      const found = await until('a reason', async () => {
        const one = await receipt(id);
        return one?.why?.startsWith('text-only') ? one : null;
      });
      expect(found).toMatchObject({ state: 'painted', why: expect.stringMatching(why) });
      const [red = 0, green = 0, blue = 0] = (await display.colors([[0.02, 0.02]]))[0] ?? [];
      expect([red > 140, green < 40, blue < 60], id).toEqual([true, true, true]);
    }
  });

  it('shows both after the death of the renderer and a power cut, without the server', async () => {
    await show({ id: 'door', title: 'At the door', picture: `${origin}/door.png`, seconds: 900 });
    await untilWhole('door');
    await show({ id: 'way', title: 'This way', picture: 'way', layout: 'corner', seconds: 900 });
    await untilWhole('way');
    media.close();
    media.closeAllConnections();
    const before = heard.length;
    const both = async () => {
      await untilColour('yellow', 0.75, 0.3);
      await untilColour('red', 0.3, 0.7);
    };
    await both();
    const restarts = (await player.status()).screens[0]?.restarts ?? 0;
    killAll(renderers(player.pid));
    await until('another stage', async () => ((await player.status()).screens[0]?.restarts ?? 0) > restarts);
    await both();
    await player.kill();
    await display.colors([[0.5, 0.5]]);
    player = startPlayerProcess(env(), host);
    await until('a living screen', async () => (await player.status().catch(() => null))?.screens[0]?.alive);
    await untilWhole('door');
    await untilWhole('way');
    await both();
    expect(heard).toHaveLength(before);
  }, 180_000);

  it.runIf(pictures)('looks as it should', async () => {
    const folder = pictures ?? '';
    mkdirSync(folder, { recursive: true });
    for (const layout of ['full', 'banner', 'corner'] as const) {
      await show({
        id: layout,
        layout,
        title: 'Somebody is at the door',
        lines: ['Please come to the entrance'],
        picture: 'way',
        severity: layout === 'banner' ? 'warning' : 'info',
      });
      await untilWhole(layout);
      await display.screenshot(join(folder, `medium-${layout}.png`));
      await askPlayer(dataDir, 'POST', '/api/actions/interrupt-cancel', 10_000, {});
    }
  });
});

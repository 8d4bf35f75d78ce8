import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import type { InterruptList, InterruptShown } from '../../src/main/actions/table/interrupt-text.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { InterruptInput } from '../../src/main/interrupt/interrupt.ts';
import { killAll, renderers } from '../host/chromium/processes.ts';
import { expectWithin } from '../support/promised.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { colorAt, type Frame, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// Interrupts above a playing show, checked by the pixels of the display.

/** VITRINE_INTERRUPTS=1000 for the figures of the docs; VITRINE_PICTURES=FOLDER saves a picture of each layout. */
const count = Number(process.env.VITRINE_INTERRUPTS ?? 20);
const pictures = process.env.VITRINE_PICTURES;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

onEachHost((host) => {
  let display: TestDisplay;
  let cms: DemoCms;
  let player: PlayerProcess;
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-interrupts-'));
  const folder = join(dataDir, 'spool');
  const configuration = join(dataDir, 'vitrine.json');
  const env = () => ({
    ...demoScreen(display, cms, dataDir),
    VITRINE_SYNC_SECONDS: '1',
    VITRINE_CONFIG: configuration,
  });

  const show = (given: InterruptInput) =>
    askPlayer(dataDir, 'POST', '/api/actions/interrupt-show', 10_000, given) as Promise<InterruptShown>;
  const list = () =>
    askPlayer(dataDir, 'POST', '/api/actions/interrupt-list', 10_000, {}) as Promise<InterruptList>;
  const paintedOf = async (id: string) =>
    (await list()).live.find(({ interrupt }) => interrupt.id === id)?.receipts[0]?.paintedAt;
  const cancel = (id?: string) =>
    askPlayer(dataDir, 'POST', '/api/actions/interrupt-cancel', 10_000, id === undefined ? {} : { id });
  /** The two colours of the show, the background of an alarm, or anything else. */
  const seen = (frame: Frame, x = 0.02, y = 0.02): 'show' | 'alarm' | 'black' | 'other' => {
    const at = (Math.floor(y * frame.height) * frame.width + Math.floor(x * frame.width)) * 3;
    const [red = 0, green = 0, blue = 0] = frame.rgb.subarray(at, at + 3);
    if (red > 140 && green < 40 && blue < 60) return 'alarm';
    const color = colorAt(frame, x, y);
    return color === 'green' || color === 'blue' ? 'show' : color === 'black' ? 'black' : 'other';
  };
  /** The display keeps the picture of the dead player until its browser ends, so this queries the new one. */
  const cutPower = async (darkMs = 0) => {
    await player.kill();
    await pause(darkMs);
    player = startPlayerProcess(env(), host);
    await until('a living screen', async () => (await player.status().catch(() => null))?.screens[0]?.alive);
  };
  const untilSeen = (what: ReturnType<typeof seen>) =>
    until(what, async () => seen(await display.grab()) === what);

  beforeAll(async () => {
    display = await startDisplay(1280, 720);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['interrupts-token'] } });
    const { content } = cms;
    const playlist = content.addPlaylist({ name: 'Two' });
    for (const color of ['green', 'blue'] as const) {
      const { id } = content.addFile(
        { name: color, fileName: `${color}.png`, mimeType: 'image/png' },
        picture(color),
      );
      content.addEntry(playlist.id, { media_file_id: id, duration: 2 });
    }
    const group = [...content.deviceGroups.keys()][0] ?? 0;
    content.changeDeviceGroup(group, { playlist_id: playlist.id });
    mkdirSync(folder);
    writeFileSync(configuration, JSON.stringify({ interrupts: { folder } }));
    player = startPlayerProcess(env(), host);
    await untilSeen('show');
  });

  afterEach(async () => {
    await cancel();
    await untilSeen('show');
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is on the display when its sender is answered, and gone after its time', async () => {
    const recording = await display.record(30);
    const { code, out, log } = await runVitrine(
      [
        'interrupt',
        'show',
        'Fire alarm',
        'Leave the building',
        '--severity',
        'alarm',
        '--for',
        '4',
        '--id',
        'fire',
      ],
      env(),
      host,
    );
    expect(code, log).toBe(0);
    expect(out).toMatch(/^fire: new\n {2}screen 1: painted at 20/);
    await recording.stop();
    // By now its four seconds may be over.
    expect(recording.frames.map(({ frame }) => seen(frame))).toContain('alarm');
    await untilSeen('show');
    const { ended } = await list();
    expect(ended[0]).toMatchObject({ end: 'expired', interrupt: { id: 'fire' } });
    const proof = await runVitrine(['proof', 'export', '--json'], env(), host);
    expect(proof.out, proof.log).toContain('interrupt:fire');
  });

  it.each([
    'full',
    'banner',
    'corner',
  ] as const)('covers its part of the screen as %s, and no more', async (layout) => {
    await show({
      title: 'Closing in ten minutes',
      lines: ['Thank you for your visit'],
      severity: 'alarm',
      layout,
    });
    const frame = await display.grab();
    const points = { full: [0.5, 0.05], banner: [0.01, 0.98], corner: [0.95, 0.06] } as const;
    expect(seen(frame, ...points[layout])).toBe('alarm');
    expect(seen(frame, 0.02, 0.3)).toBe(layout === 'full' ? 'alarm' : 'show');
  });

  it('shows a file of the folder through a power cut, until the file is removed', {
    tags: 'long',
  }, async () => {
    writeFileSync(join(folder, 'half.json'), '{"title": ');
    writeFileSync(join(folder, 'unfinished'), JSON.stringify({ title: 'Folder', severity: 'alarm' }));
    renameSync(join(folder, 'unfinished'), join(folder, 'fire.json'));
    await untilSeen('alarm');
    await cutPower();
    await untilSeen('alarm');
    // It is on the display from the kept list, maybe before the folder is read.
    await until('the folder is read', async () =>
      (await list()).sources.some(({ refused }) => refused.some(({ name }) => name === 'half.json')),
    );
    const listed = await runVitrine(['interrupt', 'list'], env(), host);
    expect(listed.out).toMatch(/^fire \(alarm\): Folder/);
    expect(listed.out).toContain('half.json is refused: The file is not valid JSON.');
    for (const name of ['fire', 'half']) rmSync(join(folder, `${name}.json`));
    await untilSeen('show');
    expect((await list()).ended[0]).toMatchObject({ end: 'cancelled', source: { kind: 'folder' } });
  });

  it('survives the death of the renderer and a power cut, and an expired one stays away', async () => {
    await show({ id: 'long', title: 'Long', severity: 'alarm', seconds: 600 });
    killAll(renderers(player.pid));
    await until('another stage', async () => ((await player.status()).screens[0]?.restarts ?? 0) > 0);
    await untilSeen('alarm');
    await show({ id: 'short', title: 'Short', severity: 'alarm', layout: 'corner', seconds: 3 });
    await cutPower(3_000);
    await untilSeen('alarm');
    const { live, ended } = await list();
    expect(live.map(({ interrupt }) => interrupt.id)).toEqual(['long']);
    expect(ended[0]).toMatchObject({ end: 'expired', interrupt: { id: 'short' } });
  });

  it(
    `${count} at random times are painted and gone within their limits, and no frame is black or foreign`,
    async () => {
      const recording = await display.record(30);
      const [painted, gone]: [number[], number[]] = [[], []];
      for (let each = 0; each < count; each++) {
        await pause(Math.random() * 400);
        const sentAt = Date.now();
        const { id, places } = await show({ title: `Number ${each}`, severity: 'alarm', seconds: 600 });
        // A busy machine may take longer than the sender is kept waiting.
        const paintedAt = places[0]?.paintedAt ?? (await until('it is painted', () => paintedOf(id)));
        painted.push(paintedAt - sentAt);
        await pause(Math.random() * 300);
        const cancelledAt = performance.now();
        await cancel(id);
        gone.push(performance.now() - cancelledAt);
      }
      await pause(500);
      await recording.stop();
      const kinds = recording.frames.map(({ frame }) => seen(frame));
      const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
      process.stderr.write(
        `${count} interrupts on ${host.name}: painted after ${middle(painted).toFixed()} ms in the median, ${Math.max(...painted).toFixed()} ms at most; ` +
          `${kinds.length} frames, ${kinds.filter((kind) => kind === 'alarm').length} of interrupts\n`,
      );
      expect(kinds.filter((kind) => kind === 'black' || kind === 'other')).toEqual([]);
      expect(kinds).toContain('alarm');
      await expectWithin(300, middle(painted));
      await expectWithin(3_000, Math.max(...painted));
      const { screens } = await player.status();
      expect(screens[0]?.restarts).toBe(0);
    },
    60_000 + count * 3_000,
  );

  it.runIf(pictures)('looks as it should', async () => {
    const folder = pictures ?? '';
    mkdirSync(folder, { recursive: true });
    const long =
      'Bitte verlassen Sie das Gebäude ruhig durch den nächsten Notausgang und sammeln Sie sich auf dem Parkplatz.';
    const looks: Readonly<Record<string, InterruptInput>> = {
      'full-alarm': { title: 'Feueralarm', lines: [long, 'Benutzen Sie keine Aufzüge.'], severity: 'alarm' },
      'full-info': { title: 'Doorbell', severity: 'info' },
      'full-lines': {
        lines: Array.from({ length: 8 }, (_, index) => `Zeile ${index + 1}: ${long}`),
        severity: 'warning',
      },
      'full-rtl': {
        title: 'إنذار حريق',
        lines: ['יש לצאת מהבניין', '火災です。避難してください'],
        severity: 'alarm',
      },
      'full-word': { title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', severity: 'clear' },
      banner: {
        title: 'We close in 15 minutes',
        lines: ['Thank you for your visit'],
        layout: 'banner',
        severity: 'warning',
      },
      corner: { title: 'Lost child', lines: ['Please come to the information desk'], layout: 'corner' },
      'corner-long': { title: 'Avis', lines: [long, long], layout: 'corner', severity: 'clear' },
      blank: { blank: true },
    };
    for (const [name, look] of Object.entries(looks)) {
      const { id } = await show(look);
      await display.screenshot(join(folder, `${name}.png`));
      await cancel(id);
    }
  });
});

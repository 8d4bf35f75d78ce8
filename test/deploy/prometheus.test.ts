import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { metricsText } from '../../src/main/admin/metrics-text.ts';
import { numbersOf } from '../../src/main/fleet/metrics.ts';
import { metricsOf } from '../../src/main/health/metrics.ts';
import { type Scene, sceneNow, scenes } from '../support/page-scenes.ts';
import { dashboard, expressions, overlaps } from './dashboard.ts';
import { debianTool } from './debian.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const found = debianTool('promtool', 'prometheus');
const skipped = 'why' in found ? found.why : null;

async function metricsAt(scene: Scene) {
  const player = scenes[scene];
  const facts = { status: await player.status(), health: player.health(), now: sceneNow };
  return metricsOf({ ...facts, memoryBytes: 120e6, cpuSeconds: 42.5 });
}

const textOf = async (scene: Scene): Promise<string> => metricsText(await metricsAt(scene));

describe('metrics', () => {
  it('are some forty, and name no media file', async () => {
    const text = await textOf('busy');
    expect(text.match(/^# TYPE /gm)?.length).toBeGreaterThanOrEqual(40);
    expect(text).not.toMatch(/Harbour|Tide|Winter|\b10[0-9]\b"/);
  });

  it('say that a screen which is off by plan is not wanted', async () => {
    expect(await textOf('off')).toContain('vitrine_screen_wanted{screen="1"} 0\n');
    expect(await textOf('dark')).toContain('vitrine_screen_wanted{screen="1"} 1');
  });

  it('name the decoder of each zone that plays a video', async () => {
    const status = await scenes.busy.status();
    const playing = status.screens[0]?.nowPlaying ?? expect.fail('The scene plays nothing.');
    const zone = (id: string, isHardware: boolean, name: string) => ({
      id,
      nowPlaying: { ...playing, screenId: `1/${id}`, decoder: { name, isHardware } },
    });
    const zones = [
      zone('main', true, 'VaapiVideoDecoder'),
      zone('side', false, 'Dav1dVideoDecoder'),
      { id: 'empty', nowPlaying: null },
    ];
    const screens = status.screens.slice(0, 1).map((screen) => ({ ...screen, zones }));
    const facts = { status: { ...status, screens }, health: scenes.busy.health(), now: sceneNow };
    const text = metricsText(metricsOf({ ...facts, memoryBytes: 1, cpuSeconds: 1 }));
    expect(text.match(/^vitrine_screen_video_.*$/gm)).toEqual([
      'vitrine_screen_video_hardware{screen="1/main"} 1',
      'vitrine_screen_video_hardware{screen="1/side"} 0',
      'vitrine_screen_video_decoder{screen="1/main",decoder="VaapiVideoDecoder"} 1',
      'vitrine_screen_video_decoder{screen="1/side",decoder="Dav1dVideoDecoder"} 1',
    ]);
  });

  it('name what the sensors of the machine tell, and nothing of what it lacks', async () => {
    const sensors = {
      power: { isLow: false, wasLow: true },
      temperatures: [{ sensor: 'cpu-thermal', celsius: 54, limit: 90 }],
      wear: [{ disk: 'mmcblk0', used: 0.2, isWorn: false }],
    };
    const health = { ...scenes.busy.health(), sensors };
    const text = metricsText(
      metricsOf({ status: await scenes.busy.status(), health, now: sceneNow, memoryBytes: 1, cpuSeconds: 1 }),
    );
    const told = /^vitrine_(?:power|temperature|storage_wear).*$/gm;
    expect(text.match(told)).toEqual([
      'vitrine_power_low 0',
      'vitrine_power_was_low 1',
      'vitrine_temperature_celsius{sensor="cpu-thermal"} 54',
      'vitrine_storage_wear_ratio{disk="mmcblk0"} 0.2',
    ]);
    expect((await textOf('busy')).match(told)).toBeNull();
  });

  it.skipIf('why' in found).each(Object.keys(scenes) as Scene[])(
    'are what promtool expects: %s',
    async (scene) => {
      if ('why' in found) throw new Error(found.why);
      const { status, stdout, stderr } = spawnSync(found.path, ['check', 'metrics'], {
        input: await textOf(scene),
        encoding: 'utf8',
      });
      expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
    },
  );
});

describe('over the broker', () => {
  it('the exporter reads every reported number under its name in /metrics', async () => {
    const metrics = await metricsAt('busy');
    const file = readFileSync(join(root, 'deploy/prometheus/mqtt-exporter.yaml'), 'utf8');
    const read = [
      ...file.matchAll(/prom_name: (\S+), mqtt_name: (\S+), type: (\S+), help: '?(.*?)'?(?:,| \})/g),
    ];
    const wanted = Object.entries(numbersOf(metrics)).flatMap(([name, value]) =>
      typeof value === 'number' ? [name] : Object.keys(value).map((by) => `${name}/${by}`),
    );
    // What the clock showed minutes ago says nothing.
    expect(read.map(([, , path]) => path)).toEqual(wanted.filter((path) => path !== 'clock_seconds'));
    const kinds = new Map(metrics.map(({ name, kind }) => [`vitrine_${name}`, kind]));
    for (const [, name = '', path = '', kind] of read) {
      expect(name).toBe(`vitrine_${path.split('/')[0]}`);
      expect(kind).toBe(kinds.get(name));
    }
  });

  it('what is not known is not told as nought, and what has several labels is left to the other topics', () => {
    const reported = numbersOf([
      { name: 'known', kind: 'gauge', help: '', samples: [[true]] },
      { name: 'unknown', kind: 'gauge', help: '', samples: [[null]] },
      {
        name: 'by_screen',
        kind: 'gauge',
        help: '',
        samples: [
          [0, { screen: '1' }],
          [null, { screen: '2' }],
        ],
      },
      { name: 'of_two', kind: 'gauge', help: '', samples: [[1, { screen: '1', seen: 'dark' }]] },
    ]);
    expect(reported).toEqual({ known: 1, by_screen: { 1: 0 } });
  });
});

describe('the dashboard', () => {
  const names = metricsAt('busy').then((metrics) => metrics.map(({ name }) => `vitrine_${name}`));

  it('asks for nothing that is not told, and no two panels lie on one another', async () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const one of panels)
      for (const other of panels)
        if (one !== other) expect([one.title, other.title, overlaps(one, other)]).toContain(false);
    const known = [...(await names), 'vitrine:screen_wanted_when_last_seen'];
    const requested = expressions().flatMap((text) => text.match(/\bvitrine[\w:]+/g) ?? []);
    expect(requested.filter((name) => !known.includes(name))).toEqual([]);
    expect(requested.length).toBeGreaterThan(20);
  });

  it.skipIf(skipped !== null)('asks in words that Prometheus understands', () => {
    if ('why' in found) return;
    const rules = expressions().map((expr, at) => ({ record: `panel:${at}`, expr }));
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-dashboard-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // JSON is YAML too.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    const reported = spawnSync(found.path, ['check', 'rules', join(folder, 'rules.yml')], {
      encoding: 'utf8',
    });
    expect(`${reported.stdout}${reported.stderr}`).toContain(`${rules.length} rules found`);
    expect(reported.status).toBe(0);
  });
});

describe.skipIf(skipped !== null)(`alert rules${skipped === null ? '' : ` (${skipped})`}`, () => {
  it('fire for what is wrong, and never for a screen that is off by plan', () => {
    if ('why' in found) return;
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    copyFileSync(join(root, 'deploy/prometheus/vitrine.rules.yml'), join(folder, 'vitrine.rules.yml'));
    copyFileSync(join(root, 'test/deploy/vitrine.rules.test.yml'), join(folder, 'tests.yml'));
    execFileSync(found.path, ['check', 'rules', join(folder, 'vitrine.rules.yml')]);
    copyFileSync(join(root, 'deploy/prometheus/prometheus.yml'), join(folder, 'prometheus.yml'));
    const checked = spawnSync(
      found.path,
      ['check', 'config', '--syntax-only', join(folder, 'prometheus.yml')],
      {
        encoding: 'utf8',
      },
    );
    expect(`${checked.stdout}${checked.stderr}`).toContain('SUCCESS');
    const reported = spawnSync(found.path, ['test', 'rules', join(folder, 'tests.yml')], {
      encoding: 'utf8',
    });
    expect(`${reported.stdout}${reported.stderr}`).toContain('SUCCESS');
    expect(reported.status).toBe(0);
  });
});

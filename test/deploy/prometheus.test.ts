import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { metricsText } from '../../src/main/admin/metrics.ts';
import { type Scene, sceneNow, scenes } from '../support/page-scenes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules', '.cache', 'prometheus');

/** Debian's, unpacked beside the packages where it is not installed: a test needs no service that runs. */
function promtool(): { readonly path: string } | { readonly why: string } {
  if (spawnSync('promtool', ['--version']).status === 0) return { path: 'promtool' };
  const unpacked = join(kept, 'usr', 'bin', 'promtool');
  if (existsSync(unpacked)) return { path: unpacked };
  if (spawnSync('apt-get', ['--version']).status !== 0)
    return { why: 'there is no promtool, and no apt-get to get it' };
  mkdirSync(kept, { recursive: true });
  const got = spawnSync('apt-get', ['download', '-q', 'prometheus'], { cwd: kept, timeout: 110_000 });
  const [deb] = readdirSync(kept).filter((name) => name.endsWith('.deb'));
  if (got.status !== 0 || deb === undefined)
    return { why: 'Debian’s prometheus package could not be fetched' };
  const done = spawnSync('dpkg-deb', ['-x', join(kept, deb), kept]);
  rmSync(join(kept, deb));
  return done.status === 0 ? { path: unpacked } : { why: 'its package could not be unpacked' };
}

const found = promtool();
const skipped = 'why' in found ? found.why : null;

async function textOf(scene: Scene): Promise<string> {
  const player = scenes[scene];
  const facts = { status: await player.status(), health: player.health(), now: sceneNow };
  return metricsText({ ...facts, memoryBytes: 120e6, cpuSeconds: 42.5 });
}

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

  it.each(Object.keys(scenes) as Scene[])('are what promtool expects: %s', async (scene) => {
    if ('why' in found) return expect(skipped).not.toBeNull();
    const { status, stdout, stderr } = spawnSync(found.path, ['check', 'metrics'], {
      input: await textOf(scene),
      encoding: 'utf8',
    });
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
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
    const told = spawnSync(found.path, ['test', 'rules', join(folder, 'tests.yml')], { encoding: 'utf8' });
    expect(`${told.stdout}${told.stderr}`).toContain('SUCCESS');
    expect(told.status).toBe(0);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { isBlack, startDisplay } from '../e2e/support/display.ts';
import { demoScreen, vitrine } from '../e2e/support/player.ts';
import { freePort } from '../support/free-port.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const canMount = process.getuid?.() === 0 && process.platform === 'linux';

/** A player whose program and data folder lie on a disk of their own, which only it sees. */
const start = `set -e
truncate -s 4g "$0/disk.img"
mkfs.ext4 -q "$0/disk.img"
mkdir "$0/disk"
mount -o loop "$0/disk.img" "$0/disk"
cp -r '${built}' "$0/disk/dist"
ln -s '${packages}' "$0/disk/node_modules"
echo '{"type":"module"}' > "$0/disk/package.json"
exec '${process.execPath}' "$0/disk/dist/main/index.js" run`;

/** From now on each read and write of it fails with EIO, but what the kernel still has in memory. */
function breakDisk(folder: string, pid: number): void {
  const seen = `/proc/${pid}/root${folder}/disk`;
  execFileSync('sh', [
    '-c',
    `sync; find '${seen}/dist' -type f -exec dd if={} iflag=nocache count=0 status=none ';'`,
  ]);
  const image = join(folder, 'disk.img');
  const device = execFileSync('losetup', ['--noheadings', '--output', 'NAME', '--associated', image], {
    encoding: 'utf8',
  }).trim();
  execFileSync('truncate', ['-s', '0', image]);
  execFileSync('losetup', ['--set-capacity', device]);
  expect(() => readFileSync(`${seen}/dist/main/index.js`)).toThrow('EIO');
}

test.runIf(canMount)(
  'row 96 · a disk that neither writes nor reads any more: all that reports still answers, and names the disk',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-no-reads-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [cms, display] = await Promise.all([startDemoCms({ port: 0 }), startDisplay(640, 360)]);
    onTestFinished(async () => {
      await Promise.all([cms.stop(), display.stop()]);
    });
    const port = await freePort();
    const { child, log } = vitrine(
      [],
      {
        ...demoScreen(display, cms, join(folder, 'disk/data')),
        XDG_CONFIG_HOME: folder,
        VITRINE_ADMIN_PORT: String(port),
        NODE_COMPILE_CACHE: '',
      },
      {
        command: ['unshare', '--mount', 'sh', '-c', start, folder],
        env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const ask = async (path: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(30_000) });
      const text = await answer.text();
      return `${answer.status} ${text}`;
    };
    await until('a picture', async () => !isBlack(await display.grab()));
    await until('a whole edition', async () => (await ask('/metrics')).includes('edition_complete 1'));
    await until('all that reports in memory', () => log().includes('The diagnostics are loaded'));
    breakDisk(folder, child.pid ?? 0);

    await until('the verdict', async () => (await ask('/api/health')).includes('health.disk.failing'));
    expect(await ask('/api/status')).toMatch(/^200 .*"complete":true.*The disk is failing/s);
    expect(await ask('/metrics')).toMatch(/^200 .*vitrine_health_reason{code="disk"/s);
    expect(await ask('/')).toMatch(/^200 .*<html/s);
    expect(await ask('/main.js')).toMatch(/^200 /);
    expect(await ask('/texts/de')).toMatch(/^200 /);
    for (const report of ['files', 'day', 'shown', 'schedule', 'log'])
      expect(await ask(`/api/${report}`), report).toMatch(/^200 /);
    expect(await ask('/api/doctor')).toMatch(/^200 .*"check":"disk","result":"fail"/s);
    reportRow(96, { note: 'status, metrics, page, health and doctor answer, and name the disk' });
  },
);

// What runs beside the show.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { SyncReport } from '../../../src/main/sync/report.ts';
import { openHeadless } from '../../../test/support/headless.ts';
import { largeBytes } from './cms.ts';
import type { Services } from './services.ts';

interface OwnWork {
  readonly cms: ChildProcess;
  readonly dataDir: string;
  /** Of the status page. */
  readonly port: number;
  /** For the backup. */
  readonly folder: string;
  readonly services: Services;
}

/** In so many seconds. */
export const syncsIn = (seconds: number): number => Math.max(1, Math.round(seconds / 20));
const longestSyncMs = 600_000;

/** Every 20 s a sync of 1 GiB, with backups until its end. The status page is open. */
export async function ownWork(
  { cms, dataDir, port, folder, services }: OwnWork,
  seconds: number,
): Promise<string> {
  const browser = await openHeadless();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const since = performance.now();
  const took: string[] = [];
  const syncs = syncsIn(seconds);
  for (let number = 0; number < syncs; number++) {
    await wait(Math.max(0, since + (number * seconds * 1000) / syncs - performance.now()));
    cms.send('more');
    const begun = performance.now();
    const syncing = askPlayer(dataDir, 'POST', '/api/actions/sync', longestSyncMs, {});
    const [synced, backups] = await Promise.all([
      syncing,
      archiveDuring(syncing, () => archive(services, dataDir, join(folder, 'backup.tar'))),
    ]);
    const { bytes } = synced as SyncReport;
    if (bytes < largeBytes) throw new Error(`The sync has transferred only ${bytes} bytes.`);
    took.push(`sync and ${backups} backups in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  }
  await wait(Math.max(0, since + seconds * 1000 - performance.now()));
  await browser.close();
  return took.join('; ');
}

/** One backup after the other; resolves with their number. */
async function archiveDuring(work: Promise<unknown>, backUp: () => Promise<void>): Promise<number> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  work.then(over, over);
  for (let count = 1; ; count++) {
    await backUp();
    if (isOver) return count;
  }
}

async function archive(services: Services, folder: string, file: string): Promise<void> {
  const tar = services.starting('other', () =>
    spawn('tar', ['-C', folder, '-cf', file, '.'], { stdio: 'ignore' }),
  );
  const [code] = await once(tar, 'exit');
  // 1: a file has changed meanwhile.
  if (code !== 0 && code !== 1) throw new Error(`tar ended with ${code}.`);
}

/** Wants two processors, in its own session, as a service has. */
export async function foreignWork(services: Services, seconds: number): Promise<string> {
  const speed = ['speed', '-multi', '2', '-seconds', String(seconds), '-bytes', '16384', 'sha256'];
  const openssl = services.starting('other', () =>
    spawn('openssl', speed, { detached: true, stdio: 'ignore' }),
  );
  const [code] = await once(openssl, 'exit');
  if (code !== 0) throw new Error(`openssl ended with ${code}.`);
  return `openssl ${speed.join(' ')}`;
}

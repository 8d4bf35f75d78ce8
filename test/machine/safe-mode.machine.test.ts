import { chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Status } from '../../src/main/report/status.ts';
import { picture } from '../e2e/support/pictures.ts';
import { until } from '../support/until.ts';
import { isPainting, playing } from './demo.ts';
import { kill } from './hits.ts';
import { Machine } from './machine.ts';
import { OutsideCms } from './outside-cms.ts';

const { current, newer } = inject('packages');
const clockFile = 'var/lib/vitrine-clock';
/** While this file exists, the player ends soon after each start. */
const endsFile = 'var/lib/vitrine-ends';
const endsSoon = `import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const isPlayer = isMainThread && process.argv.includes('run');
if (isPlayer && existsSync('/${endsFile}')) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 4000);
`;
/** Three starts, each waiting half a minute for its browser. */
const longMs = 300_000;
let machine: Machine;
let cms: OutsideCms;

beforeEach(async () => {
  machine = new Machine('installed', current);
  cms = await OutsideCms.start();
  cms.addPicture('red', picture('red'), 2);
  cms.configure(machine);
  copyFileSync(
    join(import.meta.dirname, '../e2e/support/set-clock.mjs'),
    join(machine.root, 'usr/lib/set-clock.mjs'),
  );
  machine.write('usr/lib/ends-soon.mjs', endsSoon);
  setClock(0);
  const options = '--import=/usr/lib/set-clock.mjs --import=/usr/lib/ends-soon.mjs';
  const clock = `[Service]\nEnvironment="NODE_OPTIONS=${options}" VITRINE_TEST_CLOCK=/${clockFile}\n`;
  await machine.boot();
  await machine.run('mkdir', '-p', '/etc/systemd/system/vitrine.service.d');
  machine.write('etc/systemd/system/vitrine.service.d/clock.conf', clock);
  await machine.run('systemctl', 'daemon-reload');
  await cms.connect(machine);
  await machine.run('systemctl', 'restart', '--no-block', 'vitrine');
});
afterEach(async () => {
  await machine.throwAway();
  await cms.stop();
});

it('63, 71: a browser that ends at every start leads to safe mode; a working one ends it', async () => {
  await playing(machine);
  await machine.run('mv', '/usr/bin/chromium', '/usr/bin/chromium.good');
  const broken = join(machine.root, 'usr/bin/chromium');
  writeFileSync(broken, '#!/bin/sh\nexit 1\n');
  chmodSync(broken, 0o755);
  kill(machine, 'browser');
  await until('safe mode', async () => (await machine.health())?.mode === 'safe', longMs);
  await machine.run('mv', '/usr/bin/chromium.good', '/usr/bin/chromium');
  await leavesSafeMode();
});

it('63: an edition that kills the player leads to safe mode and the previous edition; a good one ends it', async () => {
  const good = await proven();
  cms.addPicture('green', picture('green'), 2);
  await machine.post('sync');
  const bad = await until('another edition', async () => {
    const id = (await machine.status())?.edition?.id;
    return id !== undefined && id !== good && id;
  });
  // With this edition, the player dies soon after each start.
  await until(
    'safe mode',
    async () => {
      const [status, health] = [await machine.status(), await machine.health()];
      if (health?.mode === 'safe') return true;
      if (status?.edition?.id === bad && isPainting(status, 0)) kill(machine, 'player');
      return false;
    },
    longMs,
  );
  expect((await playing(machine, Date.now())).edition?.id).toBe(good);
  cms.addPicture('blue', picture('blue'), 2);
  const { edition } = await leavesSafeMode();
  expect([good, bad]).not.toContain(edition?.id);
});

it('63: a release that ends soon after each start leads to safe mode; the next one ends it', async () => {
  await playing(machine);
  machine.write(endsFile, '');
  kill(machine, 'player');
  await until('safe mode', async () => (await machine.health())?.mode === 'safe', longMs);
  cpSync(newer, join(machine.root, 'root/newer.deb'));
  rmSync(join(machine.root, endsFile));
  await machine.run('dpkg', '-i', '/root/newer.deb');
  await leavesSafeMode();
});

/** An edition that has painted for a minute. */
async function proven(): Promise<string> {
  const { edition } = await playing(machine);
  await until('a minute of painting', async () => (await machine.health())?.starts === 0, 120_000);
  return edition?.id ?? '';
}

/** After an hour a normal start is tried; a minute of painting ends safe mode. */
async function leavesSafeMode(): Promise<Status> {
  await until(
    'something is painted in safe mode, and told',
    async () => {
      const [status, health] = [await machine.status(), await machine.health()];
      return status?.nowPlaying && health?.mode === 'safe' && health.verdict === 'attention';
    },
    longMs,
  );
  setClock(3_700_000);
  await until('a try as usual', async () => (await machine.health())?.mode === 'normal', longMs);
  await until('a minute of painting', async () => (await machine.health())?.starts === 0, longMs);
  await until('it is well', async () => (await machine.health())?.verdict === 'well');
  return playing(machine);
}

function setClock(aheadMs: number): void {
  machine.write(clockFile, String(aheadMs));
}

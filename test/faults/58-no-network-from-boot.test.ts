import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { asOurselves, asRoot } from '../support/as-root.ts';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../sync/children/boot.ts', import.meta.url));

/** Starts a process on this data folder, and returns its report. */
async function booted(rig: Rig, folder: string, network: 'online' | 'offline') {
  const { baseUrl, token, playlistId } = rig.demo;
  const boot = [
    process.execPath,
    script,
    join(rig.folder, folder),
    JSON.stringify({ baseUrl, token, playlistId }),
  ];
  // In a new network namespace no interface is up, not even loopback.
  const [command = '', ...args] =
    network === 'online' ? boot : asRoot(['unshare', '--net', ...asOurselves(boot)]);
  return JSON.parse((await run(command, args)).stdout);
}

test('row 58 · without network from boot on, the plan is the same as online, and the CMS is retried', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 3);
  const parts = await rig.open();
  const { edition } = await parts.sync.once();
  await parts.close();
  const offline = await booted(rig, 'data', 'offline');
  expect(offline).toMatchObject({ edition, objects: 3, kind: 'temporary', state: 'waiting' });
  expect(offline.nextAt).not.toBeNull();
  const online = await booted(rig, 'data', 'online');
  expect(online).toMatchObject({ edition, objects: 3, state: 'idle' });
  const note = `known after ${offline.knownMs.toFixed(0)} ms, online ${online.knownMs.toFixed(0)} ms`;
  reportRow(58, { note });
});

test('row 58 · control: without a cache nothing can play without a network', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 3);
  const offline = await booted(rig, 'new', 'offline');
  expect(offline).toMatchObject({ objects: 0, kind: 'temporary', state: 'waiting' });
  expect(offline).not.toHaveProperty('edition');
  reportRow(58, { negativeControl: true });
});

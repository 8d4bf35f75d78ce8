import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';

const run = promisify(execFile);

test('row 58 · no network from boot on: what to play is known as soon as online, and the CMS is asked again', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 3);
  const parts = await rig.open();
  const { edition } = await parts.sync.once();
  await parts.close();
  const { baseUrl, token, playlistId } = rig.demo;
  const script = fileURLToPath(new URL('../sync/children/boot.ts', import.meta.url));
  const boot = [
    process.execPath,
    script,
    join(rig.folder, 'data'),
    JSON.stringify({ baseUrl, token, playlistId }),
  ];
  const online: number[] = [];
  const offline: number[] = [];
  for (let round = 0; round < 3; round++) {
    const [command = '', ...args] = boot;
    const on = JSON.parse((await run(command, args)).stdout);
    expect(on).toMatchObject({ edition, objects: 3, state: 'idle' });
    online.push(on.knownMs);
    // A network namespace of its own has no interface that is up, not even loopback.
    const off = JSON.parse((await run('unshare', ['--net', ...boot])).stdout);
    expect(off).toMatchObject({ edition, objects: 3, kind: 'temporary', state: 'waiting' });
    expect(off.nextAt).not.toBeNull();
    offline.push(off.knownMs);
  }
  const best = (values: readonly number[]) => Math.min(...values);
  expect(best(offline)).toBeLessThan(best(online) * 2 + 50);
  reportRow(58, { note: `known after ${best(offline).toFixed(0)} ms, online ${best(online).toFixed(0)} ms` });
});

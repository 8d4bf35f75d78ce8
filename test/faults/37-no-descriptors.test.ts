import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addPictures } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';

test('row 37 · no file descriptors left: downloads wait and resume, and the show is not affected', async () => {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 2);
  const { baseUrl, token, playlistId } = rig.demo;
  const script = fileURLToPath(new URL('../sync/children/no-descriptors.ts', import.meta.url));
  const child = spawn(
    'bash',
    [
      '-c',
      'ulimit -n 80 && exec "$0" "$@"',
      process.execPath,
      script,
      join(rig.folder, 'data'),
      JSON.stringify({ baseUrl, token, playlistId }),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const [ready] = await once(child, 'message');
  addPictures(rig.demo.content, rig.demo.playlistId, 1, 1000, 50);
  child.send('go');
  const [done] = await once(child, 'message');
  expect(done.during).toBe(ready.edition);
  expect(done.held).toBe(2);
  expect(done.outcome).toHaveLength(1);
  // A fault of the player: the file is not blamed.
  expect(done.outcome[0]).toMatch(/^(?:too-many-files|disk-|cms-unreachable|internal)/);
  expect(done.after).toMatchObject({ changed: true, failed: [] });
  reportRow(37, { note: done.outcome[0] });
});

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/support/folder.ts';
import { after, before, playing } from '../store/support/power-cuts.ts';
import { reportRow } from '../support/report-row.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const child = new URL('../store/children/read-only.ts', import.meta.url);

test('row 35 · started on a read-only disk: the last show plays, and proof of play stays bounded in memory', async () => {
  const [seen] = await onSmallDisk({
    mount: 'size=8m',
    steps: [{ child, args: ['prepare'] }, 'read-only', { child, args: ['play'] }],
  });
  expect(seen).toEqual({
    active: before.id,
    complete: true,
    health: 'read-only',
    errors: 1,
    bounded: true,
    newestKept: true,
    staging: 'disk-read-only',
    reading: before.id,
  });
});

test('row 35 · control: without memory mode nothing opens, and without a bound it keeps everything', async () => {
  const [opened, unbounded] = await onSmallDisk({
    mount: 'size=8m',
    steps: [
      { child, args: ['prepare'] },
      'read-only',
      { child, args: ['open-on-disk'] },
      { child, args: ['play-without-bound'] },
    ],
  });
  expect(opened).toEqual({ outcome: expect.stringMatching(/^disk-/) });
  expect(unbounded).toMatchObject({ bounded: false });
  reportRow(35, { negativeControl: true });
});

test('row 35 · the disk is mounted writable again: the player returns to it with its proof of play', async () => {
  const [seen] = await onSmallDisk({
    mount: 'size=8m',
    steps: [{ child, args: ['prepare'] }, 'read-only', { child, args: ['play-on'] }],
  });
  expect(seen).toEqual({
    atFirst: 'read-only',
    now: 'good',
    active: before.id,
    afterwards: after.id,
    outcomes: ['completed', 'interrupted'],
  });
});

test('row 35 · the disk refuses writes for a while: showings wait in memory and are written afterwards', async () => {
  const folder = await temporaryFolder();
  await playing(folder);
  const player = spawn(process.execPath, [
    fileURLToPath(new URL('../store/children/failing-writes.ts', import.meta.url)),
    folder,
  ]);
  const lines = createInterface({ input: player.stdout })[Symbol.asyncIterator]();
  const heard = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null');
  const tell = (): boolean => player.stdin.write('go on\n');

  expect(await heard()).toEqual({ ready: true });
  const fault = spawn('strace', [
    ...['-f', '-p', String(player.pid), '-o', '/dev/null'],
    ...['-e', 'trace=pwrite64', '-e', 'inject=pwrite64:error=EROFS'],
  ]);
  await new Promise((resolve) => fault.stderr.once('data', resolve));
  tell();
  expect(await heard()).toEqual({ waiting: 40, lost: 10, health: 'failing', active: before.id });

  const gone = new Promise((resolve) => fault.once('exit', resolve));
  fault.kill('SIGINT');
  await gone;
  tell();
  expect(await heard()).toEqual({ waiting: 0, lost: 10, rows: 40, health: 'good' });
  player.stdin.end();
});

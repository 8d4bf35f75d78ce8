import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { startPlayerProcess } from '../e2e/support/player.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { finishedPart } from '../store/support/parts.ts';
import { slowness } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';

const child = (room: string): string =>
  fileURLToPath(new URL(`../${room}/children/slow-flushes.ts`, import.meta.url));
const limitMs = 50;
/** Far below the second of a flush, and far above the 50 ms of a quiet machine. */
const busyLimitMs = 300;

/** Other load comes and goes: one measurement can fall between. */
async function limit(took: number): Promise<number> {
  for (let tries = 0; tries < 5 && took > limitMs; tries++) if ((await slowness()) > 1) return busyLimitMs;
  return limitMs;
}

/** The output of a program on a disk that needs a second for each flush. */
async function printed<Result>(program: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const slowly = ['--trace=fsync,fdatasync', '--inject=fsync,fdatasync:delay_exit=1000000'];
  const strace = ['-f', '--seccomp-bpf', '-o', '/dev/null', ...slowly, process.execPath];
  const output = await promisify(execFile)('strace', [...strace, ...program], {
    env: { ...process.env, ...env },
  }).catch((ended: { stdout: string }) => ended);
  return JSON.parse(output.stdout) as Result;
}

interface Seen {
  readonly p99: number;
  readonly reads: number;
  readonly threads: number;
}

/** Reads of 1 MiB by the main thread while the engine stores downloads on a disk that needs a second for each flush. */
async function reading(env: NodeJS.ProcessEnv = {}): Promise<Seen> {
  const folder = await temporaryFolder();
  const { store } = await opened(folder);
  const film = await finishedPart(store.partsFolder, 'film', { size: 1024 * 1024 });
  await store.put([film]);
  await store.close();
  const { took, threads } = await printed<{ took: number[]; threads: number }>(
    [child('store'), folder, film.sha256],
    env,
  );
  const sorted = took.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, reads: took.length, threads };
}

test('row 86 · a playing show reads its media in time while each flush takes 1 s', async () => {
  const withFour = reading({ UV_THREADPOOL_SIZE: '4' });
  withFour.catch(() => undefined);
  // Another process may take the processor for 50 ms; a read behind a flush takes a second in every attempt.
  let seen = await reading();
  for (let tries = 1; tries < 3 && seen.p99 > limitMs; tries++) seen = await reading();
  expect(seen.p99).toBeLessThanOrEqual(await limit(seen.p99));
  expect(seen.reads).toBeGreaterThan(40);
  const narrow = await withFour;
  expect(narrow.p99).toBeGreaterThan(500);
  reportRow(86, { negativeControl: true, note: `p99 ${seen.p99} ms; with four threads ${narrow.p99} ms` });
});

test('row 86 · the main thread does not wait for its records of starts and slowness', {
  tags: 'long',
}, async () => {
  const folder = await temporaryFolder();
  const stall = async () => (await printed<{ longest: number }>([child('supervise'), folder])).longest;
  let longest = await stall();
  for (let tries = 1; tries < 3 && longest > limitMs; tries++) longest = await stall();
  expect(longest).toBeLessThanOrEqual(await limit(longest));
  const kept = (name: string) => new KeptFile<unknown>(folder, name, (value) => value).value;
  expect(kept('starts.json')).toMatchObject({ count: 0, provenEdition: 'a' });
  expect(kept('slowness.json')).toBe(6);
  reportRow(86, { note: `main's event loop stood still for ${longest} ms at most` });
});

test('row 86 · the built player has more file threads than simultaneous flushes', async () => {
  const player = startPlayerProcess({ VITRINE_DATA_DIR: await temporaryFolder(), DISPLAY: '' });
  const poolOf = (pid: number): number =>
    readdirSync(`/proc/${pid}/task`).filter((task) =>
      readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').startsWith('libuv-worker'),
    ).length;
  await expect.poll(() => poolOf(player.pid)).toBe(16);
  await player.kill();
});

// Downloads of one playlist by the player and by curl with sha256sum, for the benches that compare them.
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { CycleCost } from './cycle.ts';
import type { BenchServer } from './server.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(process.env.VITRINE_BENCH_DIR ?? tmpdir(), 'vitrine-bench-'));
const player = await bundlePlayer();
let folders = 0;
const left: string[] = [];
/** More than either side needs for the small files. */
const touchedBytes = 512 * 2 ** 20;
const keptBytes = 2 ** 20;

/** Of all files of all sides. */
export async function removeFolder(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Bundled to one file of JavaScript, as in the product: loading TypeScript costs every thread 30 MiB more. */
async function bundlePlayer(): Promise<string> {
  const outDir = fileURLToPath(new URL('../../../node_modules/.cache/vitrine-bench', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: { input: { cycle: fileURLToPath(new URL('cycle.ts', import.meta.url)) } },
    },
  });
  return join(outDir, 'cycle.js');
}

export async function startServer(scenario: string): Promise<{ server: BenchServer; child: ChildProcess }> {
  const child = fork(new URL('server.ts', import.meta.url), [scenario, folder]);
  const [server] = (await once(child, 'message')) as [BenchServer];
  return { server, child };
}

export function stop(child: ChildProcess): void {
  child.disconnect();
}

export async function withSync(
  server: BenchServer,
  cycles: number,
  data?: string,
): Promise<readonly CycleCost[]> {
  const own = data ?? (await dataFolder());
  const child = fork(player, [own, JSON.stringify(server), String(cycles)]);
  const [costs] = (await once(child, 'message')) as [readonly CycleCost[]];
  await once(child, 'exit');
  if (data === undefined) await removeLater(own);
  return costs;
}

/** The same files with standard tools: downloaded, hashed, flushed. */
export async function withCurl(server: BenchServer, parallel = 50): Promise<number> {
  const own = await dataFolder();
  await mkdir(own);
  const names = server.mediaFileIds.map((id) => join(own, `${id}.bin`));
  const config = server.mediaFileIds.map(
    (id, at) => `url="${server.baseUrl}mediafile/${id}/download"\noutput="${names[at]}"`,
  );
  const configFile = join(own, 'curl.conf');
  await writeFile(configFile, `header="Authorization: Bearer ${server.token}"\n${config.join('\n')}\n`);
  const start = performance.now();
  await run('curl', ['-sS', '--parallel', '--parallel-max', String(parallel), '--config', configFile]);
  await run('sha256sum', names, { maxBuffer: 2 ** 26 });
  await run('sync', names);
  const took = performance.now() - start;
  await removeLater(own);
  return took;
}

export async function dataFolder(): Promise<string> {
  // Neither side may pay for unwritten data of the other.
  const child = spawn('sync');
  await once(child, 'exit');
  // Nor for memory that a virtual machine has returned to its host: the first access to it waits.
  await run(process.execPath, ['-e', `Buffer.alloc(${touchedBytes}, 1)`]);
  return join(folder, `data-${++folders}`);
}

/**
 * Truncates at once and deletes at the end: before creating a file, ext4 checks every inode deleted within the last minutes.
 * With a thousand per round that would be the slowest part of both sides.
 */
export async function removeLater(own: string): Promise<void> {
  const names = await readdir(own, { recursive: true });
  for (const name of names) {
    const path = join(own, name);
    if ((await stat(path)).size > keptBytes) await truncate(path);
  }
  left.push(own);
}

export async function removeAll(): Promise<void> {
  for (const own of left.splice(0)) await rm(own, { recursive: true });
}

import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Bandwidth } from '../../../src/main/download/bandwidth.ts';
import { Blocks } from '../../../src/main/download/blocks.ts';
import { FreeSpace } from '../../../src/main/download/free-space.ts';
import { defaultLimits, type Limits } from '../../../src/main/download/limits.ts';
import type { Clock } from '../../../src/main/ground/clock.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { createNetwork } from '../../../src/main/net/network.ts';
import { Reach } from '../../../src/main/net/reach.ts';
import { changeTargets, newSeed } from '../../../src/main/operator/publish.ts';
import { packagePath, thisArchitecture } from '../../../src/main/release/release.ts';
import { OwnShelf } from '../../../src/main/update/own-shelf.ts';
import { type FetchNeeds, folderSource, serverSource } from '../../../src/main/update/source.ts';
import { UpdateRoot } from '../../../src/main/update/update-root.ts';
import { Updates } from '../../../src/main/update/updates.ts';
import type { UpdatesNeeds } from '../../../src/main/update/updates-needs.ts';
import { makeArchive } from '../../packaging/archive.ts';
import { passingFolder } from '../../release/support/folder.ts';
import { type Publisher, publisher } from '../../release/support/publisher.ts';

const run = promisify(execFile);

const made = new Map<string, Promise<string>>();

/** A package whose program says its version, and else does what the script says. Made once; nobody changes it. */
export function makePackage(version: string, script = '', declared = version, bulk = 0): Promise<string> {
  const key = JSON.stringify([version, script, declared, bulk]);
  const file = made.get(key) ?? packed(version, script, declared, bulk);
  made.set(key, file);
  return file;
}

async function packed(version: string, script: string, declared: string, bulk: number): Promise<string> {
  const folder = await passingFolder('package');
  const program = join(folder, `vitrine-${version}`, 'vitrine');
  await mkdir(join(folder, `vitrine-${version}`, 'resources'), { recursive: true });
  await writeFile(program, `#!/bin/sh\n[ "\${1:-}" = --version ] && echo ${declared} && exit\n${script}\n`);
  await chmod(program, 0o755);
  await writeFile(join(folder, `vitrine-${version}`, 'resources', 'some.txt'), version);
  // As every package of Electron has one.
  const archive = makeArchive({ 'package.json': '{}' });
  await writeFile(join(folder, `vitrine-${version}`, 'resources', 'app.asar'), archive);
  if (bulk > 0) await writeFile(join(folder, `vitrine-${version}`, 'bulk'), randomBytes(bulk));
  const file = join(folder, `vitrine-${version}.tar.gz`);
  await run('tar', ['-czf', file, '-C', folder, `vitrine-${version}`]);
  return file;
}

export interface Custom {
  readonly architecture?: string;
  readonly share?: string;
  readonly oldestFrom?: string;
  readonly channel?: string;
  readonly oldestBrowser?: number;
}

/** Answers the release's hash. */
export async function publish(
  { needs }: Pick<Publisher, 'needs'>,
  version: string,
  file: string,
  {
    share = '1',
    architecture = thisArchitecture,
    oldestFrom,
    channel = 'stable',
    oldestBrowser,
  }: Custom = {},
): Promise<string> {
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `vitrine-${version}.tar.gz`;
  await mkdir(needs.folder.packages, { recursive: true });
  await writeFile(join(needs.folder.packages, packagePath({ sha256, name })), bytes);
  const custom = {
    version,
    architecture,
    channel,
    oldestFrom: oldestFrom ?? null,
    recalled: false,
    rollout: { seed: newSeed(), share },
    oldestBrowser: oldestBrowser ?? null,
  };
  const target = { length: bytes.length, hashes: { sha256 }, custom };
  await changeTargets(needs, (targets) => ({ ...targets, [name]: target }));
  return sha256;
}

/** A static server for a folder; `instead` may answer in its place. */
export async function serve(folder: string, instead?: (...of: Parameters<RequestListener>) => boolean) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (instead?.(request, response)) return;
    const path = join(folder, decodeURIComponent(request.url ?? ''));
    stat(path).then(
      ({ size }) => {
        const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
        response.setHeader('etag', '"same"');
        response.writeHead(from > 0 ? 206 : 200, {
          'content-length': size - from,
          ...(from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {}),
        });
        createReadStream(path, { start: from }).pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, requested, close };
}

export interface PlayerRoot {
  readonly root: UpdateRoot;
  readonly shelf: OwnShelf;
  readonly needs: FetchNeeds;
  /** As the launcher starts it: `running` is what it says that it has started. */
  open(running?: string, version?: string, more?: Partial<UpdatesNeeds>): Promise<Updates>;
}

interface At {
  readonly url: string | null;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

/** The folder of releases of a player that trusts this publisher. */
export async function playerRoot(trusted: string, at: At): Promise<PlayerRoot> {
  const path = await passingFolder('root');
  await writeFile(join(path, 'root.json'), trusted);
  return openRoot(path, at);
}

export function openRoot(path: string, { url, clock = systemClock, limits }: At): PlayerRoot {
  const root = new UpdateRoot(realFileSystem, path);
  const shelf = new OwnShelf(realFileSystem, path);
  const needs = {
    cms: { downloadHeaders: async () => ({}), refreshLogin: async () => false },
    network: createNetwork({
      reach: new Reach({ cms: null, configured: url === null ? [] : [url] }),
      env: {},
    }),
    clock: systemClock,
    limits: { ...defaultLimits, ...limits },
    fs: realFileSystem,
    store: { partsFolder: root.parts },
    bandwidth: new Bandwidth(systemClock, null),
    blocks: new Blocks(),
    space: new FreeSpace({ makeSpace: async () => true }, systemClock),
  };
  return {
    root,
    shelf,
    needs,
    async open(running = 'factory', version = '1.0.0', more = {}) {
      const updates = await Updates.open({
        root,
        shelf,
        over: null,
        clock,
        log: createLog(() => undefined),
        window: { from: '00:00', to: '00:00' },
        start: randomUUID(),
        player: { version, running, architecture: thisArchitecture, channel: 'stable' },
        server: url === null ? null : serverSource(needs, url),
        folder: (folder) => folderSource(needs, folder),
        zone: () => 'UTC',
        isClockTrusted: () => true,
        cmsReachedAt: () => null,
        mayFetch: () => true,
        floorBytes: 0,
        ...more,
      });
      await updates.tidied();
      return updates;
    },
  };
}

/** A publisher with its server, and a player that knows both. */
export async function site(instead?: Parameters<typeof serve>[1]) {
  const made = await publisher();
  const server = await serve(made.needs.folder.path, instead);
  const player = await playerRoot(made.root, { url: server.url });
  return { publisher: made, server, player };
}

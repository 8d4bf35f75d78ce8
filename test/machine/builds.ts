import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layProgram } from '../../packaging/program.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { version as ownVersion } from '../../src/main/ground/version.ts';
import { ReleaseFolder } from '../../src/main/operator/folder.ts';
import { changeTargets, changeVersion, init, type PublisherNeeds } from '../../src/main/operator/publish.ts';
import { offlineKeys, onlineKeys } from '../release/support/publisher.ts';
import { type Custom, publish } from '../update/support/site.ts';
import type { Machine } from './machine.ts';

const root = join(import.meta.dirname, '../..');

/** The fault of a build: code that runs first in each of its threads. */
export interface Fault {
  readonly code?: string;
  /** Only for `run`: every release must print its version. */
  readonly atOnce?: string;
  readonly paintsNothing?: boolean;
  /** Seconds of a trial's minute in this build, to shorten the test. */
  readonly minuteSeconds?: number;
}

/** This checkout as releases with other versions, each with one fault or none, signed by a test publisher. */
export class Builds {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-builds-'));
  readonly #needs: PublisherNeeds;
  readonly #files = new Map<string, number>();

  private constructor() {
    const signers = [...offlineKeys(), ...onlineKeys()];
    const folder = new ReleaseFolder(realFileSystem, join(this.#folder, 'site'));
    this.#needs = { folder, signers, now: Date.now() };
  }

  static async make(): Promise<Builds> {
    const builds = new Builds();
    await init(builds.#needs, builds.#needs.signers);
    const tree = join(builds.#folder, 'tree');
    layProgram({ root, folder: builds.#folder, architecture: 'amd64' }, tree);
    return builds;
  }

  /** Makes the machine trust this publisher and gives it the publisher's folder as if on a stick. */
  async carry(machine: Machine): Promise<void> {
    const { path, metadata } = this.#needs.folder;
    cpSync(join(metadata, '1.root.json'), join(machine.root, 'etc/vitrine/root.json'));
    cpSync(path, join(machine.root, 'srv/releases'), { recursive: true });
    await machine.run('chmod', '-R', 'a+rX', '/srv/releases');
  }

  /** The folder of a release server, and the root of trust for new players. */
  get site(): { readonly path: string; readonly root: string } {
    const { path, metadata } = this.#needs.folder;
    return { path, root: join(metadata, '1.root.json') };
  }

  /** Returns the hash of the release. */
  async publish(version: string, fault: Fault = {}, custom: Custom = {}): Promise<string> {
    const tree = join(this.#folder, `vitrine-${version}`);
    cpSync(join(this.#folder, 'tree'), tree, { recursive: true, preserveTimestamps: true });
    replace(tree, /\.js$/, `version: "${ownVersion}"`, `version: "${version}"`);
    const { code = '', atOnce = '', paintsNothing = false, minuteSeconds } = fault;
    if (minuteSeconds !== undefined)
      replace(tree, /\.js$/, 'var minute = 6e4;', `var minute = ${minuteSeconds * 1000};`);
    if (paintsNothing)
      writeFileSync(join(tree, 'dist/renderer/index.html'), '<!doctype html><title>Nothing</title>');
    writeFileSync(join(tree, 'fault.mjs'), code);
    const start = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
export VITRINE_HOST=chromium
if [ "$1" = run ]; then
  ${atOnce || ':'}
  exec "$here/node" --import "$here/fault.mjs" "$here/dist/main/index.js" "$@"
fi
exec "$here/node" "$here/dist/main/index.js" "$@"
`;
    writeFileSync(join(tree, 'vitrine'), start);
    chmodSync(join(tree, 'vitrine'), 0o755);
    const file = join(this.#folder, `vitrine-${version}.tar.gz`);
    execFileSync('tar', ['-I', 'gzip -1', '-cf', file, '-C', this.#folder, `vitrine-${version}`]);
    const files = readdirSync(tree, { recursive: true }).length;
    rmSync(tree, { recursive: true });
    try {
      const sha = await publish({ needs: this.#needs }, version, file, custom);
      this.#files.set(sha, files);
      return sha;
    } finally {
      rmSync(file);
    }
  }

  /** The number of names in the unpacked release, including the mark of completeness. */
  filesOf(sha: string): number {
    return (this.#files.get(sha) ?? 0) + 1;
  }

  async recall(version: string): Promise<void> {
    await changeTargets(this.#needs, (targets) =>
      changeVersion(targets, version, (custom) => ({ ...custom, recalled: true })),
    );
  }

  throwAway(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Checks that the build has its fault: otherwise it would prove nothing. */
function replace(tree: string, name: RegExp, from: string, to: string): void {
  const folder = join(tree, 'dist/main');
  const files = readdirSync(folder).filter((file) => name.test(file));
  const texts = files.map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')] as const);
  const found = texts.filter(([, text]) => text.includes(from));
  if (found.length === 0) throw new Error(`no ${name} of the build has ${from}`);
  for (const [file, text] of found) writeFileSync(file, text.replaceAll(from, to));
}

/** Serves releases over HTTP with any static server. */
export async function serve(machine: Machine): Promise<string> {
  mkdirSync(join(machine.root, 'srv/releases'), { recursive: true });
  const script = `
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
createServer((request, response) => {
  readFile('/srv/releases' + decodeURIComponent(request.url)).then(
    (bytes) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
    () => response.writeHead(404).end(),
  );
}).listen(8999, '127.0.0.1');
`;
  machine.write('srv/serve.mjs', script);
  machine.write(
    'etc/systemd/system/releases.service',
    "[Service]\nExecStart=/bin/sh -c 'exec /usr/lib/vitrine/*/node /srv/serve.mjs'\n",
  );
  await machine.run('systemctl', 'daemon-reload');
  await machine.run('systemctl', 'start', 'releases');
  return 'http://127.0.0.1:8999/';
}

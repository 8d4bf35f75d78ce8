import { execFile, execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A publisher with keys, who serves a repository by a plain web server on loopback. */
export class AptPublisher {
  // Short: the path of gpg's socket may have 107 characters.
  readonly folder = mkdtempSync(join(tmpdir(), 'apt-'));
  repository = '';
  readonly #home = join(this.folder, 'gpg');
  readonly #server: Server;
  // apt refuses an index of tomorrow.
  #date = Math.floor(Date.now() / 1000) - 48 * 3600;

  constructor() {
    mkdirSync(this.#home, { mode: 0o700 });
    this.begin();
    this.#server = createServer(({ url = '/' }, response) => {
      const file = join(this.repository, decodeURIComponent(new URL(url, 'http://localhost').pathname));
      const size = statSync(file, { throwIfNoEntry: false });
      if (size === undefined || !size.isFile()) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-length': size.size });
      createReadStream(file).pipe(response);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on it publishes in a new repository. */
  begin(): void {
    this.repository = join(mkdtempSync(join(this.folder, 'published-')), 'repository');
  }

  /** A new key's fingerprint. */
  key(name: string, ends = 'never'): string {
    const gpg = (...args: readonly string[]): string =>
      execFileSync('gpg', ['--batch', '--quiet', ...args], {
        encoding: 'utf8',
        env: this.#env,
        stdio: 'pipe',
      });
    const id = `${name} <${name}@acme.se>`;
    gpg('--passphrase', '', '--quick-generate-key', id, 'ed25519', 'sign', ends);
    return /^fpr:+([0-9A-F]{40}):/m.exec(gpg('--with-colons', '--list-keys', `=${id}`))?.[1] ?? '';
  }

  /** As `npm run package -- repository`; each time an hour later. */
  async publish(
    keys: readonly string[],
    debs: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    this.#date += 3600;
    await promisify(execFile)(
      process.execPath,
      [join(root, 'packaging/repository/build.ts'), '--out', this.repository, ...debs],
      {
        env: {
          ...this.#env,
          VITRINE_REPOSITORY: this.address,
          VITRINE_REPOSITORY_KEYS: keys.join(' '),
          SOURCE_DATE_EPOCH: String(this.#date),
          ...env,
        },
      },
    );
  }

  /** A package that contains only its version. */
  tinyDeb(name: string, version: string, content = version): string {
    const tree = mkdtempSync(join(this.folder, 'tree-'));
    mkdirSync(join(tree, 'DEBIAN'), { mode: 0o755 });
    const control = { Package: name, Version: version, Architecture: 'all', Maintainer: 'A <a@acme.se>' };
    const lines = Object.entries({ ...control, Description: 'for a test' }).map((pair) => pair.join(': '));
    writeFileSync(join(tree, 'DEBIAN/control'), `${lines.join('\n')}\n`);
    writeFileSync(join(tree, 'content'), content);
    const deb = join(this.folder, `${name}-${version}-${tree.slice(-6)}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', tree, deb], { stdio: 'ignore' });
    return deb;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    execFileSync('gpgconf', ['--kill', 'all'], { env: this.#env });
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #env(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, GNUPGHOME: this.#home };
  }
}

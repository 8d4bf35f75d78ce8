import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** apt of this machine on a folder, with no other repository: it verifies and downloads, and installs nothing. */
export class IsolatedApt {
  readonly #folder: string;

  constructor(parent: string) {
    this.#folder = mkdtempSync(join(parent, 'client-'));
    for (const name of [
      ...['etc/apt/apt.conf.d', 'etc/apt/preferences.d', 'etc/apt/sources.list.d', 'etc/apt/trusted.gpg.d'],
      ...[
        'var/lib/apt/lists/partial',
        'var/lib/dpkg',
        'var/cache/apt/archives/partial',
        'download',
        'keyring',
      ],
    ])
      mkdirSync(join(this.#folder, name), { recursive: true });
    for (const name of ['var/lib/dpkg/status', 'no-configuration'])
      writeFileSync(join(this.#folder, name), '');
  }

  /** Unpacks the keyring's package, as an installation would. */
  trust(deb: string): void {
    const keyring = join(this.#folder, 'keyring');
    execFileSync('dpkg-deb', ['-x', deb, keyring]);
    const source = readFileSync(join(keyring, 'etc/apt/sources.list.d/vitrine.sources'), 'utf8');
    const here = source.replace('Signed-By: /', `Signed-By: ${keyring}/`);
    writeFileSync(join(this.#folder, 'etc/apt/sources.list.d/vitrine.sources'), here);
  }

  /** Whether it succeeded, and what it said. */
  async run(...args: readonly string[]): Promise<{ readonly isDone: boolean; readonly said: string }> {
    const options = [
      `Dir=${this.#folder}`,
      `Dir::State::status=${join(this.#folder, 'var/lib/dpkg/status')}`,
      'APT::Architecture=amd64',
      'APT::Sandbox::User=root',
      // Only noted otherwise, as an index of last night is still of use.
      'APT::Update::Error-Mode=any',
      'Acquire::Retries=0',
      'Acquire::http::Proxy=false',
      'Acquire::Languages=none',
    ].flatMap((option) => ['-o', option]);
    const env = {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      APT_CONFIG: join(this.#folder, 'no-configuration'),
    };
    return promisify(execFile)('apt-get', [...options, ...args], { cwd: join(this.#folder, 'download'), env })
      .then(({ stdout, stderr }) => ({ isDone: true, said: stdout + stderr }))
      .catch(({ stdout, stderr }) => ({ isDone: false, said: `${stdout}${stderr}` }));
  }

  /** What it has downloaded, as package files. */
  get downloads(): readonly string[] {
    return readdirSync(join(this.#folder, 'download')).sort();
  }
}

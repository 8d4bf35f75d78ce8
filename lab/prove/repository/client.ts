import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A Debian that has what the kiosk's package needs, without any repository and without a running systemd. */
export class Client {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-apt-client-'));
  readonly #root = join(this.#folder, 'root');
  readonly release: string;

  /** From folders, uppermost first. */
  constructor(release: string, below: readonly string[]) {
    this.release = release;
    const [upper, work] = [join(this.#folder, 'upper'), join(this.#folder, 'work')];
    for (const each of [this.#root, upper, work]) mkdirSync(each);
    const options = `lowerdir=${below.join(':')},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, this.#root]);
    execFileSync('mount', ['-t', 'proc', 'proc', join(this.#root, 'proc')]);
    rmSync(join(this.#root, 'etc/apt/sources.list'), { force: true });
    rmSync(join(this.#root, 'etc/apt/sources.list.d'), { recursive: true, force: true });
    mkdirSync(join(this.#root, 'etc/apt/sources.list.d'), { recursive: true });
    rmSync(join(this.#root, 'var/lib/apt/lists'), { recursive: true, force: true });
    mkdirSync(join(this.#root, 'var/lib/apt/lists/partial'), { recursive: true });
    const policy = join(this.#root, 'usr/sbin/policy-rc.d');
    writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    const settings = [
      'APT::Update::Error-Mode "any";',
      'Acquire::http::Proxy "false";',
      'Acquire::Retries "0";',
      'Dpkg::Options "--force-unsafe-io";',
      // There is no /dev/pts.
      'Dpkg::Use-Pty "false";',
    ];
    writeFileSync(join(this.#root, 'etc/apt/apt.conf.d/99-proof'), `${settings.join('\n')}\n`);
  }

  /** Runs a line as root. Says whether it succeeded, and what it printed. */
  async run(line: string): Promise<{ readonly isDone: boolean; readonly said: string }> {
    const env = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
    };
    return promisify(execFile)('chroot', [this.#root, 'sh', '-ec', line], { env, maxBuffer: 1e7 })
      .then(({ stdout, stderr }) => ({ isDone: true, said: stdout + stderr }))
      .catch(({ stdout, stderr }) => ({ isDone: false, said: `${stdout}${stderr}` }));
  }

  /** Brings a file in, as a person would by scp. */
  bring(file: string, name: string): void {
    execFileSync('cp', [file, join(this.#root, 'root', name)]);
  }

  remove(): void {
    execFileSync('umount', [join(this.#root, 'proc')]);
    execFileSync('umount', [this.#root]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

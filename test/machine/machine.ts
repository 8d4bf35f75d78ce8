import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Finding } from '../../src/main/ground/finding.ts';
import type { Health } from '../../src/main/health/health.ts';
import type { Status } from '../../src/main/report/status.ts';
import { isRunning } from '../support/is-running.ts';
import { until } from '../support/until.ts';
import { fitOut, layers, type RootName } from './roots.ts';

const execute = promisify(execFile);

export interface JournalLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly from: string;
  readonly text: string;
}

/** A Debian booted by its own systemd. Its disk survives power outages until the machine is removed. */
export class Machine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-machine-'));
  #container: ChildProcess | null = null;
  #init = 0;
  #bootedAt = 0;

  /** The machine has a disk and is off. */
  constructor(from: RootName, deb: string) {
    for (const part of ['upper', 'work', 'root']) mkdirSync(join(this.#folder, part));
    const options = `lowerdir=${layers(from, deb).join(':')},upperdir=${this.#folder}/upper,workdir=${this.#folder}/work`;
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, this.root]);
    fitOut(this.root);
  }

  /** Path of its file system outside. */
  get root(): string {
    return join(this.#folder, 'root');
  }

  /** Start of its systemd, in epoch milliseconds. */
  get bootedAt(): number {
    return this.#bootedAt;
  }

  /** The pid of its first process outside. */
  get init(): number {
    return this.#init;
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.root, path), content);
  }

  /** Changes a file's owner to that of another file. */
  own(path: string, as: string): void {
    const { uid, gid } = statSync(join(this.root, as));
    chownSync(join(this.root, path), uid, gid);
  }

  async boot(): Promise<void> {
    const args = ['--register=no', '--keep-unit', '--private-network', '--quiet', '--console=pipe'];
    this.#container = spawn('systemd-nspawn', [...args, '-D', this.root, '--boot'], { stdio: 'ignore' });
    const { pid = 0 } = this.#container;
    this.#init = await until('the machine has an init', () => childrenOf(pid).find(isInit));
    this.#bootedAt = Date.now();
    await until('systemd answers', async () => {
      const { stdout } = await this.try('systemctl', 'is-system-running');
      return /running|degraded|starting/.test(stdout);
    });
  }

  /** Cuts the power: kills all its processes at once. */
  async cutPower(): Promise<void> {
    const container = this.#container;
    if (container === null) return;
    const gone = new Promise((resolve) => container.once('exit', resolve));
    for (const pid of [this.#init, container.pid ?? 0]) if (pid > 1) signal(pid, 'SIGKILL');
    if (container.exitCode === null && container.signalCode === null) await gone;
    // It ends after all others of its namespace; until then one of them may still write to the disk.
    await until('no process of the machine is left', () => !isRunning(this.#init));
    this.#container = null;
  }

  async throwAway(): Promise<void> {
    await this.cutPower();
    execFileSync('umount', ['--lazy', this.root]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs a command in it as root; throws if it fails. */
  async run(...command: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(...command);
    if (code !== 0) throw new Error(`${command.join(' ')}: ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  async try(...command: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const plain = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8'];
    const enter = ['-t', String(this.#init), '-a', ...plain, 'DEBIAN_FRONTEND=noninteractive', ...command];
    try {
      const { stdout, stderr } = await execute('nsenter', enter, { timeout: 480_000, maxBuffer: 1e8 });
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout = '', stderr = String(error) } = error as Record<string, string>;
      return { code: Number(code) || 1, stdout, stderr };
    }
  }

  /** The player's status; null: no answer. */
  async status(): Promise<Status | null> {
    return (await this.#ask('status')) as Status | null;
  }

  /** The player's health; null: no answer. */
  async health(): Promise<Health | null> {
    return (await this.#ask('health')) as Health | null;
  }

  /** The findings of the player's doctor under its unit; null: no answer. */
  async doctor(): Promise<readonly Finding[] | null> {
    return (await this.#ask('doctor')) as readonly Finding[] | null;
  }

  /** Sends an action to the player without waiting for an answer. */
  async post(what: string): Promise<void> {
    await this.#ask(what, '--request', 'POST');
  }

  async #ask(what: string, ...more: readonly string[]): Promise<unknown> {
    // Use its socket from outside: a command in the machine would start Node each time.
    const socket = join('/proc', String(this.#init), 'root/run/vitrine/control.sock');
    const quick = ['--silent', '--max-time', '2', '--unix-socket', socket, ...more];
    return execute('curl', [...quick, `http://x/api/${what}`]).then(
      ({ stdout }) => JSON.parse(stdout) as unknown,
      () => null,
    );
  }

  /** The journal since an instant, oldest first. */
  async journal(since: number): Promise<readonly JournalLine[]> {
    const requested = ['journalctl', '-b', '-o', 'json', '--since', `@${since / 1000}`];
    const { stdout } = await this.try(...requested, '--output-fields=MESSAGE,SYSLOG_IDENTIFIER');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .map(({ MESSAGE, SYSLOG_IDENTIFIER = '', __REALTIME_TIMESTAMP: at }) => ({
        at: Number(at) / 1000,
        from: String(SYSLOG_IDENTIFIER),
        text: String(MESSAGE),
      }));
  }

  /** Starts a program outside that has the machine's display as its `:0`. */
  beforeDisplay(command: readonly string[]): ChildProcess {
    const root = `/proc/${this.#init}/root`;
    // The folder is recreated at each boot.
    const linked =
      'mkdir -p /tmp/.X11-unix && mount -t tmpfs x /tmp/.X11-unix && ln -s "$0" /tmp/.X11-unix/X0';
    const enter = [
      '-t',
      String(this.#init),
      '-n',
      'unshare',
      '--mount',
      'sh',
      '-c',
      `${linked} && exec "$@"`,
    ];
    return spawn('nsenter', [...enter, `${root}/tmp/.X11-unix/X0`, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DISPLAY: ':0', XAUTHORITY: `${root}/run/vitrine/display.cookie` },
    });
  }

  /** A screenshot of its display as PNG. */
  async screenshot(file: string): Promise<void> {
    const cookie = `/proc/${this.#init}/root/run/vitrine/display.cookie`;
    const import_ = ['import', '-display', 'unix:0', '-window', 'root', file];
    // The X server's abstract socket belongs to the machine's network.
    await execute('nsenter', ['-t', String(this.#init), '-n', ...import_], {
      env: { ...process.env, XAUTHORITY: cookie },
      timeout: 20_000,
    });
  }

  /** The outside pids of the processes whose command line matches. */
  processes(line: RegExp): readonly number[] {
    const inside = (pid: number): readonly number[] => [pid, ...childrenOf(pid).flatMap(inside)];
    return inside(this.#init).filter((pid) => line.test(commandLine(pid)));
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

/** systemd-nspawn starts helpers; the first process of the new namespace is the machine's. */
function isInit(pid: number): boolean {
  try {
    return /^NSpid:\t\d+\t1$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );
  } catch {
    // The process has ended.
    return [];
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

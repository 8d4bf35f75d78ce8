import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Status } from '../../../src/main/report/status.ts';
import { until } from '../../../test/support/until.ts';
import { boards, hardware, type PcNeeds } from './hardware.ts';
import { Monitor } from './monitor.ts';
import type { Picture } from './picture.ts';

const execute = promisify(execFile);

interface Health {
  readonly mode: string;
  readonly verdict: string;
  readonly sentence: string;
  readonly reasons: readonly { readonly code: string }[];
}

/** An emulated PC. */
export class Pc {
  readonly #needs: PcNeeds;
  readonly #process: ChildProcess;
  readonly #monitor: Monitor;
  readonly #startedAt = performance.now();
  /** Resets that nobody asked for, in seconds since power-on. */
  readonly resets: string[];
  #tunnel: ChildProcess | null = null;

  static async start(needs: PcNeeds): Promise<Pc> {
    const { architecture, folder, enter = [] } = needs;
    const board = boards[architecture];
    const settings = join(folder, `firmware-settings-${architecture}`);
    if (!existsSync(settings)) copyFileSync(board.firmware.settings, settings);
    const control = join(folder, 'control');
    rmSync(control, { force: true });
    // A proof that is ended leaves no machine behind.
    const run = ['setpriv', '--pdeathsig', 'KILL', board.program];
    const [program = '', ...args] = [...enter, ...run, ...hardware(needs, settings, control)];
    const qemu = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; !existsSync(control); tries++) {
      if (qemu.exitCode !== null || tries > 200) throw new Error('QEMU does not start');
      await wait(50);
    }
    const resets: string[] = [];
    const startedAt = performance.now();
    const monitor = await Monitor.connect(control, ({ event, data }) => {
      const isOwn = event === 'WATCHDOG' || (event === 'RESET' && data?.guest === true);
      if (isOwn) resets.push(`${event} at ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    });
    return new Pc(needs, qemu, monitor, resets);
  }

  private constructor(needs: PcNeeds, process: ChildProcess, monitor: Monitor, resets: string[]) {
    this.#needs = needs;
    this.#process = process;
    this.#monitor = monitor;
    this.resets = resets;
  }

  /** Since power-on. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  get #isOff(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Plugs in a USB stick with the content of this file. */
  async plugIn(name: string, file: string): Promise<void> {
    const bytes = { driver: 'file', filename: file };
    await this.#monitor.order('blockdev-add', { driver: 'raw', 'node-name': name, file: bytes });
    await this.#monitor.order('device_add', { driver: 'usb-storage', id: `${name}-stick`, drive: name });
  }

  async pullOut(name: string): Promise<void> {
    await this.#monitor.order('device_del', { id: `${name}-stick` });
  }

  /** Plugs the network's cable in, or pulls it out. */
  async plugCable(isIn: boolean): Promise<void> {
    await this.#monitor.order('set_link', { name: 'net', up: isIn });
  }

  get #ssh(): readonly string[] {
    const { port, key } = this.#needs.shell;
    const options = [
      'BatchMode=yes',
      'ConnectTimeout=20',
      'StrictHostKeyChecking=no',
      'UserKnownHostsFile=/dev/null',
      'LogLevel=ERROR',
    ];
    return [...options.flatMap((option) => ['-o', option]), '-i', key, '-p', String(port), 'root@127.0.0.1'];
  }

  /** What a command of root prints, whose failure is an error. */
  async shell(command: string, withinSeconds = 120): Promise<string> {
    const options = { timeout: withinSeconds * 1000, maxBuffer: 1e8 };
    const { stdout } = await execute('ssh', [...this.#ssh, command], options);
    return stdout.trim();
  }

  /** A command of the player, which may not answer yet when its first picture is there. */
  async vitrine(words: string): Promise<void> {
    const [done, failed] = [() => true, () => false];
    await until(words, () => this.shell(`vitrine ${words}`).then(done, failed), 300_000);
  }

  /** Writes a file as root; one that exists keeps its owner and mode. */
  async write(path: string, text: string): Promise<void> {
    await this.shell(`echo ${Buffer.from(text).toString('base64')} | base64 -d >${path}`);
  }

  /** The server of SSH may start after the first picture. Opens the way to the status page as well. */
  async logIn(): Promise<string> {
    for (let tries = 0; ; tries++) {
      try {
        const name = await this.shell('id -un');
        const forward = `${this.#needs.shell.page}:127.0.0.1:8780`;
        this.#tunnel?.kill();
        this.#tunnel = spawn('ssh', ['-N', '-L', forward, ...this.#ssh], { stdio: 'ignore' });
        return name;
      } catch (error) {
        if (tries > 20) throw error;
        await wait(5000);
      }
    }
  }

  /** What the player's page answers. Null: nothing, or an error. */
  async page(path: string): Promise<string | null> {
    try {
      const address = `http://127.0.0.1:${this.#needs.shell.page}${path}`;
      const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) });
      return answer.ok ? await answer.text() : null;
    } catch {
      return null;
    }
  }

  /** What the player says of itself. The page may answer later than the first picture; an error if it does not answer at all. */
  async health(): Promise<Health> {
    return JSON.parse(await until('health', () => this.page('/api/health'), 180_000)) as Health;
  }

  /** Null: the page does not answer. */
  async status(): Promise<Status | null> {
    return JSON.parse((await this.page('/api/status')) ?? 'null') as Status | null;
  }

  async look(): Promise<Picture> {
    const file = join(this.#needs.folder, 'display.ppm');
    await this.#monitor.order('screendump', { filename: file });
    const bytes = readFileSync(file);
    const [head = '', width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
    return { width: Number(width), height: Number(height), rgb: bytes.subarray(head.length) };
  }

  /** Keeps the last picture under this name. */
  keep(name: string): string {
    const file = join(this.#needs.folder, `${name}.png`);
    execFileSync('convert', [join(this.#needs.folder, 'display.ppm'), file]);
    return file;
  }

  /** Waits for a picture in which `find` finds something. The last one is kept in any case. */
  async until<T>(name: string, withinSeconds: number, find: (picture: Picture) => T | null): Promise<T> {
    const end = performance.now() + withinSeconds * 1000;
    for (;;) {
      const found = find(await this.look());
      if (found === null && performance.now() < end) {
        await wait(1000);
        continue;
      }
      const file = this.keep(name);
      if (found === null) throw new Error(`not within ${withinSeconds} s: ${file}`);
      return found;
    }
  }

  /** Waits for such a picture after a reset. The firmware's picture comes first: that of the time before is gone then. */
  async startsAgain<T>(
    name: string,
    withinSeconds: number,
    find: (picture: Picture) => T | null,
  ): Promise<T> {
    await this.until(name, 60, (picture) => (find(picture) === null ? true : null));
    return await this.until(name, withinSeconds, find);
  }

  /** Presses the power button and waits. */
  async shutDown(withinSeconds = 180): Promise<void> {
    await this.#monitor.order('system_powerdown');
    for (let tries = 0; !this.#isOff; tries++) {
      if (tries > withinSeconds * 10) throw new Error('the power button does not switch it off');
      await wait(100);
    }
    this.#hangUp();
  }

  #hangUp(): void {
    this.#monitor.close();
    this.#tunnel?.kill();
  }

  /** Cuts the power. */
  async cut(): Promise<void> {
    this.#hangUp();
    if (this.#isOff) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }
}

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Picture } from './picture.ts';

const firmware = '/usr/share/OVMF';
const execute = promisify(execFile);

export interface PcNeeds {
  /** Pictures are kept here. */
  readonly folder: string;
  /** A raw file, or an address that QEMU understands. */
  readonly disk: string;
  /** Its clock begins with this date. */
  readonly date?: Date;
  /** Ports of this machine that lead to its SSH and, by that, to its status page; and the key. */
  readonly shell: { readonly port: number; readonly page: number; readonly key: string };
  /** More disks, by their serial numbers: they are never written. */
  readonly sources?: Readonly<Record<string, string>>;
  readonly targets?: Readonly<Record<string, string>>;
}

/** Written disks keep what is written. */
function more(
  disks: Readonly<Record<string, string>> = {},
  snapshot: 'on' | 'off',
  first: number,
): readonly string[] {
  return Object.entries(disks).flatMap(([serial, file], index) => [
    ...['-drive', `if=none,id=${serial},format=raw,snapshot=${snapshot},file=${file}`],
    ...['-device', `ide-hd,drive=${serial},serial=${serial},bus=ide.${first + index}`],
  ]);
}

/** An emulated PC with UEFI, a SATA disk, USB, a display, a network and a hardware watchdog. */
export class Pc {
  readonly #needs: PcNeeds;
  readonly #process: ChildProcess;
  readonly #control: Socket;
  readonly #startedAt = performance.now();
  #answers = '';
  #tunnel: ChildProcess | null = null;

  static async start(needs: PcNeeds): Promise<Pc> {
    const { folder, disk, date, shell, sources, targets } = needs;
    const settings = join(folder, 'firmware-settings');
    if (!existsSync(settings)) copyFileSync(`${firmware}/OVMF_VARS_4M.fd`, settings);
    const control = join(folder, 'control');
    rmSync(control, { force: true });
    const qemu = spawn(
      'qemu-system-x86_64',
      [
        // Emulated throughout: the same everywhere, and KVM fails in some virtual machines. Four levels of pages are quicker than five.
        ...[
          '-machine',
          'q35',
          '-accel',
          'tcg,thread=multi',
          '-cpu',
          'max,la57=off',
          '-smp',
          '2',
          '-m',
          '2048',
        ],
        ...['-drive', `if=pflash,format=raw,readonly=on,file=${firmware}/OVMF_CODE_4M.fd`],
        ...['-drive', `if=pflash,format=raw,file=${settings}`],
        ...['-drive', `if=none,id=disk,format=raw,file=${disk}`, '-device', 'ide-hd,drive=disk,bus=ide.0'],
        ...[
          '-netdev',
          `user,id=net,hostfwd=tcp:127.0.0.1:${shell.port}-:22`,
          '-device',
          'e1000e,netdev=net',
          '-device',
          'qemu-xhci',
        ],
        ...more(sources, 'on', 1),
        ...more(targets, 'off', 3),
        ...['-device', 'i6300esb', '-action', 'watchdog=reset'],
        ...(date === undefined ? [] : ['-rtc', `base=${date.toISOString().slice(0, 19)}`]),
        ...['-vga', 'std', '-display', 'none', '-qmp', `unix:${control},server=on,wait=off`],
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    for (let tries = 0; !existsSync(control); tries++) {
      if (qemu.exitCode !== null || tries > 200) throw new Error('QEMU does not start');
      await wait(50);
    }
    const socket = connect(control);
    await once(socket, 'connect');
    const pc = new Pc(needs, qemu, socket);
    await pc.#order('qmp_capabilities');
    return pc;
  }

  private constructor(needs: PcNeeds, process: ChildProcess, control: Socket) {
    this.#needs = needs;
    this.#process = process;
    this.#control = control;
    control.setEncoding('utf8').on('data', (text: string) => {
      this.#answers += text;
    });
  }

  /** Since power-on. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  get #isOff(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async #order(execute: string, args: object = {}): Promise<void> {
    this.#answers = '';
    this.#control.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    for (let tries = 0; !/"return"/.test(this.#answers); tries++) {
      if (/"error"/.test(this.#answers) || tries > 600 || this.#isOff)
        throw new Error(`${execute}: ${this.#answers || 'no answer'}`);
      await wait(50);
    }
  }

  /** Plugs in a USB stick with the content of this file. */
  async plugIn(name: string, file: string): Promise<void> {
    const bytes = { driver: 'file', filename: file };
    await this.#order('blockdev-add', { driver: 'raw', 'node-name': name, file: bytes });
    await this.#order('device_add', { driver: 'usb-storage', id: `${name}-stick`, drive: name });
  }

  async pullOut(name: string): Promise<void> {
    await this.#order('device_del', { id: `${name}-stick` });
  }

  get #ssh(): readonly string[] {
    const { port, key } = this.#needs.shell;
    const options = [
      'BatchMode=yes',
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

  /** The server of SSH may start after the first picture. Opens the way to the status page as well. */
  async logIn(): Promise<string> {
    for (let tries = 0; ; tries++) {
      try {
        const name = await this.shell('id -un');
        const forward = `${this.#needs.shell.page}:127.0.0.1:8780`;
        this.#tunnel = spawn('ssh', ['-N', '-L', forward, ...this.#ssh], { stdio: 'ignore' });
        return name;
      } catch (error) {
        if (tries > 20) throw error;
        await wait(5000);
      }
    }
  }

  /** What the player's page answers. Null: nothing, or an error. */
  async page(path: string): Promise<unknown> {
    try {
      const address = `http://127.0.0.1:${this.#needs.shell.page}${path}`;
      const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  async look(): Promise<Picture> {
    const file = join(this.#needs.folder, 'display.ppm');
    await this.#order('screendump', { filename: file });
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

  /** Presses the power button and waits. */
  async shutDown(withinSeconds = 180): Promise<void> {
    await this.#order('system_powerdown');
    for (let tries = 0; !this.#isOff; tries++) {
      if (tries > withinSeconds * 10) throw new Error('the power button does not switch it off');
      await wait(100);
    }
    this.#hangUp();
  }

  #hangUp(): void {
    this.#control.destroy();
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

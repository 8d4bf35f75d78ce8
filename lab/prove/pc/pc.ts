import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import decodeQR from 'qr/decode.js';

const firmware = '/usr/share/OVMF';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel. */
  readonly rgb: Buffer;
}

/** An emulated PC with UEFI, a SATA disk, a display, a network and a hardware watchdog. */
export class Pc {
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #control: Socket;
  readonly #startedAt = performance.now();
  #answers = '';

  /** Pictures and the firmware's settings are kept in this folder. */
  static async start(folder: string, disk: string): Promise<Pc> {
    const settings = join(folder, 'firmware-settings');
    if (!existsSync(settings)) copyFileSync(`${firmware}/OVMF_VARS_4M.fd`, settings);
    const control = join(folder, 'control');
    rmSync(control, { force: true });
    const qemu = spawn(
      'qemu-system-x86_64',
      [
        // Emulated throughout: the same everywhere, and KVM fails in some virtual machines.
        ...['-machine', 'q35', '-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', '2048'],
        ...['-drive', `if=pflash,format=raw,readonly=on,file=${firmware}/OVMF_CODE_4M.fd`],
        ...['-drive', `if=pflash,format=raw,file=${settings}`],
        ...['-drive', `if=none,id=disk,format=raw,file=${disk}`, '-device', 'ide-hd,drive=disk,bus=ide.0'],
        ...['-netdev', 'user,id=net', '-device', 'e1000e,netdev=net'],
        ...['-device', 'i6300esb', '-action', 'watchdog=reset'],
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
    const pc = new Pc(folder, qemu, socket);
    await pc.#order('qmp_capabilities');
    return pc;
  }

  private constructor(folder: string, process: ChildProcess, control: Socket) {
    this.#folder = folder;
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

  async #order(execute: string, args: object = {}): Promise<void> {
    this.#answers = '';
    this.#control.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    for (let tries = 0; !/"return"/.test(this.#answers); tries++) {
      if (/"error"/.test(this.#answers) || tries > 600 || this.#process.exitCode !== null)
        throw new Error(`${execute}: ${this.#answers || 'no answer'}`);
      await wait(50);
    }
  }

  async look(): Promise<Picture> {
    const file = join(this.#folder, 'display.ppm');
    await this.#order('screendump', { filename: file });
    const bytes = readFileSync(file);
    const [head = '', width, height] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
    return { width: Number(width), height: Number(height), rgb: bytes.subarray(head.length) };
  }

  /** Keeps the last picture under this name. */
  keep(name: string): string {
    const file = join(this.#folder, `${name}.png`);
    execFileSync('convert', [join(this.#folder, 'display.ppm'), file]);
    return file;
  }

  /** Waits for a picture in which `find` finds something. The last one is kept in any case. */
  async until<T>(name: string, withinSeconds: number, find: (picture: Picture) => T | null): Promise<T> {
    const end = performance.now() + withinSeconds * 1000;
    for (;;) {
      const found = find(await this.look());
      if (found === null && performance.now() < end) {
        await wait(500);
        continue;
      }
      const file = this.keep(name);
      if (found === null) throw new Error(`not within ${withinSeconds} s: ${file}`);
      return found;
    }
  }

  /** Presses the power button and waits. */
  async shutDown(): Promise<void> {
    await this.#order('system_powerdown');
    for (let tries = 0; this.#process.exitCode === null; tries++) {
      if (tries > 1200) throw new Error('the power button does not switch it off');
      await wait(100);
    }
  }

  /** Cuts the power. */
  async cut(): Promise<void> {
    this.#control.destroy();
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The address in the code of the setup screen. */
export function codeIn({ width, height, rgb }: Picture): string | null {
  try {
    return decodeQR({ width, height, data: rgb });
  } catch {
    return null;
  }
}

/** Whether the middle of the display has this colour. */
export function isColour({ width, height, rgb }: Picture, wanted: readonly number[]): true | null {
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 3;
  return wanted.every((value, index) => Math.abs((rgb[at + index] ?? 0) - value) < 40) ? true : null;
}

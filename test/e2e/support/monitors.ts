import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Recorder, recorderOf } from './display.ts';

/** An X server with several monitors side by side, each `width` × `height`; they can be unplugged. */
export interface TestMonitors extends Recorder {
  readonly name: string;
  plug(monitor: number): void;
  unplug(monitor: number): void;
  stop(): Promise<void>;
}

/** The server itself, not a wrapper that requires a person at a terminal: its dummy driver needs no terminal. */
const server = '/usr/lib/xorg/Xorg';

/** Why such a display is not available here, as a clause; null: it is. */
export function whyNoMonitors(): string | null {
  const found = [server, '/usr/lib/xorg/modules/drivers/dummy_drv.so', '/usr/bin/xrandr'].every(existsSync);
  return found ? null : 'apt-get install xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils';
}

/** The virtual framebuffer has only one monitor; the X server's dummy driver has sixteen. */
export async function startMonitors(count: number, width = 640, height = 360): Promise<TestMonitors> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-monitors-'));
  const config = join(folder, 'xorg.conf');
  writeFileSync(config, configuration(count, width, height));
  const child = spawn(
    server,
    [
      ...['-displayfd', '3', '-config', config, '-logfile', join(folder, 'log')],
      ...['-noreset', '-nolisten', 'tcp', '-novtswitch', '-sharevts'],
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const name = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Xorg ended before it was ready')));
    child.stdio[3]?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
  });
  const size = `${width}x${height}`;
  const xrandr = (...args: string[]): void => {
    const run = (...given: string[]) =>
      execFileSync('xrandr', ['--display', name, ...given], { stdio: ['ignore', 'ignore', 'inherit'] });
    run(...args);
    // The server checks its monitors only when queried.
    run('--query');
  };
  // The total size stays the same, whatever is plugged in.
  const all = ['--fb', `${count * width}x${height}`];
  const plug = (monitor: number): void =>
    xrandr(...all, '--output', `DUMMY${monitor}`, '--mode', size, '--pos', `${monitor * width}x0`);
  for (let monitor = 1; monitor < count; monitor++) {
    xrandr('--addmode', `DUMMY${monitor}`, size);
    plug(monitor);
  }
  return {
    name,
    ...recorderOf(name, count * width, height),
    plug,
    unplug: (monitor) => xrandr(...all, '--output', `DUMMY${monitor}`, '--off'),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

function configuration(count: number, width: number, height: number): string {
  const timings = [width, width + 24, width + 80, width + 160, height, height + 3, height + 8, height + 14];
  return `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0 - 1000.0
  VertRefresh 5.0 - 200.0
  Modeline "${width}x${height}" 18.00 ${timings.join(' ')}
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "${width}x${height}"
    Virtual ${count * width} ${height}
  EndSubSection
EndSection
`;
}

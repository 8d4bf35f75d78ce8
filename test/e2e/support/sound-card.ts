import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until.ts';

const rate = 8_000;
const samplesAtOnce = 800;

export type Side = 'left' | 'right';

/** A virtual sound card whose output can be recorded. */
export interface SoundCard {
  /** The environment of a browser that plays there. */
  readonly env: Readonly<Record<string, string>>;
  /** Records until it is stopped. */
  listen(): Listening;
  stop(): Promise<void>;
}

export interface Listening {
  /** The volume of this tone in each tenth of a second so far, at most 1. Without a side: of both together. */
  loudness(frequency: number, side?: Side): readonly number[];
  stop(): Promise<void>;
}

/** Why there is none here, as a clause; null: there is one. */
export function whySilent(): string | null {
  return existsSync('/usr/bin/pulseaudio') ? null : 'apt-get install pulseaudio';
}

/** PulseAudio with a null sink, for every account of the machine. */
export async function startSoundCard(): Promise<SoundCard> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sound-'));
  // The browser may run under another account.
  chmodSync(folder, 0o755);
  const socket = join(folder, 'socket');
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const modules = [
    `module-null-sink sink_name=speaker rate=48000`,
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
  ];
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'],
      ...modules.flatMap((module) => ['-L', module]),
    ],
    {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home },
    },
  );
  await until('a sound card', () => existsSync(socket));
  return {
    env: { PULSE_SERVER: `unix:${socket}` },
    listen: () => listen(socket),
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listen(socket: string): Listening {
  const recorder = spawn(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'pulse', '-server', `unix:${socket}`, '-i', 'speaker.monitor'],
      ...['-ac', '2', '-ar', String(rate), '-f', 's16le', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let bytes = Buffer.alloc(0);
  recorder.stdout?.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
  });
  return {
    loudness(frequency, side) {
      const length = Math.floor(bytes.length / 4 / samplesAtOnce);
      return Array.from({ length }, (_, index) => amplitude(bytes, index * samplesAtOnce, frequency, side));
    },
    stop: () => ended(recorder),
  };
}

/** The amplitude of this frequency in this many samples from this position. */
function amplitude(bytes: Buffer, from: number, frequency: number, side?: Side): number {
  let [real, imaginary] = [0, 0];
  for (let index = 0; index < samplesAtOnce; index++) {
    const [left, right] = [0, 2].map((at) => bytes.readInt16LE((from + index) * 4 + at) / 32_768);
    const both = ((left ?? 0) + (right ?? 0)) / 2;
    const value = (side === 'left' ? left : side === 'right' ? right : both) ?? 0;
    const angle = (2 * Math.PI * frequency * index) / rate;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return (Math.hypot(real, imaginary) * 2) / samplesAtOnce;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

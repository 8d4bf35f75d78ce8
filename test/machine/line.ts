import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

/** Runs in the machine's network, with the files outside. */
const inside = `
const { connect, createServer } = require('node:net');
const [port, path] = process.argv.slice(1);
createServer((near) => {
  const far = connect(path);
  near.pipe(far).pipe(near);
  for (const [one, other] of [[near, far], [far, near]]) one.on('error', () => other.destroy()).on('close', () => other.destroy());
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('there'));
`;

/** Connects a machine without other network to a server outside, under the same address. */
export class Line {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-line-'));
  readonly #port: number;
  readonly #server: Server;
  #inside: ChildProcess | null = null;

  constructor(port: number) {
    this.#port = port;
    this.#server = createServer((near) => joined(near, connect(port, '127.0.0.1'))).listen(this.#path);
  }

  get #path(): string {
    return join(this.#folder, 'socket');
  }

  /** To be called again after each boot. */
  async lay(machine: Machine): Promise<void> {
    this.cut();
    const args = [
      '-t',
      String(machine.init),
      '-n',
      process.execPath,
      '-e',
      inside,
      String(this.#port),
      this.#path,
    ];
    const child = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#inside = child;
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve);
      child.once('exit', () => reject(new Error('The line could not be laid.')));
    });
  }

  cut(): void {
    this.#inside?.removeAllListeners('exit').kill('SIGKILL');
    this.#inside = null;
  }

  close(): void {
    this.cut();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function joined(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}

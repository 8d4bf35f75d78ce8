import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** What the emulated machine did by itself. */
export interface MachineEvent {
  readonly event: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly return?: unknown;
  readonly error?: { readonly desc: string };
}

/** QEMU's monitor: a line of JSON for each order, answer and event. Answers have the order of the orders. */
export class Monitor {
  readonly #socket: Socket;
  readonly #waiting: PromiseWithResolvers<unknown>[] = [];
  readonly #heard: (event: MachineEvent) => void;

  static async connect(path: string, heard: (event: MachineEvent) => void): Promise<Monitor> {
    const socket = connect(path);
    await once(socket, 'connect');
    const monitor = new Monitor(socket, heard);
    await monitor.order('qmp_capabilities');
    return monitor;
  }

  private constructor(socket: Socket, heard: (event: MachineEvent) => void) {
    this.#socket = socket;
    this.#heard = heard;
    createInterface({ input: socket }).on('line', (line) => this.#take(JSON.parse(line)));
    // Reported by what still waits.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('QEMU has ended'));
    });
  }

  async order(execute: string, args: object = {}): Promise<unknown> {
    if (this.#socket.destroyed) throw new Error(`${execute}: QEMU has ended`);
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.push(answer);
    this.#socket.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    return await answer.promise;
  }

  #take(message: Answer | MachineEvent): void {
    if ('event' in message) this.#heard(message);
    else if ('return' in message) this.#waiting.shift()?.resolve(message.return);
    else if ('error' in message) this.#waiting.shift()?.reject(new Error(message.error?.desc));
  }

  close(): void {
    this.#socket.destroy();
  }
}

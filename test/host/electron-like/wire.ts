import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { AllowedPage } from '../../../src/main/host/host.ts';
import type { ToScreen } from '../../../src/shared/messages.ts';

/** Requests of a test to the program in Electron. Windows have numbers. */
export type ToProgram =
  | { readonly method: 'start' | 'displays' | 'stop' | 'remains' | 'exit'; readonly args: readonly [] }
  | { readonly method: 'open'; readonly args: readonly [number, string, unknown] }
  | { readonly method: 'openBehind'; readonly args: readonly [number, number] }
  | { readonly method: 'send'; readonly args: readonly [number, ToScreen] }
  | {
      readonly method: 'revive' | 'drawn' | 'comeForward' | 'close' | 'memory' | 'capture';
      readonly args: readonly [number];
    }
  | { readonly method: 'allowPages'; readonly args: readonly [readonly AllowedPage[]] };

interface Line {
  readonly id: number;
  readonly method?: string;
  readonly args?: readonly unknown[];
  readonly value?: unknown;
  readonly error?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Requests and answers in both directions, one JSON document per line. */
export class Wire {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(socket: Socket, act: (method: string, args: readonly unknown[]) => Promise<unknown>) {
    this.#socket = socket;
    createInterface({ input: socket }).on('line', (text) => {
      const { id, method, args = [], value, error } = JSON.parse(text) as Line;
      if (method !== undefined) {
        act(method, args).then(
          (answer) => this.#write({ id, value: answer ?? null }),
          (failure: unknown) => this.#write({ id, error: String(failure) }),
        );
        return;
      }
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    socket.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the other side is gone'));
    });
  }

  ask(method: string, args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    answered.catch(() => undefined);
    this.#write({ id, method, args });
    return answered;
  }

  #write(line: Line): void {
    this.#socket.write(`${JSON.stringify(line)}\n`);
  }
}

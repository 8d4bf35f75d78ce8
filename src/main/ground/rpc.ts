import { asVitrineError, type ErrorKind, type ErrorReport, VitrineError } from './errors.ts';

/** One end of a channel for plain data: a worker, its parent port, a MessagePort. */
export interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** The callable functions by name. Parameters and results are plain data. */
export type Calls = Readonly<Record<string, (params: never) => unknown>>;

type Params<Call> = Call extends (params: infer P) => unknown ? P : never;
type Result<Call> = Call extends (...args: never) => infer R ? Awaited<R> : never;

interface Failure extends ErrorReport {
  readonly kind: ErrorKind;
}

type Wire =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'event'; readonly event: unknown };

/** The calling end. Both ends are our own code of the same build: what crosses is typed, not parsed. */
export class Caller<Remote extends Calls, Event> {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: VitrineError): void }>();
  #lastId = 0;
  #gone: VitrineError | null = null;

  constructor(channel: Channel, onEvent: (event: Event) => void) {
    this.#channel = channel;
    channel.on('message', (message) => {
      const wire = message as Wire;
      if (wire.type === 'event') return onEvent(wire.event as Event);
      if (wire.type === 'call') return;
      const waiting = this.#waiting.get(wire.id);
      this.#waiting.delete(wire.id);
      if (wire.type === 'result') waiting?.resolve(wire.value);
      else waiting?.reject(fromFailure(wire.failure));
    });
  }

  call<Name extends keyof Remote & string>(
    name: Name,
    ...[params]: undefined extends Params<Remote[Name]>
      ? [params?: Params<Remote[Name]>]
      : [Params<Remote[Name]>]
  ): Promise<Result<Remote[Name]>> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as Result<Remote[Name]>), reject });
      this.#channel.postMessage({ type: 'call', id, name, params } satisfies Wire);
    });
  }

  /** Call it when the other end is gone: every open and later call fails with this error. */
  end(error: VitrineError): void {
    this.#gone = error;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

/** The answering end. The returned function sends an event to the caller. */
export function answer<Local extends Calls, Event>(channel: Channel, calls: Local): (event: Event) => void {
  const post = (wire: Wire): void => channel.postMessage(wire);
  channel.on('message', (message) => {
    const wire = message as Wire;
    if (wire.type !== 'call') return;
    const { id, name, params } = wire;
    Promise.resolve()
      .then(() => calls[name]?.(params as never))
      .then(
        (value) => post({ type: 'result', id, value }),
        (error: unknown) => post({ type: 'failure', id, failure: toFailure(error) }),
      );
  });
  return (event) => post({ type: 'event', event });
}

function toFailure(error: unknown): Failure {
  const { kind, report } = asVitrineError(error);
  return { kind, ...report };
}

function fromFailure({ kind, code, message, remedy }: Failure): VitrineError {
  return new VitrineError(kind, code, message, remedy === null ? {} : { remedy });
}

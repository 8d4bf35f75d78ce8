import { message, readable } from '../../shared/languages/message.ts';
import type { Done } from '../actions/table/action.ts';
import { readArgs, type Table } from '../actions/table/table.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';
import type { Log } from '../ground/log.ts';
import type { FleetCommandRow, FleetTaken } from '../store/fleet-rows.ts';
import {
  type ActionRequest,
  type Circumstances,
  type Command,
  judged,
  type Refusal,
  type Result,
} from './command.ts';
import type { Incoming } from './connection.ts';

/** Persists commands before they run. Calls fail while the engine restarts. */
export interface CommandStore {
  take(row: FleetCommandRow, now: number | null): Promise<FleetTaken>;
  begin(id: string): Promise<void>;
  finish(id: string, result: string): Promise<void>;
  unfinished(): Promise<
    readonly { readonly id: string; readonly command: string; readonly isBegun: boolean }[]
  >;
}

export interface CommandsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: CommandStore;
  circumstances(): Omit<Circumstances, 'running'>;
  /** `after` ends the player, so it runs once the result is persisted and sent. */
  act(request: ActionRequest): Promise<Pick<Done, 'answer' | 'after'>>;
  /** A result was persisted and has to be sent. */
  onResult(): void;
  /** Sent once; it may get lost. */
  onAccepted(result: Result): void;
  /** The command has no readable id, so no answer can reach its sender. */
  onUnreadable(refusal: Refusal): void;
}

/** Timeout of an action that names none. */
const usualLongestMs = 120_000;
/** Limits for an answer, in bytes; `short` applies once the broker refused the whole. */
const longestAnswer = { whole: 48 * 1024, short: 1024 };
const againMs = 2_000;

/** Runs each command once: its id is persisted before it runs, and a repetition gets the persisted result. */
export class Commands {
  readonly #needs: CommandsNeeds;
  readonly #running = new Set<string>();
  readonly #stopping = new AbortController();

  constructor(needs: CommandsNeeds) {
    this.#needs = needs;
  }

  /** After a crash: runs commands that had not started, and reports those that had as interrupted. */
  async resume(): Promise<void> {
    for (const { id, command, isBegun } of await this.#withRetries(() => this.#needs.store.unfinished())) {
      const kept = keptCommand(command, this.#needs.circumstances().table);
      if (isBegun || kept === null)
        await this.#finish(id, kept?.request.name ?? '', {
          state: 'failed',
          code: 'interrupted',
          reason: message('command-failed.interrupted'),
        });
      else this.#run({ ...kept, id, afterMs: 0 }, false);
    }
  }

  /** Resolves when the command is persisted, not when it is done: then the broker may drop it. */
  async hear(incoming: Incoming): Promise<void> {
    const { circumstances, store, onUnreadable, onResult, onAccepted, log } = this.#needs;
    const around = { ...circumstances(), running: this.#running.size };
    const command = judged(incoming, around);
    const isRefused = 'code' in command;
    if (isRefused && command.id === null) return onUnreadable(command);
    const id = command.id ?? '';
    const name = isRefused ? command.name : command.request.name;
    const now = around.isClockTrusted ? around.now : null;
    const isBegun = !isRefused && command.afterMs === 0;
    const refused = isRefused
      ? { state: 'refused' as const, code: command.code, reason: command.reason }
      : null;
    const row: FleetCommandRow = {
      id,
      isBegun,
      result: refused && this.#text(id, name, refused),
      command: isRefused ? '{}' : JSON.stringify({ asked: command.request, expiresAt: command.expiresAt }),
      expiresAt: isRefused ? around.now : command.expiresAt,
    };
    try {
      if (this.#running.has(id)) return;
      const taken = await store.take(row, now);
      if (taken !== 'new') {
        // Send the persisted result again. A command that still runs reports when it ends.
        if (taken.result !== null) await store.finish(id, taken.result);
        return onResult();
      }
      if (isRefused) return onResult();
      onAccepted({ id, name, state: 'accepted', at: new Date(around.now).toISOString() });
      this.#run(command, isBegun);
    } catch (error) {
      // A command that cannot be persisted must not run: it could run twice.
      log.warn('A command of the fleet was not accepted', { error, name });
      const { code, sentence } = asVitrineError(error);
      onAccepted({
        id,
        name,
        state: 'refused',
        code,
        reason: sentence,
        at: new Date(around.now).toISOString(),
      });
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  #run(command: Command, isBegun: boolean): void {
    this.#running.add(command.id);
    this.#do(command, isBegun)
      // Stopped while it waited for its start: it resumes after the next start of the player.
      .catch((error: unknown) => this.#needs.log.debug('A command was left unfinished', { error }))
      .finally(() => this.#running.delete(command.id));
  }

  async #do({ id, request, expiresAt, afterMs }: Command, isBegun: boolean): Promise<void> {
    const { clock, store, log, circumstances } = this.#needs;
    const { name } = request;
    if (afterMs > 0) await sleep(clock, afterMs, this.#stopping.signal);
    if (!isBegun) {
      // After a restart the clock may show a time before the command was sent: it would never be too late.
      while (!circumstances().isClockTrusted) await sleep(clock, againMs, this.#stopping.signal);
      if (circumstances().now >= expiresAt)
        return this.#finish(id, name, {
          state: 'refused',
          code: 'expired',
          reason: message('command-refused.expired'),
        });
      await this.#withRetries(() => store.begin(id));
    }
    log.info(`The fleet commands: ${name}`, { id });
    let after: (() => void) | undefined;
    try {
      const done = await this.#inTime(request);
      after = done.after;
      await this.#finish(id, name, {
        state: 'done',
        ...(done.answer === undefined ? {} : { answer: fitted(done.answer, longestAnswer.whole) }),
      });
    } catch (error) {
      const { code, sentence, remedy } = asVitrineError(error);
      await this.#finish(id, name, {
        state: 'failed',
        code,
        reason: remedy === null ? sentence : message('sentences', { first: sentence, next: remedy }),
      });
    }
    if (after) clock.after(againMs, after);
  }

  #inTime(request: ActionRequest): Promise<Pick<Done, 'answer' | 'after'>> {
    const ms = this.#needs.circumstances().table.get(request.name)?.longestMs ?? usualLongestMs;
    return inTime(
      this.#needs.clock,
      ms,
      this.#needs.act(request),
      () => new VitrineError('temporary', message('too-long', { most: ms })),
    );
  }

  async #finish(id: string, name: string, outcome: Omit<Result, 'id' | 'name' | 'at'>): Promise<void> {
    const { store, onResult } = this.#needs;
    await this.#withRetries(() => store.finish(id, this.#text(id, name, outcome)));
    onResult();
  }

  #text(id: string, name: string, outcome: Omit<Result, 'id' | 'name' | 'at'>): string {
    const at = new Date(this.#needs.circumstances().now).toISOString();
    return resultText({ id, name, ...outcome, at });
  }

  /** The engine restarts when it dies: retry until then. */
  async #withRetries<Kept>(work: () => Promise<Kept>): Promise<Kept> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.#needs.log.state(
          'keeping',
          'waits',
          'warn',
          'The outcome of a command could not be persisted yet',
          {
            error,
          },
        );
        await sleep(this.#needs.clock, againMs, this.#stopping.signal);
      }
    }
  }
}

/** English text for programs, plus message codes for clients in other languages. */
export const resultText = (result: Result): string => JSON.stringify(readable(result));

function keptCommand(text: string, table: Table): Pick<Command, 'request' | 'expiresAt'> | null {
  // The field is called `asked` in the database of earlier versions.
  const { asked: request, expiresAt } = JSON.parse(text) as { asked?: ActionRequest; expiresAt?: number };
  const action = table.get(request?.name ?? '');
  if (request === undefined || expiresAt === undefined || action === undefined) return null;
  const read = readArgs(action, request.args);
  return 'args' in read ? { request: { name: request.name, args: read.args }, expiresAt } : null;
}

/** Shortens a result for a broker that refused it by its size. */
export function shortened(result: string): string {
  const { answer, ...rest } = JSON.parse(result) as Partial<Result>;
  return JSON.stringify(
    answer === undefined ? rest : { ...rest, answer: fitted(answer, longestAnswer.short) },
  );
}

/** Measures the JSON: quotes and non-ASCII letters take more than one byte each. */
function fitted(answer: unknown, most: number): unknown {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) <= most) return answer;
  for (let length = Math.min(most, text.length); ; length = Math.floor(length * 0.9)) {
    const cut = { cut: text.slice(0, length) };
    if (length === 0 || Buffer.byteLength(JSON.stringify(cut)) <= most) return cut;
  }
}

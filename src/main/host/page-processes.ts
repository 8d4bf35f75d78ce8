import { readdir, readFile, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { ownMemory } from './own-memory.ts';

/** A page can fill a gigabyte in a second or two. */
const lookMs = 500;
/** A process without frames that was busy at this many checks in a row will not end. */
const mostBusyLooks = 4;
/** At this niceness a thread of the stage gets as much CPU time as thirty of a page. */
const niceness = 15;

/** Signage pages need far less; a machine has a gigabyte at least. */
export function pageBudget(machineBytes: number): number {
  return Math.min(Math.max(machineBytes / 4, 256 * 2 ** 20), 1024 * 2 ** 20);
}

export interface PageProcessNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Memory limit for the processes of all frames of one window. */
  readonly budgetBytes: number;
  /** The processes of the window's frames, except the stage's own. */
  find(): Promise<ReadonlySet<number>>;
  /** The query is cheap enough for every check; otherwise only after frames came or went. */
  readonly findsAtOnce?: boolean;
  /** Called before a process with pages is ended. */
  onEnd?(pid: number): void;
  /** The browser's user: a process that the browser names must belong to it. */
  owner(): Promise<number>;
  /** Whether pages have stored so much that all of them must end. */
  areStoresFull(): Promise<boolean>;
}

/**
 * Keeps web pages from starving the stage: their processes get a lower priority, and when they use too much memory
 * together, they are ended, the largest first. It also checks what they store. It rests while no page is shown.
 */
export class PageProcesses {
  readonly #needs: PageProcessNeeds;
  #frames = 0;
  #pids: ReadonlySet<number> = new Set();
  /** Processes that lost their frames, with the number of checks in a row that found them busy. */
  readonly #left = new Map<number, number>();
  /** Checks left after the last change of frames. */
  #looksLeft = 0;
  #isLooking = false;
  #cancel: () => void = () => undefined;

  constructor(needs: PageProcessNeeds) {
    this.#needs = needs;
  }

  /** Frames with their own process came or went. */
  changed(frames: number): void {
    this.#frames = frames;
    this.#looksLeft = 2;
    if (!this.#isLooking) this.#later(0);
  }

  stop(): void {
    this.changed(0);
    this.#looksLeft = 0;
    this.#left.clear();
    this.#cancel();
  }

  #later(ms: number): void {
    this.#cancel();
    if (this.#frames + this.#looksLeft + this.#left.size > 0)
      this.#cancel = this.#needs.clock.after(ms, () => void this.#look());
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    // In parallel: a page fills the disk as fast as the disk allows.
    const areStoresFull = this.#needs.areStoresFull().catch((error: unknown) => {
      this.#needs.log.debug('The data of pages could not be checked', { error });
      return false;
    });
    try {
      if (this.#looksLeft > 0 || this.#needs.findsAtOnce) {
        this.#looksLeft = Math.max(0, this.#looksLeft - 1);
        const found = await this.#needs.find();
        if (this.#needs.findsAtOnce) this.#frames = found.size;
        for (const pid of this.#pids) if (!found.has(pid)) this.#left.set(pid, 0);
        for (const pid of found) this.#left.delete(pid);
        this.#pids = found;
      }
      const owner = await this.#needs.owner();
      const held = await Promise.all([...this.#pids].map((pid) => this.#tend(pid, owner)));
      this.#bound(held.filter((each) => each !== null));
      if (await areStoresFull) for (const each of held) if (each !== null) this.#end(each.pid);
      for (const [pid, looks] of this.#left) await this.#clear(pid, looks, owner);
    } catch (error) {
      this.#needs.log.debug('The processes of pages could not be checked', { error });
    }
    this.#isLooking = false;
    this.#later(lookMs);
  }

  /** Null: it has ended, or is not a process of the browser. */
  async #tend(pid: number, owner: number): Promise<{ pid: number; bytes: number } | null> {
    const folder = `/proc/${pid}`;
    try {
      if (owner === 0 || (await stat(folder)).uid !== owner) return null;
      // Each thread has its own priority and passes it on to new threads.
      for (const thread of await readdir(`${folder}/task`)) lower(Number(thread));
      const bytes = await ownMemory(pid);
      return bytes === null ? null : { pid, bytes };
    } catch {
      // The process has ended.
      return null;
    }
  }

  /** A page in an endless loop outlives its frame, and the next page of its site would share the process. */
  async #clear(pid: number, looks: number, owner: number): Promise<void> {
    const isOurs = await stat(`/proc/${pid}`).then(
      ({ uid }) => owner !== 0 && uid === owner,
      () => false,
    );
    const state = isOurs ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : '';
    if (!/\) R /.test(state)) this.#left.delete(pid);
    else if (looks + 1 < mostBusyLooks) this.#left.set(pid, looks + 1);
    else {
      this.#left.delete(pid);
      this.#needs.log.info('A web page kept running without its frame: its process is ended');
      end(pid);
    }
  }

  #bound(held: readonly { readonly pid: number; readonly bytes: number }[]): void {
    const sum = held.reduce((total, { bytes }) => total + bytes, 0);
    const [largest] = held.toSorted((one, other) => other.bytes - one.bytes);
    if (sum <= this.#needs.budgetBytes || !largest) return;
    const mebibytes = Math.round(largest.bytes / 2 ** 20);
    this.#needs.log.warn('Web pages use too much memory: the process with the most is ended', { mebibytes });
    this.#end(largest.pid);
  }

  #end(pid: number): void {
    this.#needs.onEnd?.(pid);
    end(pid);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

function lower(thread: number): void {
  try {
    setPriority(thread, niceness);
  } catch {
    // The process has ended, or its priority is lower already and cannot be changed.
  }
}

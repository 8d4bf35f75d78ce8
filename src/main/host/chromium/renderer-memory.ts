import { readFile } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';
import { within } from '../within.ts';
import type { Cdp, CdpEvent } from './cdp.ts';
import { fieldsIn, listIn, numberIn, textIn } from './fields.ts';

const answerWaitMs = 5_000;

/** What one window's renderer holds of the machine's memory. */
export class RendererMemory {
  readonly #cdp: Cdp;
  readonly #sessionId: string;
  readonly #clock: Clock;
  /** Kept until the renderer is another one: to ask costs some milliseconds of the browser's time. */
  #pid: number | null = null;
  #found: number | null = null;
  #onComplete: () => void = () => undefined;

  constructor(cdp: Cdp, sessionId: string, clock: Clock) {
    this.#cdp = cdp;
    this.#sessionId = sessionId;
    this.#clock = clock;
  }

  /** Null: it just went away, or this is no Linux. */
  async bytes(): Promise<number | null> {
    this.#pid ??= await this.#findPid();
    if (this.#pid === null) return null;
    try {
      return bytesIn(await readFile(`/proc/${this.#pid}/status`, 'utf8'));
    } catch {
      this.#pid = null;
      return null;
    }
  }

  /** The renderer is another one from now on. */
  forget(): void {
    this.#pid = null;
  }

  /** True when the event was the answer to a question of ours. */
  handle({ method, params }: CdpEvent): boolean {
    if (method === 'Tracing.dataCollected') {
      for (const event of listIn(params, 'value')) this.#read(event);
      return true;
    }
    if (method !== 'Tracing.tracingComplete') return false;
    this.#onComplete();
    return true;
  }

  /** The browser tells which process a page is in only at the beginning of a trace, which ends at once. */
  async #findPid(): Promise<number | null> {
    this.#found = null;
    const complete = new Promise<void>((resolve) => {
      this.#onComplete = resolve;
    });
    const tell = (method: string, params = {}): Promise<unknown> =>
      this.#cdp.send(method, params, this.#sessionId);
    const categories = '-*,disabled-by-default-devtools.timeline';
    const told = tell('Tracing.start', { categories, transferMode: 'ReportEvents' })
      .then(() => tell('Tracing.end'))
      .then(() => complete);
    await within(this.#clock, answerWaitMs, 'named the process of a page', told);
    return this.#found;
  }

  #read(event: Parameters<typeof fieldsIn>[0]): void {
    if (textIn(event, 'name') !== 'TracingStartedInBrowser') return;
    const frames = listIn(fieldsIn(fieldsIn(event, 'args'), 'data'), 'frames');
    const main = frames.find(({ isOutermostMainFrame }) => isOutermostMainFrame === true);
    this.#found = main === undefined ? null : numberIn(main, 'processId');
  }
}

/** What is its own: the program's code and the libraries are shared with all others, and come and go. */
function bytesIn(status: string): number | null {
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((field) =>
    Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN),
  );
  const sum = kilobytes.reduce((one, other) => one + other, 0);
  return Number.isFinite(sum) ? sum * 1024 : null;
}

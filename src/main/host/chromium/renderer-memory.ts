import type { Clock } from '../../ground/clock.ts';
import { ownMemory } from '../own-memory.ts';
import { within } from '../within.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

const answerWaitMs = 5_000;

interface FrameProcess {
  readonly isOutermostMainFrame?: boolean;
  readonly processId?: number;
}

/** The first event of a trace; only the fields used here. */
interface TraceEvent {
  readonly name: string;
  readonly args: {
    readonly data?: {
      readonly frames?: readonly FrameProcess[];
    };
  };
}

/** Memory of one window's renderer, and the processes of its frames. */
export class RendererMemory {
  readonly #page: CdpSession;
  readonly #clock: Clock;
  /** Cached until the renderer is replaced: the query costs some milliseconds of browser time. */
  #pid: number | null = null;
  #found: readonly FrameProcess[] = [];
  #onComplete: () => void = () => undefined;

  constructor(page: CdpSession, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
  }

  /** Null: the process has just ended, or this is not Linux. */
  async bytes(): Promise<number | null> {
    this.#pid ??= (await this.#find()).stage;
    if (this.#pid === null) return null;
    const bytes = await ownMemory(this.#pid);
    // The renderer has ended; the next call looks for the new one.
    if (bytes === null) this.#pid = null;
    return bytes;
  }

  /** The renderer has been replaced. */
  forget(): void {
    this.#pid = null;
  }

  handle({ method, params, sessionId }: CdpEvent): void {
    if (sessionId !== this.#page.id) return;
    if (method === 'Tracing.dataCollected') this.#read(params.value);
    if (method === 'Tracing.tracingComplete') this.#onComplete();
  }

  /** The processes of frames outside the stage's own process. */
  async ofPages(): Promise<ReadonlySet<number>> {
    const { stage, all } = await this.#find();
    return new Set(stage === null ? [] : all.filter((pid) => pid !== stage));
  }

  /** The browser reveals the process of a page only at the start of a trace, which is stopped at once. */
  async #find(): Promise<{ readonly stage: number | null; readonly all: readonly number[] }> {
    this.#found = [];
    const complete = new Promise<void>((resolve) => {
      this.#onComplete = resolve;
    });
    const categories = '-*,disabled-by-default-devtools.timeline';
    const traced = this.#page
      .send('Tracing.start', { categories, transferMode: 'ReportEvents' })
      .then(() => this.#page.send('Tracing.end'))
      .then(() => complete);
    await within(this.#clock, answerWaitMs, 'process', traced);
    const stage = this.#found.find(({ isOutermostMainFrame }) => isOutermostMainFrame)?.processId ?? null;
    return { stage, all: this.#found.flatMap(({ processId }) => processId ?? []) };
  }

  #read(events: readonly TraceEvent[]): void {
    const start = events.find(({ name }) => name === 'TracingStartedInBrowser');
    if (start) this.#found = start.args.data?.frames ?? [];
  }
}

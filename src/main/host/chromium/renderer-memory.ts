import type { Clock } from '../../ground/clock.ts';
import { ownMemory } from '../own-memory.ts';
import { within } from '../within.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

const answerWaitMs = 5_000;

interface FrameProcess {
  readonly isOutermostMainFrame?: boolean;
  readonly processId?: number;
}

/** The first event of a trace, as far as it is read here. */
interface TraceEvent {
  readonly name: string;
  readonly args: {
    readonly data?: {
      readonly frames?: readonly FrameProcess[];
    };
  };
}

/** What one window's renderer holds of the machine's memory, and which processes the frames in it have. */
export class RendererMemory {
  readonly #page: CdpSession;
  readonly #clock: Clock;
  /** Kept until the renderer is another one: to ask costs some milliseconds of the browser's time. */
  #pid: number | null = null;
  #found: readonly FrameProcess[] = [];
  #onComplete: () => void = () => undefined;

  constructor(page: CdpSession, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
  }

  /** Null: it just went away, or this is no Linux. */
  async bytes(): Promise<number | null> {
    this.#pid ??= (await this.#find()).stage;
    if (this.#pid === null) return null;
    const bytes = await ownMemory(this.#pid);
    // The renderer has ended; it is looked for anew the next time.
    if (bytes === null) this.#pid = null;
    return bytes;
  }

  /** The renderer is another one from now on. */
  forget(): void {
    this.#pid = null;
  }

  handle({ method, params, sessionId }: CdpEvent): void {
    if (sessionId !== this.#page.id) return;
    if (method === 'Tracing.dataCollected') this.#read(params.value);
    if (method === 'Tracing.tracingComplete') this.#onComplete();
  }

  /** The processes of frames that are not in the stage's own. */
  async ofPages(): Promise<ReadonlySet<number>> {
    const { stage, all } = await this.#find();
    return new Set(stage === null ? [] : all.filter((pid) => pid !== stage));
  }

  /** The browser tells which process a page is in only at the beginning of a trace, which ends at once. */
  async #find(): Promise<{ readonly stage: number | null; readonly all: readonly number[] }> {
    this.#found = [];
    const complete = new Promise<void>((resolve) => {
      this.#onComplete = resolve;
    });
    const categories = '-*,disabled-by-default-devtools.timeline';
    const told = this.#page
      .send('Tracing.start', { categories, transferMode: 'ReportEvents' })
      .then(() => this.#page.send('Tracing.end'))
      .then(() => complete);
    await within(this.#clock, answerWaitMs, 'process', told);
    const stage = this.#found.find(({ isOutermostMainFrame }) => isOutermostMainFrame)?.processId ?? null;
    return { stage, all: this.#found.flatMap(({ processId }) => processId ?? []) };
  }

  #read(events: readonly TraceEvent[]): void {
    const start = events.find(({ name }) => name === 'TracingStartedInBrowser');
    if (start) this.#found = start.args.data?.frames ?? [];
  }
}

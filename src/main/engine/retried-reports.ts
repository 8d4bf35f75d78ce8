import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { isAway } from './away.ts';

interface NewsNeeds<News> {
  readonly clock: Clock;
  readonly log: Log;
  /** Fails with `engine-gone` or `engine-closed` while there is no engine to take it. */
  readonly tell: (news: News) => Promise<void>;
}

const againMs = 2_000;
/** As many as an ordinary show has in some hours. */
const mostWaiting = 1_000;

/** Tells the engine what has happened, in order. What happens while the engine is being started again waits for it. */
export class RetriedNews<News> {
  readonly #needs: NewsNeeds<News>;
  #waiting: News[] = [];
  #lost = 0;
  #cancel: (() => void) | null = null;

  constructor(needs: NewsNeeds<News>) {
    this.#needs = needs;
  }

  add(news: News): void {
    // It must not overtake those that wait already.
    if (this.#waiting.length > 0) this.#keep(news);
    else this.#tell(news);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #tell(news: News): void {
    const { tell, log } = this.#needs;
    tell(news).then(
      () => log.state('engine', 'hears', 'debug', 'the engine takes what it is told', this.#losses()),
      (error: unknown) => {
        if (isAway(error)) this.#keep(news);
        log.state('engine', 'deaf', 'warn', 'the engine did not take what it was told', { error });
      },
    );
  }

  #keep(news: News): void {
    this.#waiting.push(news);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#lost++;
    }
    this.#cancel ??= this.#needs.clock.after(againMs, () => {
      this.#cancel = null;
      for (const waiting of this.#waiting.splice(0)) this.#tell(waiting);
    });
  }

  #losses(): { lost?: number } {
    const lost = this.#lost;
    this.#lost = 0;
    return lost > 0 ? { lost } : {};
  }
}

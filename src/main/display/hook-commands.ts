import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { SwitchReport } from './display-keeper.ts';
import { runOnMachine } from './switches.ts';

export interface Commands {
  readonly screenId: string;
  readonly entryId: string;
  readonly when: 'start' | 'end';
  readonly commands: readonly string[];
}

interface HookCommandsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** The hook of a screen; null: none, and commands of the CMS are ignored. */
  hook(screenId: string): readonly string[] | null;
  details(): Readonly<Record<string, unknown>>;
  readonly run?: typeof runOnMachine;
}

/** A hook slower than the show must not fall behind without limit: the oldest commands are dropped. */
const mostWaiting = 20;

/** Runs the commands of entries through the local hook, one after the other. */
export class HookCommands {
  readonly #needs: HookCommandsNeeds;
  #waiting: Commands[] = [];
  #isRunning = false;
  #last: SwitchReport | null = null;

  constructor(needs: HookCommandsNeeds) {
    this.#needs = needs;
  }

  /** Result of the last commands; null: there were none. */
  get last(): SwitchReport | null {
    return this.#last;
  }

  add(commands: Commands): void {
    if (this.#needs.hook(commands.screenId) === null) return;
    this.#waiting = [...this.#waiting, commands].slice(-mostWaiting);
    if (!this.#isRunning) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
        await this.#run(next);
    } finally {
      this.#isRunning = false;
    }
  }

  /** An error here must not stop the waiting commands. */
  async #mistakeIn({ screenId, entryId, when, commands }: Commands): Promise<Message | null> {
    const { hook, details, run = runOnMachine } = this.#needs;
    try {
      const { mistake } = await run([...(hook(screenId) ?? []), `entry-${when}`], {
        VITRINE_DETAILS: JSON.stringify({ screenId, entryId, commands, ...details() }),
      });
      return mistake;
    } catch (thrown) {
      return asVitrineError(thrown).sentence;
    }
  }

  async #run(next: Commands): Promise<void> {
    const { clock, log } = this.#needs;
    const { screenId, entryId } = next;
    const mistake = await this.#mistakeIn(next);
    const why = mistake === null ? null : message('display-switch.hook', { why: mistake });
    this.#last = {
      name: 'commands',
      screenId,
      state: 'unknown',
      why,
      at: new Date(clock.now()).toISOString(),
    };
    log.state(
      'commands',
      mistake === null ? 'works' : inEnglish(mistake),
      mistake === null ? 'debug' : 'warn',
      why === null ? 'Commands were passed to the hook' : inEnglish(why),
      {
        entry: entryId,
      },
    );
  }
}

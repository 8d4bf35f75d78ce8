import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Standby } from '../../shared/messages.ts';
import type { Show } from '../show/show.ts';
import type { Setup } from './setup.ts';

interface StandbyScreenNeeds {
  readonly show: Pick<Show, 'standby'>;
  /** Null: no setup is running. */
  setup(): Pick<Setup, 'invitation' | 'form' | 'news' | 'rotation' | 'isInFront'> | null;
  /** Address of the status page; null: not available (yet). */
  page(): string | null;
}

/** The screens without a programme: the engine's text, the address of the status page, and setup's invitation. */
export class StandbyScreen {
  readonly #needs: StandbyScreenNeeds;
  #standby: Standby | null = null;
  /** Seconds until setup begins again; null: the key is not held. */
  #countDown: number | null = null;

  constructor(needs: StandbyScreenNeeds) {
    this.#needs = needs;
  }

  /** The engine's own text. */
  get text(): Pick<Standby, 'title' | 'lines'> {
    const { title = '', lines = [] } = this.#standby ?? {};
    return { title, lines };
  }

  say(standby: Standby): void {
    this.#standby = standby;
    this.show();
  }

  countDown(seconds: number | null): void {
    this.#countDown = seconds;
    this.show();
  }

  /** To be called when setup or the status page has changed. */
  show(): void {
    const standby = this.#standby;
    if (standby === null) return;
    const setup = this.#needs.setup();
    const page = this.#needs.page();
    const { say } = wordsOf(standby.language);
    const where = page === null ? [] : [say('stage.where.page', { address: page })];
    const isInFront = setup?.isInFront === true;
    const invites = isInFront || standby.kind === 'setup';
    const invitation = invites ? setup?.invitation : null;
    const form = invites ? setup?.form : null;
    const news = setup?.news ? [setup.news] : [];
    const shown: Standby = {
      ...standby,
      lines: [...standby.lines, ...news],
      small: [...standby.small, ...where],
      ...(invitation ? { invitation } : {}),
      ...(form ? { form } : {}),
      ...(setup ? { rotation: setup.rotation } : {}),
    };
    this.#needs.show.standby({ ...shown, ...this.#inFront(standby, isInFront) });
  }

  /** The cover over a running show. */
  #inFront({ language }: Standby, isSetUp: boolean): Partial<Standby> {
    const { say } = wordsOf(language);
    const front = { kind: 'setup', inFront: true, since: null } as const;
    if (this.#countDown !== null)
      return {
        ...front,
        title: say('setup.again.hold', { seconds: this.#countDown }),
        lines: [say('setup.again.release')],
      };
    return isSetUp ? { ...front, title: say('setup.again.title'), lines: [say('setup.again.line')] } : {};
  }
}

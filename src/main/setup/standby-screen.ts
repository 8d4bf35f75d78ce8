import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Standby } from '../../shared/messages.ts';
import type { Show } from '../show/show.ts';
import type { Setup } from './setup.ts';

interface StandbyScreenNeeds {
  readonly show: Pick<Show, 'standby'>;
  /** Null: this player is not being set up. */
  setup(): Pick<Setup, 'invitation' | 'form' | 'news' | 'rotation'> | null;
  /** Of the status page; null: it is not there, or not yet. */
  page(): string | null;
}

/** What the screens show without a programme: the engine's text with the status page's address and setup's invitation. */
export class StandbyScreen {
  readonly #needs: StandbyScreenNeeds;
  #standby: Standby | null = null;

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
    this.tell();
  }

  /** To be called when setup or the status page have changed. */
  tell(): void {
    const standby = this.#standby;
    if (standby === null) return;
    const setup = this.#needs.setup();
    const page = this.#needs.page();
    const { say } = wordsOf(standby.language);
    const where = page === null ? [] : [say('stage.where.page', { address: page })];
    const invitation = standby.kind === 'setup' ? setup?.invitation : null;
    const form = standby.kind === 'setup' ? setup?.form : null;
    const news = setup?.news ? [setup.news] : [];
    this.#needs.show.standby({
      ...standby,
      lines: [...standby.lines, ...news],
      small: [...standby.small, ...where],
      ...(invitation ? { invitation } : {}),
      ...(form ? { form } : {}),
      ...(setup ? { rotation: setup.rotation } : {}),
    });
  }
}

import { inEnglish } from '../../shared/languages/message.ts';
import type { Standby } from '../../shared/messages.ts';
import type { Edition } from '../edition/edition.ts';
import { touchPages } from '../edition/touch-pages.ts';
import type { Log } from '../ground/log.ts';
import { emptinessInWords } from '../schedule/emptiness.ts';
import type { EngineEvent } from './protocol.ts';

interface AnnouncementsNeeds {
  readonly log: Log;
  emit(event: EngineEvent): void;
}

/** Sends pages and standby screen to the main thread, and only when they have changed. */
export class Announcements {
  readonly #needs: AnnouncementsNeeds;
  #pagesOf = '';
  #standby = '';

  constructor(needs: AnnouncementsNeeds) {
    this.#needs = needs;
  }

  /** Must precede the programme, which needs the pages. */
  edition(edition: Edition): void {
    const { log, emit } = this.#needs;
    if (edition.id !== this.#pagesOf) {
      this.#pagesOf = edition.id;
      const pages = Object.values(edition.mediaFiles).flatMap(({ page }) => (page ? [page] : []));
      emit({ type: 'pages', pages });
      emit({ type: 'touch-pages', pages: touchPages(edition) });
    }
    const empty = emptinessInWords(edition).map(inEnglish).join(' ');
    log.state('emptiness', empty, empty ? 'warn' : 'debug', empty || 'Every screen has a playlist.');
  }

  standby(standby: Standby): void {
    const text = JSON.stringify(standby);
    if (text === this.#standby) return;
    this.#standby = text;
    this.#needs.emit({ type: 'standby', standby });
  }
}

import type { DemoCms } from '../../src/demo/cms.ts';
import { picture } from '../support/pictures.ts';
import type { Chance } from './chance.ts';

/** An editor who never rests: each call changes the playlist in some way. */
export class Editor {
  readonly #demo: DemoCms;
  readonly #chance: Chance;
  /** What a new length of an entry is. */
  readonly #seconds: () => number;
  #seed = 1;

  constructor(demo: DemoCms, chance: Chance, seconds: () => number = () => 1 + chance.below(60)) {
    this.#demo = demo;
    this.#chance = chance;
    this.#seconds = seconds;
    for (let index = 0; index < 5; index++) this.#add();
  }

  change(): void {
    const { content, playlistId } = this.#demo;
    const entries = content.entriesOf(playlistId);
    const entry = this.#chance.pick(entries);
    const what = this.#chance.next();
    if (entry === undefined || entries.length < 5 || (what < 0.4 && entries.length < 25)) this.#add();
    else if (what < 0.6) content.removeEntry(entry.id);
    else if (what < 0.75 && entry.media_file_id !== null) {
      content.replaceBytes(entry.media_file_id, this.#picture());
    } else if (what < 0.85) content.changeEntry(entry.id, { duration: this.#seconds() });
    else if (what < 0.9) content.changeEntry(entry.id, { play_rule: entry.play_rule === 2 ? 1 : 2 });
    else content.orderEntries(playlistId, [entry.id]);
  }

  #add(): void {
    const { content, playlistId } = this.#demo;
    const fileName = `picture-${this.#seed}.png`;
    const file = content.addFile({ name: fileName, fileName, mimeType: 'image/png' }, this.#picture());
    content.addEntry(playlistId, { media_file_id: file.id, duration: this.#seconds() });
  }

  /** Mostly small; some large enough for several reads and a resume. */
  #picture(): Uint8Array {
    return picture(
      this.#seed++,
      this.#chance.of(0.1) ? 200_000 + this.#chance.below(2_000_000) : 500 + this.#chance.below(20_000),
    );
  }
}

import type { Edition } from '../edition/edition.ts';
import type { EntryCommands } from '../edition/records.ts';
import { type ShowingNames, showingNames } from '../edition/showing-names.ts';
import type { Showing } from '../show/events.ts';
import type { Store } from '../store/store.ts';
import { OuterEntries } from './outer-entries.ts';
import type { EngineEvent } from './protocol.ts';
import type { StrikeRule } from './strike-rule.ts';

interface ShowingRecordNeeds {
  readonly store: Pick<Store, 'show' | 'proof' | 'clearStrikes'>;
  readonly strikes: Pick<StrikeRule, 'failed'>;
  emit(event: EngineEvent): void;
}

/** Writes each showing to proof of play, strikes what failed, and emits the commands of entries that begin or end. */
export class ShowingRecord {
  readonly #needs: ShowingRecordNeeds;
  readonly #outer = new OuterEntries();
  /** Edition id → commands by entry; the previous edition's are kept, as its last item may end after the change. */
  #commands: ReadonlyMap<string, ReadonlyMap<string, EntryCommands>> = new Map();

  /** The previous and the active one: an item may still begin just after the change. */
  #editions: readonly Edition[] = [];

  constructor(needs: ShowingRecordNeeds) {
    this.#needs = needs;
  }

  add(showing: Showing): void {
    if (showing.isInterrupt) this.#addInterrupt(showing);
    else this.#addItem(showing);
  }

  #addItem(showing: Showing): void {
    const { type: _, showingId: id, at, ...key } = showing;
    const { screenId, entryId, mediaFileId, editionId } = key;
    const row = { id, screenId, entryId, mediaFileId, editionId, startedAt: at };
    if (showing.type !== 'failed') this.#emitCommands(showing);
    const { store, strikes } = this.#needs;
    if (showing.type === 'started') {
      const visit = showing.visit ? { visit: showing.visit } : {};
      const turns = showing.turns && JSON.stringify(showing.turns);
      const decoder = showing.decoder ? { decoder: showing.decoder } : {};
      store.proof.start({ ...row, ...this.#names(showing), ...visit, ...decoder }, turns);
    } else if (showing.type === 'failed') {
      store.proof.fail({ ...row, ...this.#names(showing), outcome: 'skipped', reason: showing.reason });
      strikes.failed(mediaFileId, showing.reason);
    } else {
      store.proof.end(id, at, showing.outcome, showing.reason, showing.decoder);
      if (showing.outcome === 'failed') strikes.failed(mediaFileId, showing.reason ?? 'it failed on screen');
      if (showing.outcome === 'completed') store.clearStrikes(mediaFileId);
    }
  }

  /** It belongs to no edition: there are no commands, no strikes, and no item has ended below it. */
  #addInterrupt(showing: Showing): void {
    const { showingId: id, screenId, entryId, mediaFileId, editionId, at } = showing;
    const { proof } = this.#needs.store;
    if (showing.type === 'started')
      proof.start({ id, screenId, entryId, mediaFileId, editionId, startedAt: at });
    if (showing.type === 'ended') proof.end(id, at, showing.outcome, showing.reason);
  }

  /** None of an edition that has left the store: another one may name things otherwise. */
  #names(showing: Showing): { readonly names?: ShowingNames } {
    const active = this.#needs.store.show()?.edition;
    if (active && active.id !== this.#editions.at(-1)?.id)
      this.#editions = [...this.#editions.slice(-1), active];
    const edition = this.#editions.find(({ id }) => id === showing.editionId);
    return edition ? { names: showingNames(edition, showing) } : {};
  }

  #emitCommands(showing: Showing & { readonly type: 'started' | 'ended' }): void {
    const { screenId } = showing;
    for (const { entryId, editionId, when } of this.#outer.edges(showing)) {
      const commands = this.#commandsOf(editionId, entryId)?.[when] ?? [];
      if (commands.length > 0) this.#needs.emit({ type: 'commands', screenId, entryId, when, commands });
    }
  }

  /** `editionId`: of the showing. */
  #commandsOf(editionId: string | null, entryId: string): EntryCommands | null {
    const edition = this.#needs.store.show()?.edition ?? null;
    if (edition !== null && !this.#commands.has(edition.id))
      this.#commands = new Map([...[...this.#commands].slice(-1), [edition.id, commandsIn(edition)]]);
    return this.#commands.get(editionId ?? edition?.id ?? '')?.get(entryId) ?? null;
  }
}

function commandsIn(edition: Edition): ReadonlyMap<string, EntryCommands> {
  const entries = Object.values(edition.playlists).flatMap((playlist) => playlist.entries);
  return new Map(entries.flatMap(({ id, commands }) => (commands ? [[id, commands] as const] : [])));
}

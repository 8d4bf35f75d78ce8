import type { Edition } from '../../edition/edition.ts';
import { namesIn, sizeOf, unfinishedSuffix, unlinkIfThere } from '../../ground/durable-file.ts';
import type { KeptValues } from '../kept-values.ts';
import type { StoreNeeds } from '../needs.ts';
import { sidecarPath } from '../objects/layout.ts';
import type { EditionState } from './edition-sidecar.ts';
import { readPointer, removeSidecar, sidecars, writePointer, writeSidecar } from './edition-sidecar.ts';
import type { EditionStates } from './edition-states.ts';

interface EditionFilesNeeds extends StoreNeeds {
  readonly states: EditionStates;
  readonly kept: KeptValues;
}

/** Keeps sidecars and pointer, from which a lost database is rebuilt, in line with the database. */
export class EditionFiles {
  readonly #needs: EditionFilesNeeds;

  constructor(needs: EditionFilesNeeds) {
    this.#needs = needs;
  }

  /** Rewrites a lost sidecar. */
  async ensureSidecar(edition: Edition): Promise<void> {
    const { fs, layout } = this.#needs;
    if ((await sizeOf(fs, sidecarPath(layout.root, edition.id))) !== null) return;
    await writeSidecar(fs, layout, edition.id, JSON.stringify(edition));
  }

  async writePointer(): Promise<void> {
    const { fs, layout, kept, states } = this.#needs;
    await writePointer(fs, layout, {
      source: states.source,
      assignee: kept.assignee(states.source),
      leftEdition: kept.get('left-edition'),
      states: states.all.filter((record) => record.state !== 'staged'),
    });
  }

  /**
   * Repairs what a rebuild needs: a pointer that was not written because the player died after an activation, and lost sidecars.
   * Writes nothing when both are right.
   */
  async mend(): Promise<void> {
    const { fs, layout, states } = this.#needs;
    for (const { editionId } of states.all) {
      if ((await sizeOf(fs, sidecarPath(layout.root, editionId))) !== null) continue;
      // Not earlier: a manifest may be large.
      const edition = states.manifest(editionId);
      if (edition) await this.ensureSidecar(edition);
    }
    const pointer = await readPointer(fs, layout);
    if (named(pointer?.states ?? []) !== named(states.all)) await this.writePointer();
  }

  /** Removes unused manifests. Must follow `mend`: an old pointer may still name them. */
  async sweep(): Promise<void> {
    const { fs, layout, states } = this.#needs;
    states.sweep();
    const used = new Set(states.all.map((record) => record.editionId));
    for (const id of await sidecars(fs, layout)) if (!used.has(id)) await removeSidecar(fs, layout, id);
    for (const name of await namesIn(fs, layout.editions)) {
      if (name.endsWith(unfinishedSuffix)) await unlinkIfThere(fs, `${layout.editions}/${name}`);
    }
  }
}

function named(states: readonly EditionState[]): string {
  return states
    .filter(({ state }) => state !== 'staged')
    .map(({ source, state, editionId }) => JSON.stringify([source, state, editionId]))
    .toSorted()
    .join();
}

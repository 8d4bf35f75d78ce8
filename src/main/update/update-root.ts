import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { partName } from '../download/part.ts';
import {
  namesIn,
  readIfThere,
  sealed,
  sizeOf,
  unlinkIfThere,
  unsealed,
  writeDurably,
} from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import { releaseError } from '../release/failure.ts';
import { type Metadata, metadataSchema } from '../release/kept-trust.ts';
import { attemptsOf, freshState, type ReleaseId, type UpdateState } from './state.ts';
import { readState, stateText } from './state-file.ts';

export const partSource = 'update';

const keptMetadata = v.object({ origin: v.string(), metadata: metadataSchema });

/** The state of updates, which the launcher reads too, and the folder for downloads. */
export class UpdateRoot {
  readonly path: string;
  readonly fs: FileSystem;
  readonly #trusted: string;

  /** `trusted`: the TUF root of the installation. */
  constructor(fs: FileSystem, path: string, trusted = join(path, 'root.json')) {
    this.fs = fs;
    this.path = path;
    this.#trusted = trusted;
  }

  get parts(): string {
    return join(this.path, 'parts');
  }

  /** A damaged state is replaced by a fresh one, as the launcher then starts the factory release too. */
  async state(): Promise<UpdateState> {
    const text = await readIfThere(this.fs, this.#file('update-state'));
    return (text === null ? null : readState(text)) ?? freshState(randomBytes(16).toString('hex'));
  }

  /** Earlier starts do not count against a new trial. */
  async keep(state: UpdateState, isNewTrial = false): Promise<void> {
    if (isNewTrial && state.trial !== null)
      await unlinkIfThere(this.fs, this.#file(attemptsOf(state.trial.release, true)));
    await writeDurably(this.fs, this.#file('update-state'), stateText(state));
  }

  /** The attempts that the launcher has counted: starts of a trial, or failures in a row before the release came up. */
  async spent(release: ReleaseId, isTrial = false): Promise<number> {
    const text = await readIfThere(this.fs, this.#file(attemptsOf(release, isTrial)));
    return text?.match(/^(start|failed)$/gm)?.length ?? 0;
  }

  /** A sign of life: without it for minutes the launcher considers a trial hung. */
  async alive(): Promise<void> {
    const path = this.#file('alive');
    // In its place: a full disk has no room for another block.
    const file = await this.fs.open(path, 'r+').catch(() => this.fs.open(path, 'w'));
    try {
      await file.write(Buffer.from('\n'));
    } finally {
      await file.close();
    }
  }

  /**
   * What was trusted last; otherwise the installation's root, from which everything is verified anew. `origin` is the hash of that
   * root: another root is a person's fresh start, and nothing trusted before is valid.
   */
  async metadata(): Promise<{ readonly metadata: Metadata; readonly origin: string }> {
    const root = await readIfThere(this.fs, this.#trusted);
    const origin = root === null ? null : hash('sha256', root);
    const text = await readIfThere(this.fs, this.#file('metadata'));
    const kept = v.safeParse(keptMetadata, text === null ? null : unsealed(text));
    if (kept.success && (origin === null || kept.output.origin === origin)) return kept.output;
    if (root !== null && origin !== null) return { metadata: { root }, origin };
    throw releaseError(message('update-no-root', { path: this.#trusted }));
  }

  async keepMetadata(kept: v.InferOutput<typeof keptMetadata>): Promise<void> {
    await writeDurably(this.fs, this.#file('metadata'), sealed(kept));
  }

  /** From now on the launcher considers it intact. */
  async cameUp(release: ReleaseId): Promise<void> {
    await unlinkIfThere(this.fs, this.#file(attemptsOf(release)));
  }

  /** Removes the counts of releases that are no longer needed. */
  async tidy(needed: ReadonlySet<ReleaseId>): Promise<void> {
    for (const name of await namesIn(this.fs, this.path)) {
      const [, release] = /^(?:starts|failed)-([0-9a-f]{64})$/.exec(name) ?? [];
      if (release !== undefined && !needed.has(release)) await unlinkIfThere(this.fs, this.#file(name));
    }
  }

  /** Creates the folder for downloads, without those of another release. */
  async keepPart(release: ReleaseId): Promise<void> {
    await this.fs.mkdir(this.parts);
    const own = partName({ source: partSource, marker: release });
    for (const name of await namesIn(this.fs, this.parts))
      if (!name.startsWith(own)) await unlinkIfThere(this.fs, join(this.parts, name));
  }

  /** How much of its package is downloaded. */
  async partBytes(release: ReleaseId): Promise<number> {
    const name = partName({ source: partSource, marker: release });
    return (await sizeOf(this.fs, join(this.parts, `${name}.part`))) ?? 0;
  }

  #file(name: string): string {
    return join(this.path, name);
  }
}

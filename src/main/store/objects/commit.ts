import { message } from '../../../shared/languages/message.ts';
import type { FinishedPart } from '../../download/ports.ts';
import { asDiskError } from '../../ground/disk-errors.ts';
import { sizeOf, unlinkIfThere } from '../../ground/durable-file.ts';
import { systemCode, VitrineError } from '../../ground/errors.ts';
import { mapLimited } from '../../ground/map-limited.ts';
import type { Bindings } from '../bindings.ts';
import type { StoreNeeds } from '../needs.ts';
import { appendLedger, ledgerLineOf } from '../proof/ledger.ts';
import { objectFolder, objectPath } from './layout.ts';

/** Parallel files: more than `fs.ts` flushes at once, so that a flush is always queued behind a running one. */
const atOnce = 16;

interface CommitNeeds extends StoreNeeds {
  readonly bindings: Bindings;
  readonly onChanged: () => void;
}

interface Waiting {
  readonly parts: readonly FinishedPart[];
  readonly resolve: () => void;
  readonly reject: (error: VitrineError) => void;
}

/**
 * Turns parts into objects: ledger and parts flushed → renamed → folders flushed → rows. Parts that arrive during a commit join
 * the next group, so that many small files share one journal commit and one transaction.
 */
export class ObjectCommits {
  readonly #needs: CommitNeeds;
  #waiting: Waiting[] = [];

  constructor(needs: CommitNeeds) {
    this.#needs = needs;
  }

  put(parts: readonly FinishedPart[]): Promise<void> {
    if (parts.length === 0) return Promise.resolve();
    const promise = new Promise<void>((resolve, reject) => this.#waiting.push({ parts, resolve, reject }));
    void this.#needs.serial.run(() => this.#group());
    return promise;
  }

  async #group(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    const failures = new Map<FinishedPart, VitrineError>();
    try {
      await this.#commit(
        group.flatMap(({ parts }) => parts),
        failures,
      );
    } catch (thrown) {
      const error = asDiskError(thrown, 'store-downloads');
      this.#needs.health.failed(error);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const error of failures.values()) this.#needs.health.failed(error);
    for (const { parts, resolve, reject } of group) {
      const failure = parts.map((part) => failures.get(part)).find((error) => error !== undefined);
      if (failure) reject(failure);
      else resolve();
    }
    this.#needs.onChanged();
  }

  async #commit(parts: readonly FinishedPart[], failures: Map<FinishedPart, VitrineError>): Promise<void> {
    const { bindings, fs, layout, clock } = this.#needs;
    const fresh: FinishedPart[] = [];
    const duplicates: FinishedPart[] = [];
    const seen = new Set<string>();
    for (const part of parts) {
      if (seen.has(part.sha256) || (await this.#isHere(part))) duplicates.push(part);
      else fresh.push(part);
      seen.add(part.sha256);
    }
    await appendLedger(fs, layout, parts.map(ledgerLineOf));
    await mapLimited(fresh, atOnce, (part) => this.#flush(part, failures));
    const durable = fresh.filter((part) => !failures.has(part));
    await this.#makeFolders(durable);
    await mapLimited(durable, atOnce, (part) => fs.rename(part.path, objectPath(layout.root, part.sha256)));
    const folders = new Set(durable.map((part) => objectFolder(layout.root, part.sha256)));
    await mapLimited([...folders], atOnce, (folder) => fs.syncFolder(folder));
    const lost = new Set([...failures.keys()].map((part) => part.sha256));
    const bound = [...durable, ...duplicates.filter((part) => !lost.has(part.sha256))];
    const now = clock.now();
    bindings.add(bound.map(ledgerLineOf), now, now);
    for (const part of duplicates) {
      await this.#drop(part);
      const failure = [...failures].find(([failed]) => failed.sha256 === part.sha256)?.[1];
      if (failure) failures.set(part, failure);
    }
  }

  /** An object needs a row: a file without one was never verified. */
  async #isHere(part: FinishedPart): Promise<boolean> {
    const row = this.#needs.database.get<{ bytes: number }>(
      'SELECT bytes FROM object WHERE sha256 = ?',
      part.sha256,
    );
    return (
      row !== null &&
      (await sizeOf(this.#needs.fs, objectPath(this.#needs.layout.root, part.sha256))) === row.bytes
    );
  }

  /**
   * After a failed flush the kernel may drop the dirty pages and report the next flush as successful: such a file is never trusted
   * again.
   */
  async #flush(part: FinishedPart, failures: Map<FinishedPart, VitrineError>): Promise<void> {
    const { fs } = this.#needs;
    try {
      if ((await sizeOf(fs, part.path)) !== part.bytes) {
        throw new VitrineError('temporary', message('part-changed'));
      }
      const file = await fs.open(part.path, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (thrown) {
      const error = asDiskError(thrown, 'store-downloads');
      failures.set(part, error);
      if (systemCode(thrown) !== 'EMFILE' && systemCode(thrown) !== 'ENFILE') await this.#drop(part);
    }
  }

  /** A file that cannot be removed must not fail the rest of its group. */
  async #drop(part: FinishedPart): Promise<void> {
    try {
      await unlinkIfThere(this.#needs.fs, part.path);
    } catch (thrown) {
      if (systemCode(thrown) === null) throw thrown;
      this.#needs.health.failed(asDiskError(thrown, 'remove-download'));
    }
  }

  async #makeFolders(parts: readonly FinishedPart[]): Promise<void> {
    const { fs, layout } = this.#needs;
    const there = new Set(await fs.readdir(layout.objects));
    const missing = new Set(parts.map((part) => part.sha256.slice(0, 2)).filter((name) => !there.has(name)));
    if (missing.size === 0) return;
    try {
      await mapLimited([...missing], atOnce, (name) =>
        fs.mkdir(objectFolder(layout.root, name.padEnd(64, '0'))),
      );
    } finally {
      // Also after a failure: the next group would find the other folders and assume that they are durable.
      await fs.syncFolder(layout.objects);
    }
  }
}

import { message } from '../../shared/languages/message.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { releaseError } from '../release/failure.ts';
import type { Release } from '../release/release.ts';
import type { ReleaseSource } from './source.ts';
import type { ReleaseId } from './state.ts';
import type { UpdatesNeeds } from './updates-needs.ts';

interface FetchingNeeds extends Pick<UpdatesNeeds, 'root' | 'shelf' | 'clock' | 'floorBytes' | 'mayFetch'> {
  readonly signal: AbortSignal;
  tidy(): Promise<void>;
  onReceived(bytes: number): void;
  onStep(step: 'fetching' | 'unpacking'): void;
}

/** A package unpacks to about three times its size, and the next edition needs room too. */
const unpackedTimes = 4;
const dayMs = 86_400_000;

/** Brings a release onto the shelf: fetched, verified, unpacked, and able to run on this machine. */
export class Fetching {
  readonly #needs: FetchingNeeds;
  /** The release that does not run on this machine. */
  #unfit: { readonly release: ReleaseId; readonly at: number; readonly error: VitrineError } | null = null;

  constructor(needs: FetchingNeeds) {
    this.#needs = needs;
  }

  /** False: a later check fetches it, within the hours for downloads. */
  async bring(source: ReleaseSource, release: Release, isRequested: boolean): Promise<boolean> {
    const { shelf, clock, mayFetch, signal } = this.#needs;
    const isHere = await shelf.has(release.sha256);
    if (!isHere && !isRequested) {
      const unfit = this.#unfit;
      // The bytes are the same: no download every hour for the same result.
      if (unfit?.release === release.sha256 && clock.monotonic() - unfit.at < dayMs) throw unfit.error;
      if (!mayFetch()) return false;
    }
    try {
      if (!isHere) await this.#fetch(source, release);
      // Also for a release from an earlier run: the player may have ended before this check.
      await shelf.mustRun(release, signal);
      return true;
    } catch (thrown) {
      const error = asVitrineError(thrown);
      if (error.code === 'update-not-runnable' && error.kind === 'permanent')
        this.#unfit = { release: release.sha256, at: clock.monotonic(), error };
      throw thrown;
    }
  }

  async #fetch(source: ReleaseSource, release: Release): Promise<void> {
    const { root, shelf, signal, tidy, onReceived, onStep } = this.#needs;
    await tidy();
    await this.#mustFit(release);
    onStep('fetching');
    await root.keepPart(release.sha256);
    const fetched = await source.fetch(release, signal, onReceived);
    onStep('unpacking');
    try {
      await shelf.take(release, fetched.path, source, signal);
    } catch (thrown) {
      // What fails by this machine or its installer succeeds later, with the same bytes.
      if (asVitrineError(thrown).kind !== 'temporary') await fetched.discard();
      throw thrown;
    }
    await fetched.discard();
  }

  async #mustFit({ bytes, sha256 }: Release): Promise<void> {
    const { root, floorBytes } = this.#needs;
    const { freeBytes } = await root.fs.space(root.path);
    const needed = bytes * unpackedTimes - (await root.partBytes(sha256));
    if (freeBytes - floorBytes >= needed) return;
    throw releaseError(
      message('update-no-space', { size: bytes, needed: needed + floorBytes, free: freeBytes }),
      { kind: 'temporary' },
    );
  }
}

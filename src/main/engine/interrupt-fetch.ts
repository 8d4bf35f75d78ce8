import { join } from 'node:path';
import PQueue from 'p-queue';
import { message } from '../../shared/languages/message.ts';
import { networkFromConfig } from '../cms/from-config.ts';
import type { Config } from '../config/config.ts';
import { Bandwidth } from '../download/bandwidth.ts';
import { Blocks } from '../download/blocks.ts';
import { download } from '../download/download.ts';
import { interrupted, refused } from '../download/failures.ts';
import { FreeSpace } from '../download/free-space.ts';
import { defaultLimits } from '../download/limits.ts';
import { partName } from '../download/part.ts';
import type { FinishedPart } from '../download/ports.ts';
import type { Clock } from '../ground/clock.ts';
import { namesIn, unlinkIfThere } from '../ground/durable-file.ts';
import { realFileSystem } from '../ground/fs.ts';
import type { Network } from '../net/network.ts';
import { interruptReach, type ReachConfig } from '../net/reach-from-config.ts';
import type { Store } from '../store/store.ts';

/** A picture or video to fetch. */
export interface FetchedMedium {
  readonly key: string;
  readonly address: string;
  /** Null: any bytes. */
  readonly sha256: string | null;
  /** Null: the configuration names it. */
  readonly kind: 'picture' | 'video' | null;
}

export type FetchConfig = ReachConfig & Pick<Config, 'downloads' | 'interrupts' | 'storage'>;

interface InterruptFetchNeeds {
  readonly config: FetchConfig;
  readonly clock: Clock;
  readonly store: Pick<Store, 'put' | 'makeSpace' | 'storage'>;
  readonly partsFolder: string;
}

type By = 'sender' | 'owner';

const source = 'interrupts';
const megabyte = 1_000_000;
/** Of an address that a sender names. */
const limitsOf = {
  picture: { bytes: 20 * megabyte, ms: 15_000 },
  video: { bytes: 200 * megabyte, ms: 600_000 },
} as const;
const atOnce: Readonly<Record<By, number>> = { sender: 4, owner: 1 };
/** The downloader's examination of the bytes expects one of its own kinds. */
const expected = { picture: 'image', video: 'video' } as const;

/** Downloads media of interrupts into the store, with the checks of the CMS's files. */
export class InterruptFetch {
  readonly #needs: InterruptFetchNeeds;
  readonly #bandwidth: Bandwidth;
  readonly #blocks = new Blocks();
  readonly #lines: Readonly<Record<By, PQueue>> = {
    sender: new PQueue({ concurrency: atOnce.sender }),
    owner: new PQueue({ concurrency: atOnce.owner }),
  };
  readonly #networks = new Map<By, Network>();

  constructor(needs: InterruptFetchNeeds) {
    this.#needs = needs;
    this.#bandwidth = new Bandwidth(needs.clock, needs.config.downloads.bytesPerSecond);
  }

  /** Removes unfinished downloads of an earlier run, apart from these. */
  async sweep(keys: readonly string[]): Promise<void> {
    const { partsFolder } = this.#needs;
    const names = new Set(keys.map((marker) => partName({ source, marker })));
    for (const file of await namesIn(realFileSystem, partsFolder))
      if (!names.has(file.split('.')[0] ?? '')) await unlinkIfThere(realFileSystem, join(partsFolder, file));
  }

  /** Resolves with the hash of the object. */
  fetch(medium: FetchedMedium, signal: AbortSignal): Promise<string> {
    const by = medium.kind === null ? 'owner' : 'sender';
    return this.#lines[by].add(() => this.#within(medium, by, signal));
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#lines).map((line) => line.onIdle()));
    for (const network of this.#networks.values()) network.close();
  }

  /** Within the time that a sender's medium may take. */
  async #within(medium: FetchedMedium, by: By, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const cut = new AbortController();
    const stop = (): void => cut.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    let cancelLate = (): void => undefined;
    if (medium.kind !== null) {
      const { ms } = limitsOf[medium.kind];
      cancelLate = this.#needs.clock.after(ms, () =>
        cut.abort(interrupted(message('interrupt-medium.slow', { time: ms }))),
      );
    }
    try {
      return await this.#intoStore(medium, by, cut);
    } finally {
      cancelLate();
      signal.removeEventListener('abort', stop);
    }
  }

  async #intoStore(medium: FetchedMedium, by: By, cut: AbortController): Promise<string> {
    const { clock, store, partsFolder } = this.#needs;
    const { key, address, sha256, kind } = medium;
    await realFileSystem.mkdir(partsFolder);
    const judge = (bytes: number): void => {
      const most = kind === null ? Number.POSITIVE_INFINITY : limitsOf[kind].bytes;
      if (bytes > most) throw refused(message('interrupt-medium.large', { most }));
    };
    const makeSpace = (bytes: number): Promise<boolean> => {
      judge(bytes);
      return by === 'owner' ? store.makeSpace(bytes) : this.#fits(bytes);
    };
    const needs = {
      // Its server is not the CMS, which alone gets the token.
      cms: { downloadHeaders: async () => ({}), refreshLogin: async () => false },
      network: this.#networkOf(by),
      clock,
      limits: defaultLimits,
      fs: realFileSystem,
      store: { partsFolder },
      bandwidth: this.#bandwidth,
      blocks: this.#blocks,
      space: new FreeSpace({ makeSpace: async (bytes) => makeSpace(bytes) }, clock),
    };
    const hashes = sha256 === null ? [] : [{ algorithm: 'sha256' as const, hex: sha256 }];
    const task = {
      source,
      download: { url: address, hashes, size: null, marker: key },
      kind: expected[kind ?? 'picture'],
      mediaFileIds: [],
      name: key,
      rank: 0,
    };
    const downloaded = await download(needs, task, { cut, mayResume: true, onProgress: judge });
    try {
      proveKind(downloaded.finished, kind);
      await store.put([downloaded.finished]);
    } catch (thrown) {
      await downloaded.discard();
      throw thrown;
    }
    await downloaded.forgetSidecar();
    return downloaded.finished.sha256;
  }

  #networkOf(by: By): Network {
    const { config } = this.#needs;
    const prepared = by === 'owner' ? Object.values(config.interrupts.media) : [];
    const reach = interruptReach(
      config,
      prepared.map(({ address }) => address),
    );
    const network = this.#networks.get(by) ?? networkFromConfig(config, { reach });
    this.#networks.set(by, network);
    return network;
  }

  /** A sender cannot displace what the store has. */
  async #fits(bytes: number): Promise<boolean> {
    const { config, store, partsFolder } = this.#needs;
    const { freeBytes, quotaBytes } = config.storage;
    const space = await realFileSystem.space(partsFolder);
    const quota = quotaBytes ?? Number.POSITIVE_INFINITY;
    return space.freeBytes - bytes >= freeBytes && store.storage().bytes + bytes <= quota;
  }
}

function proveKind(finished: FinishedPart, wanted: FetchedMedium['kind']): void {
  if (wanted !== null && finished.kind !== expected[wanted])
    throw refused(message(`interrupt-medium.no-${wanted}`));
  if (wanted === null && !['image', 'video', 'audio'].includes(finished.kind))
    throw refused(message('interrupt-medium.neither'));
}

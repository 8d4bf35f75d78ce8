import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { refused } from '../download/failures.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import { realFileSystem } from '../ground/fs.ts';
import { KeptFile } from '../ground/kept-file.ts';
import type { Log } from '../ground/log.ts';
import { type Backoff, backoffMs } from '../ground/retry.ts';
import { contentHash } from '../interrupt/interrupt.ts';
import type { MediaReport, MediumState, WantedMedium } from '../interrupt/media.ts';
import { isMediumName } from '../interrupt/medium.ts';
import type { Store } from '../store/store.ts';
import { type FetchConfig, type FetchedMedium, InterruptFetch } from './interrupt-fetch.ts';

interface InterruptFilesNeeds {
  readonly config: FetchConfig & Pick<Config, 'dataDir'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<
    Store,
    'partsFolder' | 'put' | 'makeSpace' | 'storage' | 'object' | 'keep' | 'onHoldingsChanged'
  >;
  /** True: the configuration has a mistake, which may have left out prepared media. */
  readonly isMistaken?: boolean;
  emit(report: MediaReport): void;
}

interface Job extends FetchedMedium {
  readonly cut: AbortController;
  state: MediumState['state'];
  failure: VitrineError | null;
  tries: number;
  isRunning: boolean;
  cancelRetry(): void;
}

/** The hash of the object, by the key of the medium. */
const kept = v.record(v.pipe(v.string(), v.maxLength(300)), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));
/** Who holds these objects in the store, beside the screens; no screen has such a name. */
const holder = 'interrupts:';
/** By what an interrupt calls it. */
const objectKinds = { picture: 'image', video: 'video', sound: 'audio' } as const;
const mediumKindsOf: ReadonlyMap<string, WantedMedium['kind']> = new Map(
  (['picture', 'video', 'sound'] as const).map((kind) => [objectKinds[kind], kind]),
);
const ofSender: Backoff = { firstMs: 2_000, mostMs: 60_000 };
const ofOwner: Backoff = { firstMs: 5_000, mostMs: 600_000 };
const refusedAgainMs = 3_600_000;

/** The pictures, videos and sounds of interrupts: the prepared ones, and those that live interrupts name by address. */
export class InterruptFiles {
  readonly #needs: InterruptFilesNeeds;
  readonly #file: KeptFile<Readonly<Record<string, string>>>;
  readonly #fetch: InterruptFetch;
  /** By key: prepared ones begin with their name. */
  readonly #prepared: ReadonlyMap<string, string>;
  readonly #jobs = new Map<string, Job>();
  #wanted: readonly WantedMedium[] = [];
  #stopListening = (): void => undefined;
  #isStopped = false;

  constructor(needs: InterruptFilesNeeds) {
    this.#needs = needs;
    const { config, clock, store } = needs;
    const parse = (value: unknown) => (v.is(kept, value) ? value : {});
    this.#file = new KeptFile(config.dataDir, 'interrupt-media.json', parse, { clock, fs: realFileSystem });
    this.#fetch = new InterruptFetch({ ...needs, partsFolder: join(store.partsFolder, 'interrupts') });
    this.#prepared = new Map(
      Object.entries(config.interrupts.media).map(([name, of]) => [name, `${name} ${contentHash(of)}`]),
    );
    // Until main says which interrupts are live, all of them may be.
    store.keep(holder, Object.values(this.#file.value));
  }

  start(): void {
    const { store, log } = this.#needs;
    this.#fetch
      .sweep([...this.#prepared.values()])
      .catch((error: unknown) => log.warn('Unfinished media of interrupts were not removed', { error }));
    for (const [name, { address, sha256 }] of Object.entries(this.#needs.config.interrupts.media))
      this.#add({ key: this.#prepared.get(name) ?? name, address, sha256, kind: null });
    this.#stopListening = store.onHoldingsChanged(() => this.#lookForLost());
    this.#emit(true);
  }

  want(wanted: readonly WantedMedium[]): void {
    this.#wanted = wanted;
    const live = new Set([...this.#prepared.values(), ...wanted.map(({ key }) => key)]);
    for (const [key, job] of this.#jobs) if (!live.has(key)) this.#drop(job);
    for (const { key, kind, from } of wanted)
      if (kind !== 'sound' && !isMediumName(from)) this.#add({ key, address: from, sha256: null, kind });
    const { isMistaken = false } = this.#needs;
    const kept = Object.entries(this.#file.value).filter(([key]) => isMistaken || live.has(key));
    this.#keep(Object.fromEntries(kept));
    this.#emit();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    for (const job of [...this.#jobs.values()]) this.#drop(job);
    await this.#fetch.stop();
    await this.#file.settled();
  }

  #add(of: FetchedMedium): void {
    if (this.#jobs.has(of.key)) return;
    const job: Job = {
      ...of,
      cut: new AbortController(),
      state: 'loading',
      failure: null,
      tries: 0,
      isRunning: false,
      cancelRetry: () => undefined,
    };
    this.#jobs.set(of.key, job);
    const { store } = this.#needs;
    const known = this.#file.value[of.key] ?? of.sha256;
    if (known !== null && store.object(known) !== null) this.#hold(job, known);
    else void this.#run(job);
  }

  #drop(job: Job): void {
    this.#jobs.delete(job.key);
    job.cancelRetry();
    // A refusal, so that the part goes too; one that the player's end cuts off is kept.
    job.cut.abort(
      this.#isStopped ? new Error('stopped') : refused(message('no-such-interrupt', { id: job.key })),
    );
  }

  async #run(job: Job): Promise<void> {
    if (job.isRunning) return;
    job.isRunning = true;
    const { clock, log } = this.#needs;
    try {
      this.#hold(job, await this.#fetch.fetch(job, job.cut.signal));
    } catch (thrown) {
      if (this.#jobs.get(job.key) !== job || this.#isStopped) return;
      const error = asVitrineError(thrown);
      [job.state, job.failure] = ['failed', error];
      log.warn('A medium of an interrupt was not fetched', { key: job.key, error });
      const backoff = job.kind === null ? ofOwner : ofSender;
      // A refusal may be the mistake of an hour, and an interrupt lasts up to 31 days.
      const wait = error.kind === 'permanent' ? refusedAgainMs : backoffMs(job.tries++, backoff);
      job.cancelRetry = clock.after(wait, () => void this.#run(job));
    } finally {
      job.isRunning = false;
      this.#emit();
    }
  }

  #hold(job: Job, sha256: string): void {
    // An interrupt may have ended meanwhile: its object is reclaimed like any other.
    if (this.#jobs.get(job.key) !== job) return;
    [job.state, job.failure, job.tries] = ['here', null, 0];
    this.#keep({ ...this.#file.value, [job.key]: sha256 });
  }

  #keep(objects: Readonly<Record<string, string>>): void {
    if (JSON.stringify(objects) !== JSON.stringify(this.#file.value)) this.#file.keep(objects);
    this.#needs.store.keep(holder, Object.values(objects));
  }

  /** A damaged object was removed, or the disk was exchanged. */
  #lookForLost(): void {
    const lost = [...this.#jobs.values()].filter(
      ({ key, state }) => state === 'here' && this.#objectOf(key) === null,
    );
    for (const job of lost) {
      job.state = 'loading';
      void this.#run(job);
    }
    if (lost.length > 0) this.#emit();
  }

  #objectOf(key: string) {
    const sha256 = this.#file.value[key];
    const object = sha256 === undefined ? null : this.#needs.store.object(sha256);
    return object && { ...object, source: `media/${sha256}.${object.extension}` };
  }

  #stateOf({ key, kind, from }: WantedMedium): MediumState {
    const found = isMediumName(from) ? this.#prepared.get(from) : key;
    const job = found === undefined ? undefined : this.#jobs.get(found);
    if (job === undefined || found === undefined)
      return { state: 'failed', why: message('interrupt-medium.unknown', { name: from }) };
    const object = this.#objectOf(found);
    if (job.state === 'failed' && job.failure !== null) return { state: 'failed', why: job.failure.sentence };
    if (job.state !== 'here' || object === null) return { state: 'loading' };
    const wanted = objectKinds[kind];
    if (object.kind !== wanted) return { state: 'failed', why: message(`interrupt-medium.no-${kind}`) };
    return { state: 'here', kind: wanted, source: object.source, mimeType: object.mimeType };
  }

  #emit(isNew = false): void {
    if (this.#isStopped) return;
    this.#needs.emit({
      isNew,
      media: this.#wanted.map((one) => [one.key, this.#stateOf(one)] as const),
      prepared: [...this.#prepared].map(([name, key]) => {
        const { state = 'loading', failure = null } = this.#jobs.get(key) ?? {};
        const object = this.#objectOf(key);
        const kind = mediumKindsOf.get(object?.kind ?? '') ?? null;
        return { name, state, kind, why: failure?.sentence ?? null };
      }),
    });
  }
}

import type { Sentence } from '../../shared/languages/message.ts';
import type { StreamVerdicts } from '../../shared/messages.ts';
import { type AddressKind, isAddressKind } from '../address-kind.ts';
import type { Clock } from '../clock.ts';
import type { RetryAfterStore } from '../cms/api.ts';
import { asDiskError, type DiskWork } from '../disk-errors.ts';
import type { Assignee } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { ExclusiveFile } from '../exclusive-file.ts';
import type { FileSystem } from '../fs.ts';
import { realFileSystem } from '../fs.ts';
import type { Log } from '../log.ts';
import { Serial } from '../serial.ts';
import type { SyncStore } from '../sync/ports.ts';
import { AttemptRows } from './attempt-rows.ts';
import { Ballast } from './ballast.ts';
import { Bindings } from './bindings.ts';
import { Capacity, type Storage } from './capacity.ts';
import { ObjectCommits } from './commit.ts';
import { Decoders } from './decoders.ts';
import { EditionFiles } from './edition-files.ts';
import { EditionStates } from './edition-states.ts';
import { Editions } from './editions.ts';
import { FleetRows } from './fleet-rows.ts';
import { DiskHealth, type StoreHealth } from './health.ts';
import { HealthLog } from './health-log.ts';
import { holdingsOf } from './holdings.ts';
import { KeptValues } from './kept-values.ts';
import { layoutOf } from './layout.ts';
import { defaultLimits, type StoreLimits } from './limits.ts';
import { Mending } from './mending.ts';
import { open } from './open.ts';
import { Proof, type ProofLog } from './proof.ts';
import { Scrub, type Scrubbed } from './scrub.ts';
import { Space } from './space.ts';
import { Strikes } from './strikes.ts';
import type { EditionSummary } from './summary.ts';
import { summaries } from './summary.ts';

export interface OpenStoreNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fs?: FileSystem;
  readonly limits?: Partial<StoreLimits>;
  /** Called when the data folder is this player's own, long before all of it has been read. */
  readonly onLocked?: () => void;
  /** The data folder's, where it is taken already. It is released with the store. */
  readonly lock?: Promise<ExclusiveFile>;
}

export interface Store extends SyncStore {
  readonly proof: ProofLog;
  /** How far the rotations of a screen had come with its last showing, as `proof` was given it. */
  turns(screenId: string): string | null;
  keepTurns(screenId: string, turns: string): void;
  /** How the player was, as main judged it. */
  readonly healthLog: Pick<HealthLog, 'add' | 'rows'>;
  /** What the fleet has to be told, and what it has asked for. */
  readonly fleet: FleetRows;
  /** Until when the CMS asked us to stay away. */
  readonly cmsRetryAfter: RetryAfterStore;
  /** What is to be shown: the active edition or, until this source has its first, that of the source before. */
  show(): StoredEdition | null;
  /** From now on editions of other sources are not mixed in. */
  useSource(source: string): void;
  /** What a source follows, as the CMS knew it last. */
  assignee(source: string): Assignee | null;
  keepAssignee(source: string, assignee: Assignee): void;
  /** In whose network the CMS at this address was when it was last connected to. */
  cmsKind(address: string): AddressKind | null;
  keepCmsKind(address: string, kind: AddressKind): void;
  /** Notes that a media file failed on screen. Three strikes put it aside until it changes or a day has passed. */
  strike(mediaFileId: string, reason: Sentence): void;
  /** Notes that it was shown well. */
  clearStrikes(mediaFileId: string): void;
  /** Notes what the browser of this machine says that it can decode. */
  learnDecoders(said: StreamVerdicts): void;
  /** Says which objects a screen may still be reading, in place of those before. Reclaim never touches them. */
  keep(screenId: string, sha256s: readonly string[]): void;
  editions(): readonly EditionSummary[];
  /** Plays the previous edition until the CMS answers an edition other than the one left. */
  rollback(): Promise<StoredEdition>;
  /** The edition that safe mode left, until it is tried again. */
  leftInSafeMode(): string | null;
  keepLeftInSafeMode(edition: string | null): void;
  storage(): Storage;
  /** Hashes the object that was not looked at for longest. Null when none is due. */
  scrub(bytesPerSecond?: number, signal?: AbortSignal): Promise<Scrubbed | null>;
  /** Looks at an object that somebody found wrong. Answers whether it is sound; if not, it is fetched again. */
  suspect(sha256: string, bytesPerSecond?: number, signal?: AbortSignal): Promise<boolean>;
  health(): StoreHealth;
  /** Calls back when objects, editions or what is put aside have changed. Answers how to stop listening. */
  onHoldingsChanged(listener: () => void): () => void;
  /** How many rows have changed since opening, for tests and the benchmark. */
  totalChanges(): number;
  close(): Promise<void>;
}

export async function openStore(given: OpenStoreNeeds): Promise<Store> {
  const { dataDir, clock, onLocked, lock, fs = realFileSystem } = given;
  const log = given.log.named('store');
  const limits = { ...defaultLimits, ...given.limits };
  const layout = layoutOf(dataDir);
  const health = new DiskHealth(log);
  const serial = new Serial();
  const opening = { fs, layout, clock, limits, health };
  const opened = await open({ ...opening, onLocked, lock });
  const { database } = opened;

  const needs = {
    ...opening,
    database,
    log,
    serial,
  };
  const bindings = new Bindings(database);
  const kept = new KeptValues(needs);
  const states = new EditionStates(database, kept);
  const attempts = new AttemptRows(needs);
  const strikes = new Strikes(needs);
  const decoders = new Decoders(kept);
  /** A disk that took nothing for a while takes these now. */
  const onWritten = (): void => {
    if (!database.durable) return;
    try {
      for (const memory of [kept, attempts, strikes]) memory.writeUnwritten();
    } catch (thrown) {
      health.failed(asDiskError(thrown, 'write-state'));
    }
  };
  const proof = new Proof({ ...needs, kept, onWritten });
  const healthLog = new HealthLog(needs);
  const fleet = new FleetRows(needs);
  const files = new EditionFiles({ ...needs, states, kept });
  const editions = new Editions({ ...needs, states, files, bindings, kept });
  const ballast = new Ballast(needs);
  const capacity = new Capacity({ ...needs, bindings });
  const space = new Space({
    ...needs,
    bindings,
    capacity,
    editions,
    files,
    states,
    attempts,
    strikes,
    ballast,
  });
  const listeners = new Set<() => void>();
  const onChanged = (): void => {
    for (const listener of listeners) listener();
  };
  const commits = new ObjectCommits({ ...needs, bindings, onChanged });
  const scrub = new Scrub({
    ...needs,
    bindings,
    onChanged,
    onLost: (sha256) => {
      const active = states.stored('active');
      const held = active ? [...bindings.held(active.edition).values()] : [];
      if (held.some((object) => object.sha256 === sha256)) editions.markIncomplete();
    },
  });

  database.onFull = () => {
    ballast.release();
  };
  const mending = new Mending({
    ...needs,
    opened,
    memories: [kept, decoders, strikes, states, attempts, bindings],
    proof,
    healthLog,
    bindings,
    editions,
    files,
    states,
    restoreReserve: () => space.restoreReserve(),
    onChanged,
  });
  await mending.afterOpening();

  const guarded = async <Result>(doing: DiskWork, work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await serial.run(() => ballast.serve(work));
      health.written();
      return result;
    } catch (thrown) {
      const error = asDiskError(thrown, doing);
      health.failed(error);
      throw error;
    }
  };
  /** What is on screen may still be of another source than the one in use. */
  const shown = (mediaFileId: string): { readonly source: string; readonly content: string } => {
    const edition = states.show()?.edition;
    const content = edition ? bindings.held(edition).get(mediaFileId)?.sha256 : undefined;
    return { source: edition?.source ?? states.source ?? '', content: content ?? '' };
  };

  return {
    partsFolder: layout.parts,
    proof,
    healthLog,
    fleet,
    cmsRetryAfter: {
      until: () => kept.instant('patience-until'),
      set: (until) => kept.setInstant('patience-until', until),
    },
    retryAfter: (origin) => kept.instant(`patience-until ${origin}`),
    active: () => states.stored('active'),
    show: () => states.show(),
    staged: () => states.stored('staged'),
    stage: (edition) => guarded('stage-edition', () => editions.stage(edition)),
    async activate(editionId, complete) {
      await guarded('activate-edition', () => editions.activate(editionId, complete));
      onChanged();
    },
    markComplete(editionId) {
      if (editions.markComplete(editionId)) {
        void serial.run(() => mending.attempt('activate-edition', () => files.writePointer()));
        onChanged();
      }
    },
    dropStaged: () => editions.dropStaged(),
    holdings: (edition) => holdingsOf(edition, { bindings, strikes, attempts, decoders }),
    learnDecoders(said) {
      if (decoders.learn(said)) onChanged();
    },
    bindKnown: (edition) => bindings.bindKnown(edition),
    put: (parts) => commits.put(parts),
    attempt: (source, marker) => attempts.get(source, marker),
    saveAttempt: (attempt) => attempts.save(attempt),
    clearAttempt: (source, marker) => attempts.clear(source, marker),
    setRetryAfter: (origin, until) => kept.setInstant(`patience-until ${origin}`, until),
    makeSpace: (bytes) => guarded('make-space', () => space.makeSpace(bytes)),
    async reclaim() {
      proof.flush(true);
      await guarded('make-space', () => space.reclaim());
    },
    useSource(source) {
      if (editions.useSource(source)) onChanged();
    },
    turns: (screenId) => kept.get(`turns ${screenId}`),
    keepTurns: (screenId, turns) => kept.set(`turns ${screenId}`, turns),
    assignee: (source) => kept.assignee(source),
    cmsKind(address) {
      const text = kept.get(`cms-kind ${address}`);
      return text !== null && isAddressKind(text) ? text : null;
    },
    keepCmsKind: (address, kind) => kept.set(`cms-kind ${address}`, kind),
    keepAssignee(source, { id, name }) {
      kept.set(`assignee-id ${source}`, id);
      kept.set(`assignee-name ${source}`, name);
    },
    strike(mediaFileId, reason) {
      const { source, content } = shown(mediaFileId);
      strikes.add(source, mediaFileId, content, reason);
      onChanged();
    },
    clearStrikes: (mediaFileId) => strikes.clear(shown(mediaFileId).source, mediaFileId),
    keep: (screenId, sha256s) => space.keep(screenId, sha256s),
    editions: () => summaries(states),
    async rollback() {
      const edition = await guarded('roll-back', () => editions.rollback());
      onChanged();
      return edition;
    },
    rolledBackFrom: () => kept.get('left-edition'),
    forgetRolledBack: () => kept.set('left-edition', null),
    leftInSafeMode: () => kept.get('left-in-safe-mode'),
    keepLeftInSafeMode: (edition) => kept.set('left-in-safe-mode', edition),
    storage: () => capacity.storage(),
    scrub: (bytesPerSecond, signal) => scrub.step(bytesPerSecond, signal),
    suspect: (sha256, bytesPerSecond, signal) => scrub.check(sha256, bytesPerSecond, signal),
    health: () => ({ ...health.report(), proofWaiting: proof.waiting, proofLost: proof.lost }),
    onHoldingsChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    totalChanges: () => database.totalChanges(),
    async close() {
      await mending.stop();
      proof.flush(true);
      database.close();
      mending.release();
    },
  };
}

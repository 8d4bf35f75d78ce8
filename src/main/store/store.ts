import type { Message } from '../../shared/languages/message.ts';
import type { StreamVerdicts } from '../../shared/messages.ts';
import type { RetryAfterStore } from '../cms/api.ts';
import type { SyncStore } from '../download/ports.ts';
import type { Assignee } from '../edition/assignment.ts';
import type { StoredEdition } from '../edition/edition.ts';
import type { HeldObject } from '../edition/holdings.ts';
import { type AddressKind, isAddressKind } from '../ground/address-kind.ts';
import type { Clock } from '../ground/clock.ts';
import { asDiskError, type DiskWork } from '../ground/disk-errors.ts';
import type { ExclusiveFile } from '../ground/exclusive-file.ts';
import type { FileSystem } from '../ground/fs.ts';
import { realFileSystem } from '../ground/fs.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import { AttemptRows } from './attempt-rows.ts';
import { Bindings } from './bindings.ts';
import { Decoders } from './decoders.ts';
import { EditionFiles } from './editions/edition-files.ts';
import { EditionStates } from './editions/edition-states.ts';
import { Editions } from './editions/editions.ts';
import { holdingsOf } from './editions/holdings.ts';
import type { EditionSummary } from './editions/summary.ts';
import { summaries } from './editions/summary.ts';
import { FleetRows } from './fleet-rows.ts';
import { DiskHealth, type StoreHealth } from './health.ts';
import { HealthLog } from './health-log.ts';
import { KeptValues } from './kept-values.ts';
import { Ballast } from './objects/ballast.ts';
import { Capacity, type Storage } from './objects/capacity.ts';
import { ObjectCommits } from './objects/commit.ts';
import { layoutOf } from './objects/layout.ts';
import { defaultLimits, type StoreLimits } from './objects/limits.ts';
import { Space } from './objects/space.ts';
import { open } from './open.ts';
import { Proof, type ProofLog } from './proof/proof.ts';
import { Mending } from './repair/mending.ts';
import { Scrub, type Scrubbed } from './repair/scrub.ts';
import { Strikes } from './strikes.ts';

export interface OpenStoreNeeds {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fs?: FileSystem;
  readonly limits?: Partial<StoreLimits>;
  /** Called when this player holds the data folder, long before everything is read. */
  readonly onLocked?: () => void;
  /** The lock of the data folder, if already taken. The store releases it. */
  readonly lock?: Promise<ExclusiveFile>;
}

export interface Store extends SyncStore {
  readonly proof: ProofLog;
  /** Position of a screen's rotations at its last showing, as passed to `proof`. */
  turns(screenId: string): string | null;
  keepTurns(screenId: string, turns: string): void;
  readonly healthLog: Pick<HealthLog, 'add' | 'rows'>;
  readonly fleet: FleetRows;
  /** End of the `Retry-After` of the CMS. */
  readonly cmsRetryAfter: RetryAfterStore;
  /** From now on only editions of this source are activated. */
  useSource(source: string): void;
  /** What a source follows, by the last answer of the CMS. */
  assignee(source: string): Assignee | null;
  keepAssignee(source: string, assignee: Assignee): void;
  /** The kind of network in which the CMS was at the last connection. */
  cmsKind(address: string): AddressKind | null;
  keepCmsKind(address: string, kind: AddressKind): void;
  /** Records a failure on screen. Three strikes put a media file aside until it changes or a day has passed. */
  strike(mediaFileId: string, reason: Message | string): void;
  /** Called after a successful showing. */
  clearStrikes(mediaFileId: string): void;
  /** Records what this machine's browser can decode. */
  learnDecoders(verdicts: StreamVerdicts): void;
  /** Replaces the set of objects that a screen may still read. Reclaim never touches them. */
  keep(screenId: string, sha256s: readonly string[]): void;
  /** Null: it is not here. */
  object(sha256: string): StoredObject | null;
  editions(): readonly EditionSummary[];
  /** Its id: what `rollback` would activate. */
  previous(): string | null;
  /** Activates the previous edition until the CMS gives another edition than the one left. */
  rollback(): Promise<StoredEdition>;
  /** The edition that safe mode left, until it is retried. */
  leftInSafeMode(): string | null;
  keepLeftInSafeMode(edition: string | null): void;
  storage(): Storage;
  /** Hashes the object whose last check is oldest. Null: none is due. */
  scrub(bytesPerSecond?: number, signal?: AbortSignal): Promise<Scrubbed | null>;
  /** Checks a suspect object. Returns whether it is sound; if not, it is downloaded again. */
  suspect(sha256: string, bytesPerSecond?: number, signal?: AbortSignal): Promise<boolean>;
  health(): StoreHealth;
  /** Reports changes of objects, editions and strikes. Returns the function that unsubscribes. */
  onHoldingsChanged(listener: () => void): () => void;
  /** Rows changed since opening, for tests and the benchmark. */
  totalChanges(): number;
  close(): Promise<void>;
}

export type StoredObject = Pick<HeldObject, 'kind' | 'mimeType' | 'extension' | 'bytes'>;

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
  /** Called when the disk accepts writes again. */
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
  const ballast = new Ballast({ ...needs, onUsed: () => mending.reserveUsed() });
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
    hasReserve: () => ballast.isWhole,
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
  /** The shown edition may belong to another source than the one in use. */
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
    learnDecoders(verdicts) {
      if (decoders.learn(verdicts)) onChanged();
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
    object: (sha256) =>
      database.get<StoredObject>(
        'SELECT kind, mime_type AS mimeType, extension, bytes FROM object WHERE sha256 = ?',
        sha256,
      ),
    editions: () => summaries(states),
    previous: () => (states.record('active') && states.record('previous')?.editionId) ?? null,
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

import type { Status } from '../report/status.ts';
import type { Health } from './health.ts';

interface Costs {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
}

export interface MetricFacts extends Costs {
  readonly status: Status;
  readonly health: Health;
  /** Epoch milliseconds. */
  readonly now: number;
}

type Labels = Readonly<Record<string, string>>;
/** Null: unknown, and not exported as zero. */
type Sample = readonly [value: number | boolean | null, labels?: Labels];

export interface Metric {
  /** The Prometheus name without `vitrine_`. */
  readonly name: string;
  readonly kind: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** No label names a media file: their number has no bound. */
export function metricsOf(facts: MetricFacts): readonly Metric[] {
  return [...ofPlayer(facts), ...ofScreens(facts), ...ofContent(facts), ...ofMachine(facts)];
}

export function costsOfThisProcess(): Costs {
  const { user, system } = process.cpuUsage();
  return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 };
}

function ofPlayer({ status, health, now }: MetricFacts): readonly Metric[] {
  const verdicts = ['well', 'attention', 'dark'] as const;
  return [
    gauge('info', 'Version and browser of the player.', [
      [1, { version: status.version, host: status.host }],
    ]),
    gauge('start_time_seconds', 'When the player was started.', [[seconds(status.startedAt)]]),
    gauge('clock_seconds', 'What the clock of the player shows.', [[now / 1000]]),
    gauge(
      'health_verdict',
      '1 for the verdict that holds.',
      verdicts.map((verdict) => [health.verdict === verdict, { verdict }]),
    ),
    gauge('health_since_seconds', 'Since when the verdict holds.', [[seconds(health.since)]]),
    gauge(
      'health_reason',
      'What is not well: 1 for each reason.',
      health.reasons.map(({ code, verdict, screenId }) => [1, { code, verdict, screen: screenId ?? '' }]),
    ),
    gauge('engine_up', 'Whether the part that fetches and plans answers.', [
      [health.engine.state === 'well'],
    ]),
    gauge('loop_lag_seconds', 'For how long the player stood still lately.', [[health.loop.lagMs / 1000]]),
    gauge('starts_in_a_row', 'Starts without a minute of painting, this one included.', [[health.starts]]),
    gauge('safe_mode', 'Whether the player is in safe mode.', [[health.mode === 'safe']]),
    gauge('warnings', 'Number of warnings.', [[status.warnings.length]]),
  ];
}

function ofScreens({ status, health }: MetricFacts): readonly Metric[] {
  const seen = ['painting', 'standing-by', 'reviving', 'black', 'no-display', 'dark'] as const;
  const screen = (id: string): Labels => ({ screen: id });
  const decoded = status.screens
    .flatMap((one) => (one.zones ?? [one]).flatMap(({ nowPlaying }) => nowPlaying ?? []))
    .flatMap(({ screenId, decoder }) => (decoder ? { screenId, decoder } : []));
  return [
    gauge(
      'screen_wanted',
      'Whether the screen is to be on: 0 when it is off by plan or by hand.',
      health.screens.map(({ id, wanted }) => [wanted === 'on', screen(id)]),
    ),
    gauge(
      'screen_painting',
      'Whether something is seen on the screen.',
      health.screens.map(({ id, seen: how }) => [how === 'painting' || how === 'standing-by', screen(id)]),
    ),
    gauge(
      'screen_seen',
      '1 for how the screen is seen.',
      health.screens.flatMap(({ id, seen: how }) =>
        seen.map((one): Sample => [how === one, { ...screen(id), seen: one }]),
      ),
    ),
    gauge(
      'screen_since_seconds',
      'Since when the screen is seen so.',
      health.screens.map(({ id, since }) => [seconds(since), screen(id)]),
    ),
    gauge(
      'screen_playing',
      'Whether an item of the programme is on the screen.',
      status.screens.map(({ id, nowPlaying }) => [nowPlaying !== null, screen(id)]),
    ),
    gauge(
      'screen_video_hardware',
      'Whether hardware decodes the video on the screen or in its zone: 0 when the processor does.',
      decoded.map(({ screenId, decoder }) => [decoder.isHardware, screen(screenId)]),
    ),
    gauge(
      'screen_video_decoder',
      '1 for the decoder of the video, by the name that the browser gives it.',
      decoded.map(({ screenId, decoder }) => [1, { ...screen(screenId), decoder: decoder.name }]),
    ),
    gauge(
      'screen_last_frame_seconds',
      'When the screen last reported a painted frame.',
      status.screens.map(({ id, lastFrameAt }) => [seconds(lastFrameAt), screen(id)]),
    ),
    counter(
      'screen_restarts_total',
      'How often the screen was brought back.',
      status.screens.map(({ id, restarts }) => [restarts, screen(id)]),
    ),
    counter(
      'screen_recycles_total',
      'How often its renderer was replaced for the memory that it held.',
      status.screens.map(({ id, recycles }) => [recycles, screen(id)]),
    ),
    gauge(
      'screen_memory_bytes',
      'What the renderer of the screen holds.',
      status.screens.map(({ id, memoryBytes }) => [memoryBytes, screen(id)]),
    ),
    gauge('display_by_hand', 'Whether the displays are set by hand.', [[status.display.byHand !== null]]),
  ];
}

function ofContent({ status }: MetricFacts): readonly Metric[] {
  const { edition, sync, downloads, staged, update } = status;
  const states = ['idle', 'fetching', 'downloading', 'waiting', 'paused', 'stopped'] as const;
  return [
    gauge('edition_active', 'Whether there is a show.', [[edition !== null]]),
    gauge('edition_complete', 'Whether all of the show is here.', [[edition?.complete ?? null]]),
    gauge('edition_activated_seconds', 'Since when the show is on.', [
      [seconds(edition?.activatedAt ?? null)],
    ]),
    gauge('edition_missing_files', 'Files of the show that are not here, 100 at most.', [
      [edition?.missing.length ?? null],
    ]),
    gauge('edition_unplayable_files', 'Files of the show that cannot be played, 100 at most.', [
      [edition?.unplayable.length ?? null],
    ]),
    gauge(
      'sync_state',
      '1 for what the synchronisation does.',
      states.map((state) => [sync.state === state, { state }]),
    ),
    gauge('sync_failing', 'Whether the CMS could not be read the last time.', [[sync.lastError !== null]]),
    gauge('sync_last_success_seconds', 'When the CMS was last read.', [[seconds(sync.lastSuccessAt)]]),
    gauge('sync_next_seconds', 'When the next sync is due.', [[seconds(sync.nextAt)]]),
    gauge('downloads_active', 'Downloads that are under way.', [[downloads.active]]),
    gauge('downloads_queued', 'Downloads that wait.', [[downloads.queued]]),
    gauge('download_bytes_per_second', 'How fast all of them are.', [[downloads.bytesPerSecond]]),
    gauge('staged', 'Whether an update of the content is on its way.', [[staged !== null]]),
    gauge('staged_missing_files', 'Files that it still waits for.', [[staged?.missingCount ?? 0]]),
    gauge('release_trial', 'Whether a release of the player is on trial.', [[update.trial !== null]]),
    gauge('release_blocked', 'Releases that were tried and taken back.', [[update.blocked.length]]),
  ];
}

function ofMachine({ status, health, memoryBytes, cpuSeconds }: MetricFacts): readonly Metric[] {
  const { storage } = status;
  const { power, temperatures, wear } = health.sensors;
  const states = ['good', 'full', 'failing', 'read-only'] as const;
  return [
    gauge('storage_bytes', 'What the stored files take.', [[storage.bytes]]),
    gauge('storage_objects', 'How many files are stored.', [[storage.objects]]),
    gauge('storage_free_bytes', 'What is free on their disk.', [[storage.freeBytes]]),
    gauge(
      'storage_state',
      '1 for how the disk is.',
      health.storage === null ? [] : states.map((state) => [health.storage?.state === state, { state }]),
    ),
    gauge('power_low', 'Whether the supply voltage of the machine is too low.', [[power?.isLow ?? null]]),
    gauge('power_was_low', 'Whether it was too low since the machine was started.', [
      [power?.wasLow ?? null],
    ]),
    gauge(
      'temperature_celsius',
      'What the machine measures, the hottest of each kind.',
      temperatures.map(({ sensor, celsius }) => [celsius, { sensor }]),
    ),
    gauge(
      'storage_wear_ratio',
      'At least so much of the life of a disk is used: 1 is all of it.',
      wear.map(({ disk, used }) => [used, { disk }]),
    ),
    gauge('clock_trusted', 'Whether the clock is believed.', [[status.clock.trusted]]),
    gauge('resident_memory_bytes', 'What the main process of the player holds.', [[memoryBytes]]),
    counter('cpu_seconds_total', 'What it has computed.', [[cpuSeconds]]),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, kind: 'gauge', help, samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, kind: 'counter', help, samples };
}

function seconds(instant: string | null): number | null {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isFinite(at) ? at / 1000 : null;
}

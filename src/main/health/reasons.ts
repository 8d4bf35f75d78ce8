import { type Message, message } from '../../shared/languages/message.ts';
import type { Readings } from '../sensors/readings.ts';
import type { HealthFacts, LinkFacts, LoginFact, ScreenFacts, Vitals } from './facts.ts';

export interface Reason {
  /** Stable, for programs. */
  readonly code: ReasonCode;
  readonly verdict: 'attention' | 'dark';
  readonly screenId: string | null;
  readonly sentence: Message;
}

/** Stable: additions only. The guide has a row for each. */
export const reasonCodes = [
  'starting',
  'not-painting',
  'no-display',
  'reviving',
  'safe-mode',
  'browser-changed',
  'engine-silent',
  'loop-late',
  'display-not-switched',
  'disk',
  'disk-low',
  'clock-not-trusted',
  'configuration',
  'cms-silent',
  'updates-stopped',
  'release-lost',
  'no-show',
  'fleet-silent',
  'fleet-clone',
  'off-by-hand',
  'cms-never-reached',
  'unassigned',
  'playlist-empty',
  'unplayable',
  'sync-paused',
  'fleet-not-joined',
  'setup-file',
  'touch-stuck',
  'page-login',
  'under-voltage',
  'hot',
  'storage-worn',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

/** A screen restored within this time does not count as dark: a fast machine needs a second. */
const briefMs = 10_000;
/** Nightly maintenance of a CMS is shorter; a longer outage keeps new content away. */
const cmsSilentMs = 3 * 3600_000;
/** How long the first answer of CMS or broker may take; they are slow for other reasons than this machine. */
const firstAnswerMs = 600_000;
/** The show does not need the broker; only remote monitoring is lost. */
const fleetSilentMs = 3 * 3600_000;

export function limitsOf(slowness: number) {
  return {
    engineMs: 5_000 * slowness,
    // The main thread replaces a hanging engine long before.
    engineDeadMs: 180_000 * slowness,
    // The repair of a database reads names and sizes alone. A restart in the middle of it would begin it again.
    engineOpeningMs: 1_800_000 * slowness,
    loopMs: 5_000 * slowness,
    reviveMs: 600_000 * slowness,
  };
}

/** `silent`: the engine is being restarted, and the show continues. `dead`: restarts did not help. */
export function engineOf({ engine, slowness }: Pick<HealthFacts, 'engine' | 'slowness'>) {
  const { engineMs, engineDeadMs, engineOpeningMs } = limitsOf(slowness);
  if (engine.silentMs > (engine.isOpen ? engineDeadMs : engineOpeningMs)) return 'dead';
  if (!engine.isOpen) return engine.silentMs > engineDeadMs ? 'silent' : 'opening';
  return engine.silentMs > engineMs ? 'silent' : 'well';
}

/** The worst first; within a verdict, first what matters most to people before the screen. */
export function reasonsOf(facts: HealthFacts): readonly Reason[] {
  const all = [
    ...facts.screens.flatMap(ofScreen),
    ...ofMachine(facts),
    ...facts.stuckTouch.map(ofTouch),
    ...facts.pageLogins.map(ofLogin),
  ];
  return [
    ...all.filter(({ verdict }) => verdict === 'dark'),
    ...all.filter(({ verdict }) => verdict === 'attention'),
  ];
}

function ofScreen({ id: screen, wanted, state, forMs, why }: ScreenFacts): readonly Reason[] {
  if (wanted === 'off' || state === 'painting' || state === 'black') return [];
  const of = (code: ScreenCode, verdict: Reason['verdict'], sentence?: Message | null): readonly Reason[] => [
    { code, verdict, screenId: screen, sentence: sentence ?? message(`health.${code}`, { screen }) },
  ];
  if (state === 'absent') return of('no-display', 'dark', why);
  if (state === 'waiting' || state === 'starting') return of('starting', 'dark');
  return forMs > briefMs ? of('not-painting', 'dark') : of('reviving', 'attention');
}

function ofTouch(screen: string): Reason {
  const sentence = message('health.touch-stuck', { screen });
  return { code: 'touch-stuck', verdict: 'attention', screenId: screen, sentence };
}

function ofLogin({ host, why }: LoginFact): Reason {
  const sentence = message(`health.page-login.${why}`, { host });
  return { code: 'page-login', verdict: 'attention', screenId: null, sentence };
}

type ScreenCode = 'no-display' | 'starting' | 'not-painting' | 'reviving';

function ofMachine(facts: HealthFacts): readonly Reason[] {
  const { vitals, slowness, lagMs, safe, displayFailure, link, offByHand, sensors, setupFile } = facts;
  const limits = limitsOf(slowness);
  const isCmsSilent = facts.cmsSilentMs !== null && facts.cmsSilentMs > cmsSilentMs;
  const isBrokerSilent = link !== null && link.state !== 'connected' && link.forMs > fleetSilentMs;
  const found: (readonly [ReasonCode, Message | null | false | undefined])[] = [
    ['off-by-hand', offByHand && handSentence(offByHand)],
    ['browser-changed', facts.starts > 1 && facts.changed],
    ['safe-mode', safe],
    ['engine-silent', ['silent', 'dead'].includes(engineOf(facts)) && message('health.engine-silent')],
    ['loop-late', lagMs > limits.loopMs && message('health.loop-late')],
    [
      'display-not-switched',
      displayFailure && message('health.display-not-switched', { why: displayFailure }),
    ],
    ['disk', vitals && diskSentence(vitals.storage.state)],
    ['disk-low', vitals?.storage.isLow && message('health.disk-low')],
    ['under-voltage', sensors.power?.isLow && message('health.under-voltage')],
    ['hot', heatSentence(sensors)],
    ['storage-worn', wearSentence(sensors)],
    ['clock-not-trusted', vitals?.clock.trusted === false && message('health.clock-not-trusted')],
    ['configuration', vitals?.configuration],
    ['cms-silent', isCmsSilent && message('health.cms-silent')],
    [
      'cms-never-reached',
      !isCmsSilent && vitals && (facts.cmsAwaitedMs ?? 0) > firstAnswerMs && neverReached(vitals),
    ],
    ...(vitals?.content ?? []).map(({ code, sentence }) => [code, sentence] as const),
    ['setup-file', setupFile],
    ['sync-paused', vitals?.isPaused && message('health.sync-paused')],
    ['updates-stopped', vitals?.updates],
    ['release-lost', vitals?.lostRelease],
    ['no-show', vitals?.edition === null && message('health.no-show')],
    ['fleet-clone', link?.hasClone && message('health.fleet-clone')],
    ['fleet-silent', isBrokerSilent && message('health.fleet-silent')],
    ['fleet-not-joined', !isBrokerSilent && link && (link.awaitedMs ?? 0) > firstAnswerMs && notJoined(link)],
  ];
  return found.flatMap(([code, sentence]) =>
    sentence ? [{ code, verdict: 'attention', screenId: null, sentence }] : [],
  );
}

function heatSentence({ temperatures }: Readings): Message | null {
  const hot = temperatures.find(({ celsius, limit }) => celsius >= limit);
  return hot ? message('health.hot', { sensor: hot.sensor, celsius: hot.celsius }) : null;
}

function wearSentence({ wear }: Readings): Message | null {
  const worn = wear.find(({ isWorn }) => isWorn);
  return worn ? message('health.storage-worn', { disk: worn.disk, used: worn.used }) : null;
}

function handSentence({ until }: NonNullable<HealthFacts['offByHand']>): Message {
  return until === null ? message('health.off-by-hand.open') : message('health.off-by-hand', { until });
}

/** An error of the configuration that prevents requests is a reason itself. */
function neverReached({ cms, configuration }: Vitals): Message | null {
  if (configuration !== null) return null;
  return cms.error === null
    ? message('health.cms-never-reached')
    : message('health.cms-never-reached.why', { why: cms.error });
}

function notJoined({ why }: LinkFacts): Message {
  return why === null
    ? message('health.fleet-not-joined')
    : message('health.fleet-not-joined.why', { why: why.message });
}

/** `plays`: a show goes on meanwhile, and the sentence says so. */
export function diskSentence(state: Vitals['storage']['state'], plays = false): Message | null {
  if (state === 'good') return null;
  if (state === 'failing' || !plays) return message(`health.disk.${state}`);
  return message(`health.disk.${state}.playing`);
}

import { type Message, message, type Sentence } from '../../shared/languages/message.ts';
import type { HealthFacts, ScreenFacts, Vitals } from './facts.ts';

export interface Reason {
  /** Stable, for programs. */
  readonly code: ReasonCode;
  readonly verdict: 'attention' | 'dark';
  readonly screenId: string | null;
  readonly sentence: Sentence;
}

export type ReasonCode =
  | 'starting'
  | 'not-painting'
  | 'no-display'
  | 'reviving'
  | 'safe-mode'
  | 'browser-changed'
  | 'engine-silent'
  | 'loop-late'
  | 'display-not-switched'
  | 'disk'
  | 'disk-low'
  | 'clock-not-trusted'
  | 'configuration'
  | 'cms-silent'
  | 'updates-stopped'
  | 'release-lost'
  | 'no-show'
  | 'fleet-silent'
  | 'fleet-clone';

/** A screen restored within this time does not count as dark: a fast machine needs a second. */
const briefMs = 10_000;
/** Nightly maintenance of a CMS is shorter; a longer outage keeps new content away. */
const cmsSilentMs = 3 * 3600_000;
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
  const all = [...facts.screens.flatMap(ofScreen), ...ofMachine(facts)];
  return [
    ...all.filter(({ verdict }) => verdict === 'dark'),
    ...all.filter(({ verdict }) => verdict === 'attention'),
  ];
}

function ofScreen({ id: screen, wanted, state, forMs, why }: ScreenFacts): readonly Reason[] {
  if (wanted === 'off' || state === 'painting' || state === 'black') return [];
  const of = (
    code: ScreenCode,
    verdict: Reason['verdict'],
    sentence?: Sentence | null,
  ): readonly Reason[] => [
    { code, verdict, screenId: screen, sentence: sentence ?? message(`health.${code}`, { screen }) },
  ];
  if (state === 'absent') return of('no-display', 'dark', why);
  if (state === 'waiting' || state === 'starting') return of('starting', 'dark');
  return forMs > briefMs ? of('not-painting', 'dark') : of('reviving', 'attention');
}

type ScreenCode = 'no-display' | 'starting' | 'not-painting' | 'reviving';

function ofMachine(facts: HealthFacts): readonly Reason[] {
  const { vitals, slowness, lagMs, safe, displayFailure, link } = facts;
  const limits = limitsOf(slowness);
  const found: (readonly [ReasonCode, Sentence | null | false | undefined])[] = [
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
    ['clock-not-trusted', vitals?.clock.trusted === false && message('health.clock-not-trusted')],
    ['configuration', vitals?.configuration],
    [
      'cms-silent',
      facts.cmsSilentMs !== null && facts.cmsSilentMs > cmsSilentMs && message('health.cms-silent'),
    ],
    ['updates-stopped', vitals?.updates],
    ['release-lost', vitals?.lostRelease],
    ['no-show', vitals?.edition === null && message('health.no-show')],
    ['fleet-clone', link?.hasClone && message('health.fleet-clone')],
    [
      'fleet-silent',
      link && link.state !== 'connected' && link.forMs > fleetSilentMs && message('health.fleet-silent'),
    ],
  ];
  return found.flatMap(([code, sentence]) =>
    sentence ? [{ code, verdict: 'attention', screenId: null, sentence }] : [],
  );
}

/** `plays`: a show goes on meanwhile, and the sentence says so. */
export function diskSentence(state: Vitals['storage']['state'], plays = false): Message | null {
  if (state === 'good') return null;
  if (state === 'failing' || !plays) return message(`health.disk.${state}`);
  return message(`health.disk.${state}.playing`);
}

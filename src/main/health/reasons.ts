import type { HealthFacts, ScreenFacts } from './facts.ts';

/** One thing that is not well. */
export interface Reason {
  /** Stable, for programs. */
  readonly code: ReasonCode;
  readonly verdict: 'attention' | 'dark';
  readonly screenId: string | null;
  readonly sentence: string;
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

/** What is brought back within this time is no dark screen: on a quick machine it takes a second. */
const briefMs = 10_000;
/** Outages of a night are the CMS's own business; what lasts longer keeps new content away. */
const cmsSilentMs = 3 * 3600_000;
/** The broker likewise: nobody sees this player from afar, and the show does not need it. */
const fleetSilentMs = 3 * 3600_000;

/** How long things may take on a machine that is so many times slower than usual. */
export function limitsOf(slowness: number) {
  return {
    engineMs: 5_000 * slowness,
    // A thread that hangs is replaced by main long before.
    engineDeadMs: 180_000 * slowness,
    loopMs: 5_000 * slowness,
    reviveMs: 600_000 * slowness,
  };
}

/** `silent`: it is being started again, which the show does not notice. `dead`: that did not help. */
export function engineOf({ engine, slowness }: Pick<HealthFacts, 'engine' | 'slowness'>) {
  const { engineMs, engineDeadMs } = limitsOf(slowness);
  if (!engine.isOpen) return 'opening';
  if (engine.silentMs > engineDeadMs) return 'dead';
  return engine.silentMs > engineMs ? 'silent' : 'well';
}

/** The worst first, and among those of one verdict what matters most to whoever stands before the screen. */
export function reasonsOf(facts: HealthFacts): readonly Reason[] {
  const all = [...facts.screens.flatMap(ofScreen), ...ofMachine(facts)];
  return [
    ...all.filter(({ verdict }) => verdict === 'dark'),
    ...all.filter(({ verdict }) => verdict === 'attention'),
  ];
}

function ofScreen({ id, wanted, state, forMs, why }: ScreenFacts): readonly Reason[] {
  if (wanted === 'off' || state === 'painting' || state === 'black') return [];
  const dark = (code: ReasonCode, sentence: string): readonly Reason[] => [
    { code, verdict: 'dark', screenId: id, sentence },
  ];
  if (state === 'absent') return dark('no-display', why ?? `Screen ${id} has no display.`);
  if (state === 'waiting' || state === 'starting')
    return dark('starting', `Screen ${id} shows nothing yet: the player is starting.`);
  if (forMs > briefMs)
    return dark('not-painting', `Screen ${id} shows nothing new; it is being brought back.`);
  const sentence = `Screen ${id} is being brought back.`;
  return [{ code: 'reviving', verdict: 'attention', screenId: id, sentence }];
}

function ofMachine(facts: HealthFacts): readonly Reason[] {
  const { vitals, slowness, lagMs, safe } = facts;
  const limits = limitsOf(slowness);
  const found: (readonly [ReasonCode, string | null | false | undefined])[] = [
    ['browser-changed', facts.starts > 1 && facts.changed],
    ['safe-mode', safe !== null && `The player is in safe mode: ${safe}`],
    [
      'engine-silent',
      ['silent', 'dead'].includes(engineOf(facts)) &&
        'The part that fetches and plans does not answer; the show goes on.',
    ],
    ['loop-late', lagMs > limits.loopMs && 'The machine is so busy that the player stood still for a while.'],
    [
      'display-not-switched',
      facts.displayFailure && `A display could not be switched on or off: ${facts.displayFailure}`,
    ],
    ['disk', vitals && diskWords[vitals.storage.state]],
    ['disk-low', vitals?.storage.isLow && 'The disk is nearly full: updates wait.'],
    ['clock-not-trusted', vitals?.clock.trusted === false && 'The clock of this machine is wrong.'],
    ['configuration', vitals?.configuration],
    [
      'cms-silent',
      facts.cmsSilentMs !== null &&
        facts.cmsSilentMs > cmsSilentMs &&
        'The CMS has not been reached for hours: what is shown may be old.',
    ],
    ['updates-stopped', vitals?.updates],
    ['release-lost', vitals?.lostRelease],
    ['no-show', vitals?.edition === null && 'There is no show yet.'],
    [
      'fleet-clone',
      facts.link?.hasClone &&
        'Another player goes by the same name in the fleet: give each its own fleet.device and credentials.',
    ],
    [
      'fleet-silent',
      facts.link &&
        facts.link.state !== 'connected' &&
        facts.link.forMs > fleetSilentMs &&
        'The broker of the fleet has not been reached for hours; the show goes on.',
    ],
  ];
  return found.flatMap(([code, sentence]) =>
    sentence ? [{ code, verdict: 'attention', screenId: null, sentence }] : [],
  );
}

const diskWords = {
  good: null,
  full: 'The disk is full: updates wait.',
  failing: 'The disk does not take what is written to it: replace it.',
  'read-only': 'The disk can only be read: nothing that happens is kept.',
} as const;

// The stage bench's report on its recordings, and whether they pass.

import { describePauses, type Pauses, recoveryMs } from '../../support/machine-pauses.ts';
import { outside, quantile, type TransitionSeen, type Verdict } from './analysis.ts';

export interface Recorded extends Verdict {
  /** Pauses of the machine during the recording. */
  readonly machine: Pauses;
}

const wanted = { holdMedian: 2, holdWorst: 4, transitions: 60 };

type Figure = (transition: TransitionSeen) => number | null | undefined;

const figures: readonly (readonly [title: string, unit: string, figure: Figure])[] = [
  ['last frame held', 'frames', ({ holdLast }) => holdLast],
  ['first frame held', 'frames', ({ holdFirst }) => holdFirst],
  ['lost at the end', 'frames', ({ lostAtEnd }) => lostAtEnd],
  ['lost at the start', 'frames', ({ lostAtStart }) => lostAtStart],
  ['start lateness', 'ms', ({ late }) => late],
];

const valuesOf = ({ transitions }: Verdict, figure: Figure): number[] =>
  transitions.flatMap((one) => figure(one) ?? []);

/** Each figure on two lines: as recorded, and without the pauses of the machine. */
export function print(name: string, recorded: Recorded): void {
  const { machine, transitions } = recorded;
  const cleaned = machine.unseen === null ? outside(recorded, machine) : null;
  const line = (title: string, of: (verdict: Verdict) => string): void => {
    console.log(`  ${title.padEnd(18)} ${of(recorded)}`);
    if (cleaned !== null) console.log(`    outside pauses   ${of(cleaned)}`);
  };
  console.log(
    `\n${name}: ${recorded.pictures} pictures in ${recorded.seconds.toFixed(0)} s, ${transitions.length} transitions, longest gap of the recording ${recorded.worstGapMs.toFixed(0)} ms`,
  );
  line('pictures', ({ black, foreign }) => `black ${black.length} · foreign or stale ${foreign.length}`);
  for (const [title, unit, figure] of figures)
    if (valuesOf(recorded, figure).length > 0)
      line(title, (verdict) => stretch(valuesOf(verdict, figure), unit));
  line('lost within clips', ({ lostWithin, framesWithin }) => {
    const sum = (lost: typeof lostWithin): number => lost.reduce((frames, one) => frames + one.frames, 0);
    const unrecorded = sum(lostWithin.filter((one) => one.unrecorded));
    return `${sum(lostWithin)} of ${framesWithin} frames, ${unrecorded} of them while the recording itself was late`;
  });
  const apart = cleaned === null ? 0 : transitions.length - cleaned.transitions.length;
  console.log(
    `  ${describePauses(machine)} Set apart: ${apart} transitions, in a pause or at most ${recoveryMs} ms after it.`,
  );
  for (const { text } of (cleaned ?? recorded).complaints.slice(0, 20)) console.log(`  ${text}`);
  const pairings = [...countsOf([recorded])];
  console.log(`  seen: ${pairings.map(([pairing, count]) => `${pairing} ${count}`).join(', ')}`);
}

function stretch(values: readonly number[], unit: string): string {
  return values.length === 0
    ? 'none'
    : `median ${quantile(values, 0.5).toFixed(1)} · p99 ${quantile(values, 0.99).toFixed(1)} · worst ${quantile(values, 1).toFixed(1)} ${unit} (${values.length})`;
}

function countsOf(verdicts: readonly Verdict[]): ReadonlyMap<string, number> {
  const seen = verdicts.flatMap(({ transitions }) => transitions);
  const groups = Map.groupBy(seen, ({ pairing, kind }) => `${pairing} ${kind}`);
  return new Map([...groups].map(([pairing, of]) => [pairing, of.length]));
}

const contents = ['video', 'image', 'page'] as const;
const transitionKinds = ['cut', 'fade', 'slide'] as const;

/** For the rarest pairing and kind, including those that never occurred. */
function fewestOf(verdicts: readonly Verdict[]): number {
  const counts = countsOf(verdicts);
  const expected = contents.flatMap((outgoing) =>
    contents.flatMap((incoming) => transitionKinds.map((kind) => `${outgoing}→${incoming} ${kind}`)),
  );
  return Math.min(...expected.map((pairing) => counts.get(pairing) ?? 0));
}

/** Judges the transitions outside the machine's pauses, if these were measured. Too few transitions give no verdict. */
export function isAsWanted(stage: readonly Recorded[], naive: Verdict): boolean {
  const verdicts = stage.map((recorded) => outside(recorded, recorded.machine));
  const holds = verdicts.flatMap((verdict) => valuesOf(verdict, ({ holdLast }) => holdLast));
  const [median, worst] = [quantile(holds, 0.5), quantile(holds, 1)];
  const black = verdicts.flatMap((verdict) => verdict.black).length;
  const foreign = verdicts.flatMap((verdict) => verdict.foreign).length;
  const fewest = fewestOf(stage);
  const isEnough = fewest >= wanted.transitions;
  console.error(
    `\nblack ${black}, foreign or stale ${foreign} (wanted: 0) · last frame held: median ${median.toFixed(1)}, worst ${worst.toFixed(1)} frames (wanted: at most ${wanted.holdMedian} and ${wanted.holdWorst})\n` +
      `fewest transitions of a pairing and kind: ${fewest} (wanted: at least ${wanted.transitions}${isEnough ? '' : ': too few for a verdict'}) · the naive control shows ${naive.black.length} black pictures`,
  );
  return (
    isEnough &&
    black === 0 &&
    foreign === 0 &&
    median <= wanted.holdMedian &&
    worst <= wanted.holdWorst &&
    naive.black.length > 0
  );
}

// The same show alone and as one of four zones, by turns in one recording, at the same place and size.
import { setTimeout as wait } from 'node:timers/promises';
import type { Programme, Zone } from '../../../src/shared/programme.ts';
import { cue, image, looping, page, programmeMessage } from '../../../test/renderer/programmes.ts';
import { analyse, outside, quantile, type Verdict } from './analysis.ts';
import { record } from './recording.ts';
import { print, type Recorded } from './report.ts';
import { type Bench, known, passMs } from './transitions.ts';

/** The recorded quarter. */
const quarter = { left: 0, top: 0, width: 640, height: 360 };
const zoneAt = (id: string, left: string, top: string): Zone => ({
  id,
  left,
  top,
  width: '50%',
  height: '50%',
  fit: 'stretch',
  sounds: id === 'loop',
});
const zones = [
  zoneAt('loop', '0%', '0%'),
  zoneAt('stills', '50%', '0%'),
  zoneAt('page', '0%', '50%'),
  zoneAt('fades', '50%', '50%'),
];

/** The other zones. */
function neighbours(site: string): readonly Programme[] {
  const stills = (name: string, ms: number, fadeMs: number) =>
    [2, 3].map((id) =>
      cue(`${name}-${id}`, image(`media/image-${id}.png`), ms, {
        transition: fadeMs === 0 ? { kind: 'cut', durationMs: 0 } : { kind: 'fade', durationMs: fadeMs },
      }),
    );
  return [
    looping('stills', stills('still', 2_000, 0), { screenId: '1/stills' }),
    looping('page', [cue('page', page(`${site}/5`), 3_600_000)], { screenId: '1/page' }),
    looping('fades', stills('fade', 3_000, 300), { screenId: '1/fades' }),
  ];
}

/** A new show replaces the old one within this time. */
const settlingMs = 2_000;
/** In frames at 30 a second: one picture of the recording. */
const tolerance = 0.5;

/** Whether changes in a zone are as good as without zones. */
export async function measureZones({ stage, machine, cues, site }: Bench, rounds: number): Promise<boolean> {
  const recording = await record(stage.display, `${quarter.width}x${quarter.height}`);
  const stretches: { readonly zoned: boolean; readonly from: number; readonly until: number }[] = [];
  for (let turn = 0; turn < 2 * rounds; turn += 1) {
    const zoned = turn % 2 === 1;
    console.error(`${zoned ? 'four zones' : 'alone'}: pass ${Math.floor(turn / 2) + 1} of ${rounds}`);
    const loop = looping(`loop-${turn}`, cues, { editionId: `edition-${turn}` });
    if (zoned)
      for (const programme of [{ ...loop, screenId: '1/loop' }, ...neighbours(site)])
        await stage.send(programmeMessage(programme, { zones }));
    else await stage.send(programmeMessage(loop, { region: quarter }));
    const from = Date.now() + settlingMs;
    await wait(settlingMs + passMs);
    stretches.push({ zoned, from, until: Date.now() });
  }
  await recording.stop();
  const { unseen, pauses } = await machine.pauses();
  const seen = (zoned: boolean): Recorded => {
    const own = stretches.filter((stretch) => stretch.zoned === zoned);
    const within = (at: number): boolean => own.some(({ from, until }) => from <= at && at <= until);
    const parts = own.map(({ from, until }) =>
      analyse(
        recording.sights.filter(({ at }) => at <= until),
        known,
        from,
      ),
    );
    const machinesOwn = pauses.filter((pause) => within(pause.from) || within(pause.until));
    return { ...joined(parts), machine: { unseen, pauses: machinesOwn } };
  };
  const [alone, four] = [seen(false), seen(true)];
  print('alone', alone);
  print('in one of four zones', four);
  return judge(alone, four);
}

function joined(parts: readonly Verdict[]): Verdict {
  const sum = (of: (part: Verdict) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    pictures: sum(({ pictures }) => pictures),
    seconds: sum(({ seconds }) => seconds),
    framesWithin: sum(({ framesWithin }) => framesWithin),
    worstGapMs: Math.max(...parts.map(({ worstGapMs }) => worstGapMs)),
    black: parts.flatMap(({ black }) => black),
    foreign: parts.flatMap(({ foreign }) => foreign),
    transitions: parts.flatMap(({ transitions }) => transitions),
    lostWithin: parts.flatMap(({ lostWithin }) => lostWithin),
    complaints: parts.flatMap(({ complaints }) => complaints),
  };
}

function judge(alone: Recorded, four: Recorded): boolean {
  const [one, other] = [alone, four].map((recorded) => {
    const { transitions, black, foreign } = outside(recorded, recorded.machine);
    const holds = transitions.flatMap(({ holdLast }) => holdLast ?? []);
    return { median: quantile(holds, 0.5), worst: quantile(holds, 1), wrong: black.length + foreign.length };
  });
  if (one === undefined || other === undefined) return false;
  console.error(
    `\nlast frame held, outside the machine's pauses: alone median ${one.median.toFixed(1)}, worst ${one.worst.toFixed(1)} frames; in one of four zones ` +
      `${other.median.toFixed(1)} and ${other.worst.toFixed(1)} (wanted: at most ${tolerance} more in the median) · black or foreign: ${one.wrong} and ${other.wrong} (wanted: 0)`,
  );
  return other.median <= one.median + tolerance && other.wrong === 0;
}

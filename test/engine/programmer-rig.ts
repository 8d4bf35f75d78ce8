import type { Edition } from '../../src/main/edition/edition.ts';
import { emptyHoldings, type Holdings } from '../../src/main/edition/holdings.ts';
import { Programmer, type ProgrammerNeeds } from '../../src/main/engine/programmer.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Programme, ScreenSettings, Sequence } from '../../src/shared/programme.ts';
import { holdings } from '../schedule/inputs.ts';
import { openLook } from '../support/look.ts';
import { ManualClock } from '../support/manual-clock.ts';

export interface Emitted {
  readonly screenId: string;
  readonly programme: Programme;
  readonly settings: ScreenSettings;
  readonly at: string;
}

const flat = (sequence: Sequence): readonly number[] =>
  sequence.members.flatMap((member) => (typeof member === 'number' ? [member] : flat(member)));

/** A programmer on a manual clock. */
export class Rig {
  readonly clock: ManualClock;
  readonly emitted: Emitted[] = [];
  readonly lines: LogLine[] = [];
  readonly programmer: Programmer;
  edition: Edition | null;
  holdings: Holdings;
  systemZone = 'UTC';
  serverTime: { readonly date: number; readonly sinceBoot: number } | null = null;
  broken = false;

  constructor(edition: Edition | null, start: string, config: Partial<ProgrammerNeeds['config']> = {}) {
    this.edition = edition;
    this.holdings = edition ? holdings(edition) : emptyHoldings;
    this.clock = new ManualClock({ at: start });
    this.programmer = new Programmer({
      clock: this.clock,
      log: createLog((line) => this.lines.push(line)),
      config: {
        timeZone: null,
        transition: { kind: 'cut', durationMs: 0 },
        player: { sync: 'free', atBoundary: 'cut', memoryMiB: null, restartAt: null, restartMachine: null },
        screen: openLook,
        screens: [],
        ...config,
      },
      activeEdition: () => {
        if (this.broken) throw new Error('the disk is gone');
        return this.edition;
      },
      holdings: () => this.holdings,
      systemZone: () => this.systemZone,
      serverTime: () => this.serverTime,
      emit: (screenId, programme, settings) =>
        this.emitted.push({ screenId, programme, settings, at: new Date(this.clock.now()).toISOString() }),
    });
  }

  /** Entry ids that the last programme plays now. */
  get playing(): string {
    const programme = this.emitted.at(-1)?.programme;
    const part =
      programme?.segments.findLast(({ from }) => from <= this.clock.now()) ?? programme?.segments[0];
    if (!programme || !part) return 'nothing was emitted';
    return flat(part.sequence)
      .map((index) => programme.cues[index]?.entryId)
      .join(' ');
  }
}

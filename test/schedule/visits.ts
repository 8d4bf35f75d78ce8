import type { Edition } from '../../src/main/edition/edition.ts';
import { buildProgramme } from '../../src/main/schedule/programme.ts';
import { type KeptTurns, parseTurns, turnsIn } from '../../src/main/schedule/turns.ts';
import type { Position } from '../../src/renderer/agenda.ts';
import { LoopAgenda } from '../../src/renderer/loop-agenda.ts';
import type { Programme } from '../../src/shared/programme.ts';
import { TurnsTaken } from '../../src/shared/turns.ts';
import { holdings, scheduleInput } from './inputs.ts';

const dayMs = 24 * 3600_000;

/** A screen as the player runs it: repeated planning, an agenda for each programme, and turns stored as text. */
export class Screen {
  now: number;
  /** Of the item played last. */
  startedAt = 0;
  #edition: Edition;
  #missing: readonly string[] = [];
  #kept = '[]';
  #turns = new TurnsTaken();
  #agenda: LoopAgenda | null = null;
  #position: Position | null = null;

  constructor(edition: Edition, now: number) {
    this.#edition = edition;
    this.now = now;
    this.#plan();
  }

  /** Plays one item to its end and returns its path. */
  next(): string {
    const turn =
      this.#position === null
        ? this.#agenda?.starting(this.now)
        : this.#agenda?.following({ position: this.#position, endsAt: this.now }, false);
    const position = turn?.position;
    if (!turn || !position) throw new Error('nothing plays');
    this.now = turn.at;
    this.#position = position;
    this.startedAt = this.now;
    if (this.#turns.started(position.cue, this.now, position))
      this.#kept = JSON.stringify([...this.#turns.value]);
    this.now += position.cue.durationMs;
    return position.cue.path.join('>');
  }

  /** Of the item played last, as proof of play names it: which of how many. */
  get visit(): string | null {
    const { visit } = this.#turns;
    return visit === null ? null : `${visit.item} of ${visit.of}`;
  }

  /** Restarts the player. */
  restart(): void {
    this.#turns = new TurnsTaken();
    this.#position = null;
    this.#plan();
  }

  /** A reloaded stage goes on after the last item of the one before. */
  reload(): void {
    const turns = [...this.#turns.value];
    const last = this.#position?.cue.id;
    this.#turns = new TurnsTaken();
    this.#plan(turns);
    if (last !== undefined) this.#turns.follow(last);
  }

  change(edition: Edition, missing = this.#missing): void {
    this.#edition = edition;
    this.#missing = missing;
    this.#plan();
  }

  /** `shown`: the turns that main knows of a stage that it reloads. */
  #plan(shown: KeptTurns = []): void {
    const programme = planned(this.#edition, this.now, false, this.#missing);
    const turns = turnsIn(this.#edition, parseTurns(this.#kept));
    this.#kept = JSON.stringify(turns);
    this.#turns.programme({ ...programme, turns: shown.length > 0 ? shown : turns });
    this.#agenda = new LoopAgenda(programme, () => this.#turns.value);
    if (this.#position)
      this.#position =
        this.#agenda.locate({ position: this.#position, endsAt: this.now }.position, this.now - 1)
          ?.position ?? null;
  }
}

export function planned(
  edition: Edition,
  from: number,
  inStep: boolean,
  missing: readonly string[] = [],
): Programme & { readonly endlessRotations: boolean } {
  const input = scheduleInput(edition, { holdings: holdings(edition, missing) });
  return buildProgramme({ ...input, from, horizonMs: dayMs, inStep });
}

import { Player } from '../../src/renderer/player.ts';
import type { FromScreen } from '../../src/shared/messages.ts';
import type { Cue, Programme } from '../../src/shared/programme.ts';
import { FakeClock, FakeStage } from './fakes.ts';
import { cue, image, looping, video } from './programmes.ts';

/** The player on a stage and with a clock that do what the test wants. */
export class PlayerRig {
  readonly clock: FakeClock;
  readonly stage: FakeStage;
  /** Everything that the player reported, in order. */
  readonly messages: FromScreen[] = [];
  readonly player: Player;

  /** `random`: what the player draws whenever it draws lots. */
  constructor(random = 0.5, clock = new FakeClock()) {
    this.clock = clock;
    this.stage = new FakeStage(clock);
    const ids = new Array(1_000_000).keys();
    this.player = new Player({
      clock: this.clock,
      stage: this.stage,
      report: (message) => this.messages.push(message),
      newId: () => `showing-${ids.next().value}`,
      random: () => random,
    });
  }

  /** What was seen, by the ids of its cues; null: the standby screen. */
  get seen(): readonly (string | null)[] {
    return this.stage.seen.map((one) => one.cue);
  }

  /** Seconds since the first picture at which each one was up. */
  get times(): readonly number[] {
    return this.stage.seen.map((one) => (one.at - (this.stage.seen[0]?.at ?? 0)) / 1000);
  }

  /** What was begun to be made ready, by the ids of its cues. */
  get prepared(): readonly string[] {
    return this.stage.items.map((item) => item.cue.id);
  }

  of<T extends FromScreen['type']>(type: T): readonly Extract<FromScreen, { type: T }>[] {
    return this.messages.filter(
      (message): message is Extract<FromScreen, { type: T }> => message.type === type,
    );
  }
}

export const a = cue('a', image('a'), 10_000);
export const b = cue('b', video('b'), 5_000);
export const c = cue('c', image('c'), 3_000);

/** Two segments: the first cues until `at`, the other ones from then on. */
export function changing(
  cues: readonly Cue[],
  at: number,
  first: readonly number[],
  then: readonly number[],
): Programme {
  return looping('p', cues, {
    segments: [
      { from: 0, anchor: 0, sequence: { seed: null, members: first } },
      { from: at, anchor: at, sequence: { seed: null, members: then } },
    ],
  });
}

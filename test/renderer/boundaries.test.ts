import { beforeEach, describe, expect, test } from 'vitest';
import { a, b, c, changing, PlayerRig } from './rig.ts';

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('boundaries', () => {
  test('a cue that is gone is cut at the boundary', () => {
    const at = rig.clock.epoch() + 4_000;
    rig.player.play(changing([a, c], at, [0], [1]), false);
    rig.clock.pass(5_000);
    expect(rig.seen).toEqual(['a', 'c']);
    expect(rig.stage.seen[1]?.at).toBe(rig.clock.monoAt(at));
    expect(rig.of('ended')[0]?.outcome).toBe('interrupted');
  });

  test('a removed cue plays to its end if the settings say so', () => {
    rig.player.play(changing([a, c], rig.clock.epoch() + 4_000, [0], [1]), true);
    rig.clock.pass(11_000);
    expect(rig.seen).toEqual(['a', 'c']);
    expect(rig.times).toEqual([0, 10]);
  });

  test('a cue that the next segment keeps plays on without a restart', () => {
    rig.player.play(changing([a, b, c], rig.clock.epoch() + 4_000, [0, 1], [2, 0]), false);
    rig.clock.pass(11_000);
    expect(rig.seen).toEqual(['a', 'c']);
    expect(rig.times).toEqual([0, 10]);
  });

  test('an empty segment shows the standby screen', () => {
    rig.player.play(changing([a], rig.clock.epoch() + 4_000, [0], []), false);
    rig.clock.pass(5_000);
    expect(rig.seen).toEqual(['a', null]);
    expect(rig.player.cue).toBeNull();
  });

  test('an item appears exactly at the boundary that starts the show', () => {
    const at = rig.clock.epoch() + 4_000;
    rig.player.play(changing([a], at, [], [0]), false);
    rig.clock.pass(5_000);
    expect(rig.seen).toEqual(['a']);
    expect(rig.stage.seen[0]?.at).toBe(rig.clock.monoAt(at));
  });

  test('an item raised just before its boundary is not treated as removed', () => {
    rig.stage.leadMs = 20;
    rig.stage.saysEarlyMs = 20;
    rig.player.play(changing([a, c, b], rig.clock.epoch() + 4_000, [0], [2]), false);
    rig.clock.pass(8_000);
    expect(rig.seen).toEqual(['a', 'b']);
    expect(rig.of('ended')).toHaveLength(1);
  });

  test('a clock jump moves the boundary', () => {
    rig.player.play(changing([a, c], rig.clock.epoch() + 3_600_000, [0], [1]), false);
    rig.clock.pass(2_000);
    rig.clock.offset += 3_600_000;
    rig.player.clockMoved();
    rig.clock.pass(200);
    expect(rig.seen).toEqual(['a', 'c']);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from './fakes.ts';
import { cue, image, looping, page } from './programmes.ts';
import { a, b, c, PlayerRig } from './rig.ts';

/** As of a browser: each reading is later than the one before it, and a wait ends up to a millisecond early. */
class RestlessClock extends FakeClock {
  readonly #stepMs: number;

  constructor(stepMs: number) {
    super();
    this.#stepMs = stepMs;
  }

  override mono(): number {
    this.freeze(this.#stepMs);
    return super.mono();
  }

  override after(ms: number, callback: () => void): () => void {
    return super.after(Math.floor(ms), callback);
  }
}

let rig: PlayerRig;

beforeEach(() => {
  rig = new PlayerRig();
});

describe('a loop', () => {
  test('plays every cue for its length, again and again, without main', () => {
    rig.player.play(looping('p', [a, b, c]), false);
    rig.clock.pass(40_000);
    expect(
      rig.stage.items.flatMap(({ followed }) => followed),
      'nobody says where it should be',
    ).toEqual([]);
    expect(rig.stage.item('c').elapsedMs).toBe(0);
    expect(rig.seen).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
    expect(rig.times).toEqual([0, 10, 15, 18, 28, 33, 36]);
  });

  test('begins with a cut because the stage is empty; later items have their transition', () => {
    const fade = { kind: 'fade', durationMs: 800 } as const;
    rig.player.play(
      looping('p', [
        { ...a, transition: fade },
        { ...b, transition: fade },
      ]),
      false,
    );
    rig.clock.pass(1_000);
    expect(rig.stage.item('a').cue.transition.kind).toBe('cut');
    rig.clock.pass(12_000);
    expect(rig.stage.item('b').cue.transition).toEqual(fade);
  });

  test.each([
    0.005, 0.02, 0.1, 0.7,
  ])('never waits forever when time passes during a decision: %d ms', (ms) => {
    rig = new PlayerRig(0.5, new RestlessClock(ms));
    rig.stage.broken.add('c');
    rig.player.play(looping('p', [a, c, b, a]), false);
    rig.clock.pass(3_600_000);
    const lastSeenAt = rig.of('started').at(-1)?.at ?? 0;
    expect(rig.clock.epoch() - lastSeenAt).toBeLessThan(11_000);
    expect(rig.of('started').length).toBeGreaterThan(400);
  });

  test('reports each showing once, with its end', () => {
    rig.player.play(looping('p', [b, c]), false);
    rig.clock.pass(9_000);
    expect(rig.of('started').map((one) => one.cueId)).toEqual(['b', 'c', 'b']);
    expect(rig.of('ended').map((one) => [one.cueId, one.outcome])).toEqual([
      ['b', 'completed'],
      ['c', 'completed'],
    ]);
    expect(new Set(rig.of('started').map((one) => one.showingId)).size).toBe(3);
    const [first] = rig.of('started');
    expect(first?.at).toBe(rig.clock.offset + (rig.stage.seen[0]?.at ?? 0));
  });

  test('sets one timer at a time, however long it plays', () => {
    rig.player.play(looping('p', [b, c, cue('d', image('d'), 1_000)]), false);
    rig.clock.pass(900_000);
    expect(rig.clock.waits.length).toBeLessThan(4);
    rig.player.play(looping('p', [c]), false);
    rig.clock.pass(900_000);
    expect(rig.clock.waits.length).toBeLessThan(4);
  });

  test('does not accumulate small delays', () => {
    rig.stage.leadMs = 0;
    rig.player.play(looping('p', [b, c]), false);
    rig.clock.pass(1_000);
    rig.stage.leadMs = 100;
    rig.clock.pass(800_000);
    const last = rig.stage.seen.findLast((one) => one.cue === 'b');
    const since = (last?.at ?? 0) - (rig.stage.seen[0]?.at ?? 0);
    expect(since % 8_000).toBeLessThanOrEqual(200);
  });

  test('starts an item early enough to be up in time', () => {
    rig.stage.leadMs = 90;
    rig.player.play(looping('p', [b, c]), false);
    rig.clock.pass(20_000);
    // The first one is due at once, and late by what it takes. That does not shift what follows.
    expect(rig.times.map((time) => Math.round(time * 1000))).toEqual([0, 4_910, 7_910, 12_910, 15_910]);
  });

  test('prepares the next item at most 20 s before its turn', () => {
    rig.player.play(looping('p', [cue('long', image('l'), 3_600_000), c]), false);
    rig.clock.pass(50 + 3_580_000 - 1);
    expect(rig.prepared).toEqual(['long']);
    rig.clock.pass(1);
    expect(rig.prepared).toEqual(['long', 'c']);
  });

  test('keeps a single picture on screen, with one showing per length', () => {
    rig.player.play(looping('p', [c]), false);
    rig.clock.pass(30_100);
    expect(rig.stage.items).toHaveLength(1);
    expect(rig.of('ended')).toHaveLength(10);
    expect(rig.of('ended').every((one) => one.outcome === 'completed')).toBe(true);
  });

  test('keeps a single page on screen: it reloads itself', () => {
    rig.player.play(looping('p', [cue('page', page('http://one.test/'), 60_000)]), false);
    rig.clock.pass(2 * 3_600_000 + 120_000);
    expect(rig.stage.items).toHaveLength(1);
    expect(rig.of('ended')).toHaveLength(121);
  });

  test('reloads a single text after an hour, in the background', () => {
    rig.player.play(looping('p', [cue('text', { kind: 'text', source: 'media/t.txt' }, 60_000)]), false);
    rig.clock.pass(2 * 3_600_000 + 120_000);
    expect(rig.stage.items.length).toBeGreaterThanOrEqual(2);
    expect(rig.stage.items.length).toBeLessThanOrEqual(3);
    expect(rig.stage.clears).toBe(0);
  });

  test('restarts a single video from the other element', () => {
    rig.player.play(looping('p', [b]), false);
    rig.clock.pass(12_000);
    expect(rig.seen).toEqual(['b', 'b', 'b']);
  });

  test('follows a video at its own end', () => {
    rig.player.play(looping('p', [{ ...b, toOwnEnd: true }, c]), false);
    rig.clock.pass(3_000);
    rig.stage.item('b').remaining = 1_500;
    rig.clock.pass(1_000);
    rig.stage.item('b').events.ended();
    rig.clock.pass(10);
    expect(rig.seen).toEqual(['b', 'c']);
    expect(rig.times[1]).toBeLessThan(4.1);
    expect(rig.of('ended')[0]?.outcome).toBe('completed');
  });
});

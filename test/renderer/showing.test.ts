import { describe, expect, test } from 'vitest';
import type { Turn } from '../../src/renderer/agenda.ts';
import { Showing } from '../../src/renderer/showing.ts';
import type { FromScreen } from '../../src/shared/messages.ts';
import type { Cue } from '../../src/shared/programme.ts';
import { FakeClock } from './fakes.ts';
import { cue, image, looping, page, video } from './programmes.ts';

const poster = cue('poster', image('p'), 10_000);
const clip = cue('clip', video('v'), 10_000, { toOwnEnd: true });

interface Begin {
  readonly inStep?: boolean;
  /** How late it came up. */
  readonly lateMs?: number;
  readonly random?: number;
  /** In step: when its turn ends, from its beginning. */
  readonly turnMs?: number;
}

/** One showing, alone: all instants are milliseconds from the instant at which it was due. */
class ShowingRig {
  readonly clock = new FakeClock();
  readonly messages: FromScreen[] = [];
  readonly followed: number[] = [];
  remaining: number | null = null;
  readonly showing: Showing;
  readonly #dueAt = this.clock.mono() + 1_000;

  constructor(shown: Cue, { inStep = false, lateMs = 0, random = 0, turnMs = shown.durationMs }: Begin = {}) {
    this.clock.pass(1_000 + lateMs);
    const at = this.clock.epoch() - lateMs;
    const position = { segment: 0, pass: 0, index: 0, cue: shown };
    this.showing = new Showing(
      { clock: this.clock, report: (message) => this.messages.push(message), random: () => random },
      {
        item: {
          leadMs: 0,
          stand: async () => undefined,
          show: () => undefined,
          remainingMs: () => this.remaining,
          follow: (elapsedMs) => this.followed.push(elapsedMs),
          release: () => undefined,
        },
        showingId: 'it',
        due: {
          programme: looping('p', [shown], { inStep }),
          turn: { at, position, endsAt: inStep ? at + turnMs : null },
          at: this.#dueAt,
        },
        shownAt: this.clock.mono(),
        since: this.clock.mono(),
      },
    );
  }

  /** The programme has it there now; null: nowhere. */
  locate(found: Partial<Turn> | null, graceMs = 0): void {
    const position = this.showing.position;
    const turn = found && { at: this.clock.epoch(), position, endsAt: null, ...found };
    this.showing.locate({ locate: () => turn }, graceMs);
  }

  at(mono: number): number {
    return mono - this.#dueAt;
  }

  get endsAt(): number {
    return this.at(this.showing.endsAt);
  }

  get peaceMs(): number {
    return this.at(this.showing.inPeaceUntil);
  }

  nextDue(planned: number): number {
    return this.at(this.showing.nextDue(this.#dueAt + planned));
  }

  staysFor(next: Cue): boolean {
    const position = { segment: 0, pass: 0, index: 1, cue: next };
    return this.showing.staysFor({ at: this.clock.epoch(), position, endsAt: null });
  }

  end(mono: number): { readonly proven: boolean; readonly outcome: string } {
    const proven = this.showing.end(this.#dueAt + mono);
    const ended = this.messages.at(-1);
    return { proven, outcome: ended?.type === 'ended' ? ended.outcome : 'none' };
  }

  inSightUntil(dueAt: number, isLast: boolean, isExhausted: boolean): number {
    return this.at(this.showing.inSightUntil(this.clock.mono(), this.#dueAt + dueAt, isLast, isExhausted));
  }
}

describe('the time of a showing', () => {
  test('counts from the planned start if it comes up at most 250 ms late', () => {
    expect(new ShowingRig(poster, { lateMs: 250 }).endsAt).toBe(10_000);
    expect(new ShowingRig(poster, { lateMs: 251 }).endsAt).toBe(10_251);
  });

  test('counts from its appearance when that was early', () => {
    expect(new ShowingRig(poster, { lateMs: -30 }).endsAt).toBe(9_970);
  });

  test('is that of its turn in step, however late it came up', () => {
    const rig = new ShowingRig(poster, { inStep: true, lateMs: 4_000, turnMs: 6_000 });
    expect(rig.endsAt).toBe(6_000);
    rig.showing.follow();
    expect(rig.followed).toEqual([4_000]);
  });

  test('changes when a new programme shows the cue for longer', () => {
    const rig = new ShowingRig(poster);
    rig.clock.pass(2_000);
    rig.locate({});
    expect(rig.endsAt).toBe(10_000);
    const position = { segment: 0, pass: 0, index: 0, cue: { ...poster, durationMs: 15_000 } };
    rig.locate({ position });
    expect(rig.endsAt).toBe(15_000);
  });

  test('moves with the clock in step', () => {
    const rig = new ShowingRig(poster, { inStep: true });
    rig.clock.pass(5_000);
    const now = rig.clock.epoch();
    rig.locate({ at: now - 7_000, endsAt: now + 3_000 });
    expect(rig.endsAt).toBe(8_000);
    rig.showing.follow();
    expect(rig.followed).toEqual([7_000]);
  });

  test('ends at once, or soon, when no programme has it any more', () => {
    const gone = new ShowingRig(poster);
    gone.clock.pass(1_000);
    gone.locate(null, 8_999);
    expect(gone.endsAt).toBe(1_000);
    expect(gone.showing.position).toBeNull();
    const soon = new ShowingRig(poster);
    soon.clock.pass(1_000);
    soon.locate(null, 9_000);
    expect(soon.endsAt).toBe(10_000);
  });

  test('stays over after a failure, wherever a new programme has it', () => {
    const rig = new ShowingRig(poster, { inStep: true });
    rig.clock.pass(1_000);
    rig.showing.fail('decode: broken');
    rig.clock.pass(1_000);
    rig.locate({ endsAt: rig.clock.epoch() + 8_000 });
    expect(rig.endsAt).toBe(1_000);
    rig.showing.follow();
    expect(rig.followed).toEqual([]);
  });
});

test('gets no position once no programme has it', () => {
  const rig = new ShowingRig(clip, { inStep: true });
  rig.locate(null, 60_000);
  rig.showing.follow();
  expect(rig.followed).toEqual([]);
});

describe('the delay before the next item is prepared', () => {
  test('is 300 ms to 1.8 s in step', () => {
    expect(new ShowingRig(poster, { inStep: true, random: 0 }).peaceMs).toBe(300);
    expect(new ShowingRig(poster, { inStep: true, random: 0.9 }).peaceMs).toBe(1_650);
  });

  test('is at most a quarter of the showing', () => {
    const rig = new ShowingRig(poster, { inStep: true, random: 0.9, turnMs: 2_000 });
    expect(rig.peaceMs).toBe(500);
    rig.showing.fail('decode: broken');
    expect(rig.peaceMs).toBe(0);
  });

  test('is zero in a loop', () => {
    expect(new ShowingRig(poster, { random: 0.9 }).peaceMs).toBe(0);
  });
});

describe('an item that follows itself', () => {
  test.each([
    ['a picture', poster, true],
    ['a text', cue('text', { kind: 'text', source: 't' }, 10_000), true],
    ['a page', cue('page', page('http://one.test/'), 10_000), true],
    ['not a video', clip, false],
    ['not a document', cue('pdf', { kind: 'pdf', source: 'd' }, 10_000), false],
  ])('%s', (_, shown, stays) => {
    const rig = new ShowingRig(shown);
    rig.clock.pass(10_000);
    expect(rig.staysFor(shown)).toBe(stays);
    expect(rig.staysFor({ ...shown, id: 'another' })).toBe(false);
    rig.showing.fail('decode: broken');
    expect(rig.staysFor(shown)).toBe(false);
  });

  test('stays for an hour as a picture, forever as a page', () => {
    const [picture, site] = [new ShowingRig(poster), new ShowingRig(cue('page', page('http://one.test/')))];
    for (const { clock } of [picture, site]) clock.pass(3_599_999);
    expect(picture.staysFor(picture.showing.cue)).toBe(true);
    for (const { clock } of [picture, site]) clock.pass(1);
    expect(picture.staysFor(picture.showing.cue)).toBe(false);
    expect(site.staysFor(site.showing.cue)).toBe(true);
  });
});

describe('the next turn is due', () => {
  test('as planned, unless a video plays to its own end', () => {
    const rig = new ShowingRig(clip);
    expect(rig.nextDue(10_000)).toBe(10_000);
    rig.clock.pass(4_000);
    rig.remaining = 7_999;
    expect(rig.nextDue(10_000)).toBe(11_999);
    rig.remaining = 4_001;
    expect(rig.nextDue(10_000)).toBe(8_001);
  });

  test('as planned when the own end is 2 s or more away from the plan', () => {
    const rig = new ShowingRig(clip);
    rig.clock.pass(4_000);
    rig.remaining = 8_000;
    expect(rig.nextDue(10_000)).toBe(10_000);
    rig.remaining = 4_000;
    expect(rig.nextDue(10_000)).toBe(10_000);
  });

  test('as planned when a boundary or a new programme cuts the item', () => {
    const rig = new ShowingRig(clip);
    rig.clock.pass(4_000);
    rig.remaining = 5_500;
    expect(rig.nextDue(9_000)).toBe(9_000);
    expect(rig.nextDue(10_000)).toBe(9_500);
    rig.clock.pass(5_000);
    rig.remaining = 500;
    rig.locate(null);
    expect(rig.nextDue(9_000)).toBe(9_000);
  });

  test('as planned after the end, and without an own end', () => {
    const over = new ShowingRig(clip);
    over.clock.pass(9_000);
    over.remaining = 800;
    over.showing.cameToItsEnd();
    expect(over.endsAt).toBe(9_000);
    expect(over.nextDue(9_000)).toBe(9_000);
    const circling = new ShowingRig({ ...clip, toOwnEnd: false });
    circling.remaining = 9_000;
    expect(circling.nextDue(10_000)).toBe(10_000);
  });

  test('at the own end when the length was unknown, however far from the guess', () => {
    const rig = new ShowingRig({ ...clip, lengthUnknown: true });
    expect(rig.nextDue(10_000)).toBe(10_000);
    rig.remaining = 60_000;
    expect(rig.nextDue(10_000)).toBe(60_000);
    rig.remaining = 3_000;
    expect(rig.nextDue(10_000)).toBe(3_000);
  });

  test('at the end of the turn in step, also after the end of a video', () => {
    const rig = new ShowingRig(clip, { inStep: true });
    rig.clock.pass(9_000);
    rig.showing.cameToItsEnd();
    expect(rig.endsAt).toBe(10_000);
  });
});

describe('the item stays in sight', () => {
  test('while something follows, unless everything is broken', () => {
    const rig = new ShowingRig(poster);
    expect(rig.inSightUntil(10_000, false, false)).toBe(Number.POSITIVE_INFINITY);
    expect(rig.inSightUntil(12_000, false, true)).toBe(12_000);
    expect(rig.inSightUntil(8_000, false, true)).toBe(10_000);
  });

  test('until its end when nothing follows, and until nothing is due at most', () => {
    const rig = new ShowingRig(poster);
    expect(rig.inSightUntil(Number.POSITIVE_INFINITY, true, false)).toBe(10_000);
    expect(rig.inSightUntil(4_000, true, false)).toBe(4_000);
    rig.clock.pass(11_000);
    expect(rig.inSightUntil(Number.POSITIVE_INFINITY, true, false)).toBe(11_000);
  });
});

describe('the end of a showing', () => {
  test('is complete at the own end when the length was unknown', () => {
    const ended = (remaining: number, at: number) => {
      const rig = new ShowingRig({ ...clip, lengthUnknown: true });
      rig.remaining = remaining;
      return rig.end(at).outcome;
    };
    expect(ended(100, 3_000)).toBe('completed');
    expect(ended(5_000, 3_000)).toBe('interrupted');
    expect(ended(5_000, 30_000)).toBe('interrupted');
  });

  test('is complete up to 250 ms early', () => {
    expect(new ShowingRig(poster).end(9_750).outcome).toBe('completed');
    expect(new ShowingRig(poster).end(9_749).outcome).toBe('interrupted');
  });

  test('is complete when a video ended', () => {
    const rig = new ShowingRig(clip);
    rig.clock.pass(8_000);
    rig.showing.cameToItsEnd();
    expect(rig.end(8_000).outcome).toBe('completed');
  });

  test('proves that the show works after 2 s, or half of its time', () => {
    expect(new ShowingRig(poster).end(1_999).proven).toBe(false);
    expect(new ShowingRig(poster).end(2_000).proven).toBe(true);
    const short = { ...poster, durationMs: 1_000 };
    expect(new ShowingRig(short).end(499).proven).toBe(false);
    expect(new ShowingRig(short).end(500).proven).toBe(true);
  });

  test('proves nothing after a failure', () => {
    const rig = new ShowingRig(poster);
    rig.clock.pass(9_000);
    rig.showing.fail('stalled: no progress');
    expect(rig.end(9_000)).toEqual({ proven: false, outcome: 'failed' });
    expect(rig.messages.at(-1)).toMatchObject({ reason: 'stalled: no progress' });
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { harmless } from '../../src/main/interrupt/harmless.ts';
import { interruptEntries, interruptFrom } from '../../src/main/interrupt/interrupt.ts';
import { arrange } from '../../src/main/interrupt/order.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const schema = v.strictObject(interruptEntries);
const made = (given: v.InferInput<typeof schema>) => interruptFrom(v.parse(schema, given), () => 'new', now);
const good = (given: v.InferInput<typeof schema>) => {
  const result = made(given);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

describe('harmless', () => {
  it('makes one line of any text, without controls and marks of direction', () => {
    expect(harmless('Fire\r\n\u0000alarm\u001b[31m')).toBe('Fire alarm [31m');
    expect(harmless('\u202egnp.exe\u2066x\u200b\u00ad\ufeff')).toBe('gnp.exex');
    expect(harmless('\u{e0041}tag')).toBe('tag');
    expect(harmless('a\ud800b')).toBe('a\ufffdb');
  });

  it('keeps letters of any script, and at most four marks on one', () => {
    expect(harmless('אזעקה في 火事 ไฟไหม้ Größe')).toBe('אזעקה في 火事 ไฟไหม้ Größe');
    expect([...harmless(`Z${'\u0335'.repeat(50)}`)]).toHaveLength(5);
  });

  it('leaves markup as the text that it is', () => {
    expect(harmless('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
  });
});

describe('an interrupt', () => {
  it('ends after ten minutes by default, and its priority follows its severity', () => {
    const { interrupt, startsInMs, endsInMs } = good({ title: 'Closing soon' });
    expect([startsInMs, endsInMs]).toEqual([0, 600_000]);
    expect(interrupt).toMatchObject({
      id: 'new',
      version: null,
      priority: 20,
      screens: null,
      layout: 'full',
    });
    expect(good({ title: 'Fire', severity: 'alarm' }).interrupt.priority).toBe(80);
  });

  it('counts from and until from now', () => {
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    expect(good({ title: 'x', from: at(60), until: at(90) })).toMatchObject({
      startsInMs: 60_000,
      endsInMs: 90_000,
    });
    expect(good({ title: 'x', from: at(60), seconds: 5 })).toMatchObject({
      startsInMs: 60_000,
      endsInMs: 65_000,
    });
    expect(good({ title: 'x', from: at(-60), until: at(-1) }).endsInMs).toBe(-1000);
  });

  it('is refused when it shows nothing or its times contradict each other', () => {
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    expect(made({})).toBe('empty');
    expect(made({ title: '\u200b', lines: ['\u202e'] })).toBe('empty');
    expect(made({ title: 'x', until: at(5), seconds: 5 })).toBe('both-ends');
    expect(made({ title: 'x', from: at(9), until: at(8) })).toBe('until-before-from');
    expect(made({ title: 'x', until: at(32 * 24 * 3600) })).toBe('too-long');
  });

  it.each([
    ['a long title', { title: 'x'.repeat(121) }],
    ['many lines', { lines: Array.from({ length: 9 }, () => 'x') }],
    ['an id with a slash', { id: '../x', title: 'x' }],
    ['an instant without a zone', { title: 'x', from: '2026-01-01T00:00:00' }],
    ['no seconds', { title: 'x', seconds: 0 }],
    ['an unknown severity', { title: 'x', severity: 'panic' }],
    ['an unknown field', { title: 'x', html: '<b>' }],
  ])('with %s is not parsed', (_, given) => {
    expect(v.safeParse(schema, given).success).toBe(false);
  });

  it('has the same hash for the same content, whatever its times and the order of its screens', () => {
    const hash = (given: v.InferInput<typeof schema>) => good(given).interrupt.hash;
    expect(hash({ title: 'x', screens: ['2', '1'], seconds: 5 })).toBe(
      hash({ title: 'x', screens: ['1', '2', '1'] }),
    );
    expect(hash({ title: 'x' })).not.toBe(hash({ title: 'y' }));
  });
});

describe('arrange', () => {
  const one = (id: string, sequence: number, given: v.InferInput<typeof schema>) => ({
    interrupt: good({ title: 'x', ...given, id }).interrupt,
    sequence,
  });
  const seen = (all: readonly ReturnType<typeof one>[], screenId = '1') =>
    arrange(all, screenId).map((place) => `${place.one.interrupt.id}${place.zone}<${place.coveredBy ?? ''}`);

  it('puts the higher priority above, then the later one', () => {
    const all = [one('a', 1, {}), one('b', 2, { priority: 90 }), one('c', 3, {})];
    expect(seen(all)).toEqual(['b<', 'c<b', 'a<b']);
  });

  it('shows a banner and a corner above a full one, and covers those below it', () => {
    const all = [
      one('full', 1, { priority: 50 }),
      one('above', 2, { priority: 60, layout: 'banner' }),
      one('below', 3, { priority: 40, layout: 'banner' }),
      one('corner', 4, { priority: 55, layout: 'corner' }),
    ];
    expect(seen(all)).toEqual(['above<', 'corner<', 'full<', 'below<above']);
  });

  it('covers zones by a full one of the whole screen, not by one of another zone', () => {
    const all = [one('z', 1, { zones: ['side', 'main'] }), one('s', 2, { zones: ['side'] })];
    expect(seen(all)).toEqual(['sside<', 'zmain<', 'zside<s']);
    expect(seen([...all, one('all', 3, {})])).toEqual(['all<', 'sside<all', 'zmain<all', 'zside<all']);
  });

  it('leaves out those of other screens', () => {
    expect(seen([one('a', 1, { screens: ['2'] })])).toEqual([]);
    expect(seen([one('a', 1, { screens: ['2'] })], '2')).toEqual(['a<']);
  });
});

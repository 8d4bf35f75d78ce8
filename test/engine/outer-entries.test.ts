import { expect, test } from 'vitest';
import { OuterEntries } from '../../src/main/engine/outer-entries.ts';

let count = 0;

/** The edges of each showing: `+` begins, `-` ends. */
function heard(entries: OuterEntries) {
  const edges = (showing: Parameters<OuterEntries['edges']>[0]): string =>
    entries
      .edges(showing)
      .map(({ entryId, when }) => `${when === 'start' ? '+' : '-'}${entryId}`)
      .join(' ');
  return {
    begins(...path: readonly string[]) {
      const entryId = path.at(-1) ?? '';
      const key = { showingId: String(count++), screenId: '1', entryId, mediaFileId: 'm', editionId: 'e' };
      const outer = path.slice(0, -1);
      const begun = edges({ ...key, ...(outer.length > 0 ? { outer } : {}), type: 'started', at: 0 });
      const ends = (outcome: 'completed' | 'interrupted' | 'failed' = 'completed'): string =>
        edges({ ...key, type: 'ended', at: 1, outcome, reason: null });
      return { begun, ends };
    },
  };
}

test('an outer entry begins with its first item and ends when another one begins', () => {
  const { begins } = heard(new OuterEntries());
  const a = begins('outer', 'inner', 'a');
  expect(a.begun).toBe('+outer +inner +a');
  expect(a.ends()).toBe('-a');
  const b = begins('outer', 'inner', 'b');
  expect(b.begun).toBe('+b');
  expect(b.ends('failed')).toBe('-b');
  const c = begins('outer', 'c');
  expect(c.begun).toBe('-inner +c');
  // One item fades into the other.
  const d = begins('d');
  expect([d.begun, c.ends()]).toEqual(['-outer +d', '-c']);
});

test('an outer entry ends when nothing plays', () => {
  const { begins } = heard(new OuterEntries());
  const [a, b] = [begins('outer', 'a'), begins('outer', 'b')];
  expect(a.ends('interrupted')).toBe('-a');
  expect(b.ends('interrupted')).toBe('-b -outer');
  expect(begins('outer', 'a').begun).toBe('+outer +a');
});

test('screens have separate entries', () => {
  const entries = new OuterEntries();
  const key = { showingId: 'x', entryId: 'a', outer: ['outer'], mediaFileId: 'm', editionId: 'e', at: 0 };
  for (const screenId of ['1', '2'])
    expect(entries.edges({ ...key, screenId, type: 'started' }).map(({ entryId }) => entryId)).toEqual([
      'outer',
      'a',
    ]);
});

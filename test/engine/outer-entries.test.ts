import { expect, test } from 'vitest';
import { OuterEntries } from '../../src/main/engine/outer-entries.ts';

let count = 0;

/** What is told of each showing: `+` begins, `-` ends. */
function heard(entries: OuterEntries) {
  const edges = (showing: Parameters<OuterEntries['heard']>[0]): string =>
    entries
      .heard(showing)
      .map(({ entryId, when }) => `${when === 'start' ? '+' : '-'}${entryId}`)
      .join(' ');
  return {
    begins(...path: readonly string[]) {
      const entryId = path.at(-1) ?? '';
      const key = { showingId: String(count++), screenId: '1', entryId, mediaFileId: 'm', editionId: 'e' };
      const outer = path.slice(0, -1);
      const said = edges({ ...key, ...(outer.length > 0 ? { outer } : {}), type: 'started', at: 0 });
      const ends = (outcome: 'completed' | 'interrupted' | 'failed' = 'completed'): string =>
        edges({ ...key, type: 'ended', at: 1, outcome, reason: null });
      return { said, ends };
    },
  };
}

test('an outer entry begins with its first item, and ends when another one begins', () => {
  const { begins } = heard(new OuterEntries());
  const a = begins('outer', 'inner', 'a');
  expect(a.said).toBe('+outer +inner +a');
  expect(a.ends()).toBe('-a');
  const b = begins('outer', 'inner', 'b');
  expect(b.said).toBe('+b');
  expect(b.ends('failed')).toBe('-b');
  const c = begins('outer', 'c');
  expect(c.said).toBe('-inner +c');
  // One fades into the other.
  const d = begins('d');
  expect([d.said, c.ends()]).toEqual(['-outer +d', '-c']);
});

test('an outer entry ends when nothing plays any more', () => {
  const { begins } = heard(new OuterEntries());
  const [a, b] = [begins('outer', 'a'), begins('outer', 'b')];
  expect(a.ends('interrupted')).toBe('-a');
  expect(b.ends('interrupted')).toBe('-b -outer');
  expect(begins('outer', 'a').said).toBe('+outer +a');
});

test('screens are told apart', () => {
  const entries = new OuterEntries();
  const key = { showingId: 'x', entryId: 'a', outer: ['outer'], mediaFileId: 'm', editionId: 'e', at: 0 };
  for (const screenId of ['1', '2'])
    expect(entries.heard({ ...key, screenId, type: 'started' }).map(({ entryId }) => entryId)).toEqual([
      'outer',
      'a',
    ]);
});

import { expect, test } from 'vitest';
import { exportedProof, type ProofFormat } from '../../src/main/report/proof-export.ts';
import type { ProofRow } from '../../src/main/store/proof/proof-rows.ts';

const first: ProofRow = {
  id: 'a',
  screenId: '1',
  entryId: '10',
  mediaFileId: '100',
  editionId: null,
  startedAt: Date.UTC(2026, 10, 21, 8),
  endedAt: Date.UTC(2026, 10, 21, 8, 0, 10),
  outcome: 'completed',
  reason: null,
};
const second: ProofRow = {
  ...first,
  id: 'b',
  endedAt: null,
  outcome: null,
  reason: '=HYPERLINK("http://x", 1)',
};
const text = (rows: readonly ProofRow[], format: ProofFormat): string =>
  [...exportedProof(rows, format)].join('');

test('the CSV export quotes fields and neutralises formulas', () => {
  expect(text([first, second], 'csv')).toBe(
    `id,screenId,entryId,mediaFileId,editionId,startedAt,endedAt,outcome,reason
a,1,10,100,,2026-11-21T08:00:00.000Z,2026-11-21T08:00:10.000Z,completed,
b,1,10,100,,2026-11-21T08:00:00.000Z,,,"'=HYPERLINK(""http://x"", 1)"
`,
  );
  expect(text([], 'csv').split('\n')).toHaveLength(2);
});

test('the JSON exports are lines and one document', () => {
  const told = { ...first, startedAt: '2026-11-21T08:00:00.000Z', endedAt: '2026-11-21T08:00:10.000Z' };
  const lines = text([first, second], 'jsonl').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([told, expect.objectContaining({ endedAt: null })]);
  expect(JSON.parse(text([first, second], 'json'))).toEqual(lines.map((line) => JSON.parse(line)));
  expect(JSON.parse(text([], 'json'))).toEqual([]);
});

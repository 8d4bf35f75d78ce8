import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonCodes } from '../../src/main/health/reasons.ts';
import { health } from '../../src/shared/languages/en/health.ts';
import { root } from './pages.ts';

test('the guide has a row for each reason of health, and the catalogue a remedy', () => {
  const page = readFileSync(join(root, 'docs/guide/troubleshoot.md'), 'utf8');
  const rows = page.matchAll(/^\| `([a-z-]+)` \| (?:attention|dark) \| .+ \| .+ \|$/gm);
  expect([...rows].map(([, code]) => code).sort()).toEqual([...reasonCodes].sort());
  const remedies = Object.keys(health).filter((code) => code.endsWith('.remedy'));
  expect(remedies).toEqual(expect.arrayContaining(reasonCodes.map((code) => `health.${code}.remedy`)));
});

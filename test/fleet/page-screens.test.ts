import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import { lagOf, rolloutOf, Screens } from '../../deploy/fleet/screens.js';
import { fleet } from '../../src/shared/languages/en/fleet.ts';

const now = Date.now();
const lagged = (more: object): string => {
  const screens = new Screens();
  const state = { verdict: 'well', sentence: '', since: new Date(now).toISOString(), ...more };
  return lagOf(screens.hear('vitrine/v1/chain/shop-1/state', JSON.stringify(state)), now);
};
const edition = { id: 'e1', complete: true };
const at = (ms: number) => ({ lastSuccessAt: new Date(now - ms).toISOString() });

test('a tile says behind only of a player that has an edition and tells when it reached the CMS', () => {
  expect(lagged({ edition, sync: at(60_000) })).toBe('green');
  expect(lagged({ edition, sync: at(60_000), staged: { edition: 'e2', missing: 1 } })).toBe('yellow');
  expect(lagged({ edition, sync: at(4 * 3600_000) })).toBe('red');
  expect(lagged({ edition: null, sync: at(60_000) })).toBe('none');
  // What is left of a state that was cut to fit, and a newer player that calls it otherwise.
  expect(lagged({})).toBe('none');
  expect(lagged({ sync: at(4 * 3600_000) })).toBe('none');
});

test('what stands as a rollout is read with care: rubbish is none, and what is missing is nothing', () => {
  for (const rubbish of [
    '',
    'x',
    '[]',
    '{"state": "splendid"}',
    `{"state": "done", "more": "${'x'.repeat(9000)}"}`,
  ])
    expect(rolloutOf(rubbish)).toBeNull();
  expect(rolloutOf('{"state": "running", "version": 7, "counts": {"asked": "many", "kept": 3}}')).toEqual({
    ...{ state: 'running', version: '', step: 0, steps: 0, sentence: '' },
    counts: { asked: 0, kept: 3, failed: 0 },
  });
});

test('every text that the page asks for by name is there', () => {
  const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const code = ['page.js', 'broker.js', 'index.html'].map((name) => file(`deploy/fleet/${name}`)).join('\n');
  const asked = [...code.matchAll(/(?:say\(\s*'|data-(?:text|label|hint)=")([\w.-]+)/g)].map(
    ([, key]) => `fleet.${key}`,
  );
  expect(asked.length).toBeGreaterThan(60);
  expect(asked.filter((key) => !Object.hasOwn(fleet, key))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import { lagOf, rolloutOf, Screens } from '../../src/pages/fleet/screens.js';
import { fleet } from '../../src/shared/languages/en/fleet.ts';
import { fleetPageTexts } from '../../src/shared/languages/fleet-page-texts.ts';
import { formatter, localized } from '../../src/shared/languages/formatter.js';
import { languages } from '../../src/shared/languages/language.ts';
import { message, readable } from '../../src/shared/languages/message.ts';
import type { Catalogue } from '../../src/shared/languages/text.ts';

const now = Date.now();
const lagged = (more: object): string => {
  const screens = new Screens();
  const state = { verdict: 'well', sentence: '', since: new Date(now).toISOString(), ...more };
  return lagOf(screens.hear('vitrine/v1/chain/shop-1/state', JSON.stringify(state)), now);
};
const edition = { id: 'e1', complete: true };
const at = (ms: number) => ({ lastSuccessAt: new Date(now - ms).toISOString() });

test('a tile shows "behind" only for a player that has an edition and reports its last contact with the CMS', () => {
  expect(lagged({ edition, sync: at(60_000) })).toBe('green');
  expect(lagged({ edition, sync: at(60_000), staged: { edition: 'e2', missing: 1 } })).toBe('yellow');
  expect(lagged({ edition, sync: at(60_000), staged: { edition: 'e2', missing: 2, failed: 1 } })).toBe(
    'yellow',
  );
  expect(lagged({ edition, sync: at(4 * 3600_000) })).toBe('red');
  expect(lagged({ edition: null, sync: at(60_000) })).toBe('none');
  // A state cut to fit, and one from a newer player with another field name.
  expect(lagged({})).toBe('none');
  expect(lagged({ sync: at(4 * 3600_000) })).toBe('none');
});

test('a tile is not "updating" when only files are missing that have finally failed', () => {
  const gaps = { ...edition, complete: false, failing: ['Summer film.mp4'] };
  expect(lagged({ edition: gaps, sync: { ...at(60_000), coming: true } })).toBe('yellow');
  expect(lagged({ edition: gaps, sync: { ...at(60_000), coming: false } })).toBe('orange');
  expect(lagged({ edition, sync: at(60_000), staged: { edition: 'e2', missing: 2, failed: 2 } })).toBe(
    'green',
  );
});

test('an unreadable rollout is ignored, and missing fields are empty', () => {
  for (const rubbish of [
    '',
    'x',
    '[]',
    '{"state": "splendid"}',
    `{"state": "done", "more": "${'x'.repeat(9000)}"}`,
  ])
    expect(rolloutOf(rubbish)).toBeNull();
  expect(rolloutOf('{"state": "running", "version": 7, "counts": {"asked": "many", "kept": 3}}')).toEqual({
    state: 'running',
    version: '',
    step: 0,
    steps: 0,
    sentence: '',
    counts: { asked: 0, kept: 3, failed: 0 },
  });
});

test('every refusal code has a sentence on the page in every language', () => {
  const guide = readFileSync(new URL('../../docs/guide/fleet.md', import.meta.url), 'utf8');
  const [, listed = ''] = /refuses commands with a `code`: ([\s\S]*?)The id is durable/.exec(guide) ?? [];
  const documented = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? '');
  const codes = [...documented, 'unsigned', 'signature'];
  expect(codes).toHaveLength(11);
  for (const language of languages) {
    const texts = fleetPageTexts(language);
    const keys = [
      ...codes.map((code) => `command-refused.${code}`),
      'command-failed.interrupted',
      'too-long',
    ];
    expect(keys.filter((key) => !Object.hasOwn(texts, key))).toEqual([]);
  }
});

test("reports of players and rollouts appear in the page's language, or in English without a translation", () => {
  const { message: inGerman } = formatter('de', fleetPageTexts('de') as Catalogue);
  const translated = (reported: unknown): unknown => localized(reported, inGerman);
  const sentence = message('rollout.done', { kept: 3, asked: 5 });
  const rollout = { state: 'done', ...(readable({ sentence }) as object) };
  expect(rolloutOf(JSON.stringify(rollout), translated).sentence).toBe('Installiert: 3 von 5.');
  const newer = { state: 'done', sentence: 'It snows.', i18n: { sentence: { code: 'snow' } } };
  expect(rolloutOf(JSON.stringify(newer), translated).sentence).toBe('It snows.');
});

test('every text that the page refers to exists', () => {
  const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const code = ['page.js', 'broker.js', 'index.html']
    .map((name) => file(`src/pages/fleet/${name}`))
    .join('\n');
  const asked = [...code.matchAll(/(?:say\(\s*'|data-(?:text|label|hint)=")([\w.-]+)/g)].map(
    ([, key]) => `fleet.${key}`,
  );
  expect(asked.length).toBeGreaterThan(45);
  expect(asked.filter((key) => !Object.hasOwn(fleet, key))).toEqual([]);
});

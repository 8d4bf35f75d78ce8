import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The page's own file, as browsers have it.
import * as model from '../../src/pages/fleet/screens.js';
import { fleet } from '../../src/shared/languages/en/fleet.ts';
import { fleetPageTexts } from '../../src/shared/languages/fleet-page-texts.ts';
import { formatter, localized } from '../../src/shared/languages/formatter.js';
import { languages } from '../../src/shared/languages/language.ts';
import { message, readable } from '../../src/shared/languages/message.ts';
import type { Catalogue } from '../../src/shared/languages/text.ts';

const { countsOf, fits, lagOf, primaryOf, rolloutOf, Screens, sorted } = model;

interface Shown {
  readonly screen: { readonly device: string };
  readonly standing: string;
}

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

test('every text that the page refers to exists, and no other', () => {
  const folder = new URL('../../src/pages/fleet/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const code = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const asked = [...code.matchAll(/['`](fleet\.[\w.-]+[\w])/g)].map(([, key]) => key ?? '');
  const known = Object.keys(fleet);
  // A template names the beginning of its keys: fleet.lag.${lag}.
  const begun = [...code.matchAll(/`(fleet\.(?:[\w-]+\.)?)\$\{/g)].map(([, start]) => start ?? '');
  const exact = asked.filter((key) => !begun.some((start) => start === `${key}.`));
  expect(exact.filter((key) => !known.includes(key))).toEqual([]);
  const needed = (key: string): boolean =>
    asked.includes(key) || begun.some((start) => key.startsWith(start));
  expect(known.filter((key) => !needed(key))).toEqual([]);
});

const player = (device: string, more: object, online: unknown = true) => {
  const screens = new Screens();
  const since = new Date(now - 60_000).toISOString();
  const state = { at: since, verdict: 'well', sentence: 'All is well.', since, ...more };
  screens.hear(`vitrine/v1/chain/${device}/online`, String(online));
  return screens.hear(`vitrine/v1/chain/${device}/state`, JSON.stringify(state));
};
const off = { screens: [{ id: '1', wanted: 'off', seen: 'black' }] };

test('players that need attention come first: dark, warned, unreadable, offline; the others by name', () => {
  const all = [
    player('z', { name: 'Airport' }),
    player('a', { name: 'Theatre 10' }),
    player('b', { name: 'Theatre 9' }),
    player('c', {}, false),
    player('d', { verdict: 'attention' }),
    player('e', { verdict: 'splendid' }),
    player('f', { verdict: 'dark' }),
    player('g', off, false),
  ];
  const order = sorted(all).map(({ screen, standing }: Shown) => `${screen.device} ${standing}`);
  expect(order).toEqual([
    ...['f dark', 'd attention', 'e unread', 'c offline'],
    ...['z well', 'g well', 'b well', 'a well'],
  ]);
  expect(countsOf(sorted(all))).toEqual({ all: 8, needs: 4, dark: 1, attention: 2, well: 4, offline: 2 });
});

test('a player is found by name, group, file that fails and state', () => {
  const failing = { edition: { id: 'e', complete: true, unplayable: 1, failing: ['Summer film.mp4'] } };
  const all = sorted([
    player('shop-1', { name: 'Harbour' }),
    player('shop-2', { verdict: 'attention', ...failing }),
    player('shop-3', {}, false),
  ]);
  const found = (filter: object): readonly string[] =>
    all
      .filter((one: Shown) => fits(one, { search: '', group: '', standing: '', ...filter }))
      .map(({ screen }: Shown) => screen.device);
  expect(found({ search: 'harb' })).toEqual(['shop-1']);
  expect(found({ search: 'summer' })).toEqual(['shop-2']);
  expect(found({ standing: 'attention' })).toEqual(['shop-2']);
  expect(found({ standing: 'offline' })).toEqual(['shop-3']);
  expect(found({ standing: 'well' })).toEqual(['shop-1']);
  expect(found({ group: 'north' })).toEqual([]);
});

test('the first action is the one that helps, among those that can work now', () => {
  const offers = ['sync', 'display-auto', 'doctor', 'identify'].map((key) => ({
    key,
    cannot: null as object | null,
  }));
  const first = (reasons: readonly string[], given = offers): string | undefined =>
    primaryOf(player('shop-1', { reasons: reasons.map((code) => ({ code, screenId: null })) }), given)?.key;
  expect(first([])).toBe('sync');
  expect(first(['off-by-hand', 'unplayable'])).toBe('display-auto');
  expect(first(['unplayable'])).toBe('sync');
  expect(first(['disk'])).toBe('doctor');
  const paused = offers.map((one) =>
    one.key === 'sync' ? { ...one, cannot: { code: 'sync-paused' } } : one,
  );
  expect(first([], paused)).toBe('identify');
  expect(first([], [])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { HeldObjects } from '../../src/main/engine/held-objects.ts';
import type { Cue, Programme } from '../../src/shared/programme.ts';
import { opened, temporaryFolder } from '../store/support/folder.ts';
import { bytesOf, sha256Of } from '../store/support/parts.ts';
import { isOnDisk, show } from '../store/support/shows.ts';
import { ManualClock } from '../support/manual-clock.ts';

const cut = { kind: 'cut', durationMs: 0 } as const;
const minute = 60_000;

function cue(name: string, more: Partial<Cue> = {}): Cue {
  const source = `media/${sha256Of(bytesOf(name))}.png`;
  return {
    id: name,
    entryId: name,
    path: [name],
    mediaFileId: name,
    name,
    content: { kind: 'image', source, mimeType: 'image/png' },
    durationMs: 10_000,
    toOwnEnd: false,
    sound: false,
    transition: cut,
    ...more,
  };
}

const programme = (cues: readonly Cue[], screenId = '1'): Programme => ({
  id: cues.map(({ id }) => id).join(),
  editionId: 'e',
  screenId,
  cues,
  segments: [{ from: 0, anchor: 0, sequence: { seed: null, members: cues.map((_, index) => index) } }],
  inStep: false,
});

/** A store whose quota takes two files, and the first two of three contents were shown on screen 1. */
async function afterTwo(first: Partial<Cue> = {}) {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const { store } = await opened(folder, { limits: { quotaBytes: 5_000 } });
  const held = new HeldObjects(store, clock);
  await show(store, ['spring']);
  held.shows('1', programme([cue('spring', first)]));
  await show(store, ['summer']);
  held.shows('1', programme([cue('summer')]));
  return { folder, clock, store, held };
}

test('the content before gives its space to the next one, though the programme has stayed the same since', async () => {
  const { folder, clock, store } = await afterTwo();
  expect(await store.makeSpace(2_000)).toBe(false);
  expect(isOnDisk(folder, 'spring')).toBe(true);
  await clock.advance(2 * minute);
  expect(await store.makeSpace(2_000)).toBe(true);
  expect(['spring', 'summer'].filter((name) => isOnDisk(folder, name))).toEqual(['summer']);
});

test.each([
  ['as long as it lasts', { durationMs: 3 * 60 * minute }, 3 * 60 * minute],
  ['for a day when its length is unknown', { lengthUnknown: true }, 24 * 60 * minute],
] as const)('an item of the programme before is kept %s, however often the programme changes', async (_, first, longest) => {
  const { clock, store, held } = await afterTwo(first);
  held.shows('1', programme([cue('summer', { durationMs: 20_000 })]));
  await clock.advance(longest);
  expect(await store.makeSpace(2_000)).toBe(false);
  await clock.advance(2 * minute);
  expect(await store.makeSpace(2_000)).toBe(true);
});

test('a zone that has left the screen keeps nothing', async () => {
  const { folder, clock, store, held } = await afterTwo();
  held.shows('1/side', programme([cue('spring')], '1/side'));
  held.shows('1/side', programme([], '1/side'));
  await clock.advance(2 * minute);
  expect(await store.makeSpace(2_000)).toBe(true);
  expect(isOnDisk(folder, 'spring')).toBe(false);
});

test('an item that comes back is kept', async () => {
  const { folder, clock, store, held } = await afterTwo();
  held.shows('1', programme([cue('summer'), cue('spring')]));
  await clock.advance(60 * minute);
  expect(await store.makeSpace(2_000)).toBe(false);
  expect(isOnDisk(folder, 'spring')).toBe(true);
});

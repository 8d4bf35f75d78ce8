import { afterEach, beforeEach, expect, test } from 'vitest';
import { AudioSlot } from '../../src/renderer/slots/audio.ts';
import type { Content } from '../../src/shared/programme.ts';
import { enterDocument, type FakeElement, type FakeMedia, leaveDocument, pass } from './fake-document.ts';
import { cue } from './programmes.ts';
import { fateOf, slotNeeds } from './slot-needs.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

const song: Content = { kind: 'audio', source: 'media/song.mp3', mimeType: 'audio/mpeg' };

function made(name = 'song') {
  const slot = new AudioSlot(
    slotNeeds(cue('song', song, 10_000, { name }), { elapsedMs: 2_000 }),
    'media/song.mp3',
  );
  const card = slot.element as unknown as FakeElement;
  return { slot, card, media: card.children.find(({ tag }) => tag === 'audio') as FakeMedia };
}

test('a sound loads until it can play through from its start position', async () => {
  const { slot, media } = made();
  const load = fateOf(slot.load());
  media.onloadedmetadata?.();
  expect([media.src, media.currentTime, load.is]).toEqual(['media/song.mp3', 2, 'waiting']);
  media.oncanplaythrough?.();
  await pass(0);
  expect(load.is).toBe('done');
});

test('a sound that is damaged or takes 5 s fails', async () => {
  const load = fateOf(made().slot.load());
  await pass(4_999);
  expect(load.is).toBe('waiting');
  await pass(1);
  expect(load.is).toBe('timeout: loading the sound took over 5 s');
  const { slot, media } = made();
  const damaged = fateOf(slot.load());
  media.dispatch('error');
  await pass(0);
  expect(damaged.is).toMatch(/^decode/);
});

test('a sound starts 30 ms before its turn', () => {
  expect(made().slot.leadMs).toBe(30);
});

test('the card shows a readable name', () => {
  const title = (name: string): string | undefined =>
    made(name).card.children.find(({ tag }) => tag === 'h1')?.textContent;
  expect(title('Summer_song__2.mp3')).toBe('Summer song 2');
  expect(title('No. 5')).toBe('No. 5');
});

test('release removes the card', () => {
  const { slot, card, media } = made();
  const layer = { append: (element: FakeElement) => element };
  layer.append(card);
  slot.release();
  expect([media.paused, media.src, media.parentElement]).toEqual([true, '', null]);
});

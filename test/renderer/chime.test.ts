import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Chime } from '../../src/renderer/interrupts/chime.ts';
import { enterDocument, FakeMedia, leaveDocument, pass } from './fake-document.ts';

let chimes: string[];
let audio: FakeMedia[];
let refusal: Error | null;
let chime: Chime;

beforeEach(() => {
  enterDocument();
  [chimes, audio, refusal] = [[], [], null];
  class FakeContext {
    currentTime = 0;
    destination = {};
    constructor() {
      chimes.push('begun');
    }
    async close(): Promise<void> {
      chimes.push('closed');
    }
  }
  class FakeNode {
    gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
    connect = () => this;
    start = () => undefined;
    stop = () => undefined;
  }
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('OscillatorNode', FakeNode);
  vi.spyOn(document, 'createElement').mockImplementation(() => {
    const made = new FakeMedia('audio');
    made.refusal = refusal;
    audio.push(made);
    return made as never;
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  chime = new Chime();
});
afterEach(() => {
  chime.play(null, 1);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  leaveDocument();
});

const gong = { severity: 'info', source: 'media/gong.mp3' } as const;

test('without a sound the chime is heard', () => {
  chime.play({ severity: 'info', source: null }, 1);
  expect([chimes, audio]).toEqual([['begun'], []]);
});

test.each([
  ['info', false],
  ['clear', false],
  ['warning', true],
  ['alarm', true],
] as const)('a sound of severity %s is repeated: %s', async (severity, isRepeated) => {
  chime.play({ ...gong, severity }, 0.4);
  await pass(0);
  expect([chimes, audio]).toMatchObject([
    [],
    [{ src: 'media/gong.mp3', volume: 0.4, loop: isRepeated, paused: false }],
  ]);
});

test('the sound begins once, and ends with its interrupt', async () => {
  for (let i = 0; i < 3; i++) chime.play(gong, 1);
  await pass(0);
  chime.play(null, 1);
  expect([chimes, audio]).toMatchObject([[], [{ src: '', paused: true }]]);
  audio[0]?.dispatch('error');
  expect(chimes).toEqual([]);
});

test.each(['refused', 'damaged'])('a sound that is %s is replaced by the chime, once', async (how) => {
  if (how === 'refused') refusal = new Error('no');
  chime.play(gong, 1);
  await pass(0);
  audio[0]?.dispatch('error');
  await pass(0);
  expect(chimes).toEqual(['begun']);
  chime.play(null, 1);
  expect(chimes).toEqual(['begun', 'closed']);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyPress } from '../../../src/renderer/keyboard/key-press.ts';
import type { Key } from '../../../src/renderer/keyboard/keys.ts';
import { enterDocument, leaveDocument, pass } from '../fake-document.ts';

beforeEach(enterDocument);
afterEach(leaveDocument);

const letter: Key = { text: 'a', act: null, more: ['à', 'â'], width: 1 };
const backspace: Key = { text: null, act: 'backspace', more: [], width: 1 };

function pressed(key: Key) {
  const heard: string[] = [];
  const press = new KeyPress(key, {
    wrote: (_, text) => heard.push(text ?? '[act]'),
    offered: (_, texts) => heard.push(`offers ${texts.join('')}`),
    chose: (index) => heard.push(`chose ${index}`),
  });
  return { heard, press };
}

it('a letter is written once, by the release', () => {
  const { heard, press } = pressed(letter);
  expect(heard).toEqual([]);
  press.release(true);
  press.release(true);
  expect(heard).toEqual(['a']);
});

it('an interrupted press writes nothing and offers nothing', async () => {
  const { heard, press } = pressed(letter);
  press.release(false);
  await pass(1_000);
  expect(heard).toEqual([]);
});

it('a long press writes the chosen letter', async () => {
  const { heard, press } = pressed(letter);
  await pass(449);
  press.choose(1);
  expect(press.isOffering).toBe(false);
  await pass(1);
  expect(press.isOffering).toBe(true);
  press.choose(0);
  press.choose(1);
  press.release(true);
  expect(heard).toEqual(['offers àâ', 'chose 0', 'chose 1', 'offers ', 'â']);
});

it('a key without other letters offers nothing', async () => {
  const { heard, press } = pressed({ ...letter, more: [] });
  await pass(1_000);
  press.release(true);
  expect(heard).toEqual(['a']);
});

it('a held backspace deletes again until it is released, at most 300 times', async () => {
  const { heard, press } = pressed(backspace);
  expect(heard).toEqual(['[act]']);
  await pass(450);
  expect(heard).toHaveLength(2);
  await pass(70);
  expect(heard).toHaveLength(3);
  press.release(true);
  await pass(1_000);
  expect(heard).toHaveLength(3);
  const stuck = pressed(backspace);
  await pass(60_000);
  expect(stuck.heard).toHaveLength(301);
});

it('a key that acts does so once, however long it is held', async () => {
  const { heard, press } = pressed({ ...backspace, act: 'shift' });
  await pass(5_000);
  press.release(true);
  expect(heard).toEqual(['[act]']);
});

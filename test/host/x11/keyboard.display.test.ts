import { expect, onTestFinished, test } from 'vitest';
import type { Key } from '../../../src/main/host/host.ts';
import { holdKeyboard } from '../../../src/main/host/x11/keyboard.ts';
import { startDisplay } from '../../e2e/support/display.ts';
import { comesWithKeyboard } from '../../e2e/support/keyboard.ts';
import { until } from '../../support/until.ts';

test('a grabbed keyboard sends its keys to one client, in its layout, until it is released', async () => {
  const display = await startDisplay(320, 240);
  onTestFinished(() => display.stop());
  const heard: Key[] = [];
  const held = await holdKeyboard(display.name, (key) => heard.push(key));
  if (held === null) throw new Error('no keyboard');
  // A later client gets nothing while the first one has it.
  expect(await holdKeyboard(display.name, () => undefined)).toBeNull();
  const person = await comesWithKeyboard(display.name);
  onTestFinished(() => person.leave());
  await person.type('aZ9_:/-~');
  await person.press('Enter', 'Escape', 'Tab', 'F4');
  const names = ['Enter', 'Escape', 'Tab', 'F4'].map((name) => ({ name }));
  await expect.poll(() => heard).toEqual([...[...'aZ9_:/-~'].map((text) => ({ text })), ...names]);
  held.letGo();
  await held.ended;
  heard.length = 0;
  (await until('the keyboard is free', () => holdKeyboard(display.name, () => undefined))).letGo();
  await person.type('a');
  expect(heard).toEqual([]);
});

test('a keyboard layout can be chosen, and a dying display ends the grab', async () => {
  const display = await startDisplay(320, 240);
  const heard: Key[] = [];
  const held = await holdKeyboard(display.name, (key) => heard.push(key));
  if (held === null) throw new Error('no keyboard');
  const person = await comesWithKeyboard(display.name);
  expect(await held.arrange('no-such-keyboard')).toBe(false);
  expect(await held.arrange('de')).toBe(true);
  // The key that is a y in other layouts.
  await until('the keys of that keyboard', async () => {
    heard.length = 0;
    await person.type('y');
    return heard.some((key) => 'text' in key && key.text === 'z');
  });
  person.leave();
  await display.stop();
  await held.ended;
});

test('F9 of a grabbed keyboard is reported with its release, and is no other key', async () => {
  const display = await startDisplay(320, 240);
  onTestFinished(() => display.stop());
  const heard: Key[] = [];
  const f9: boolean[] = [];
  const held = await holdKeyboard(
    display.name,
    (key) => heard.push(key),
    (isDown) => f9.push(isDown),
  );
  if (held === null) throw new Error('no keyboard');
  const person = await comesWithKeyboard(display.name);
  onTestFinished(() => person.leave());
  await person.press('F9');
  await person.type('q');
  await expect.poll(() => heard).toEqual([{ text: 'q' }]);
  expect(f9).toEqual([true, false]);
  held.letGo();
});

import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { demo, token } from '../cms/support.ts';
import { choice } from './support.ts';
import { waiting } from './waiting.ts';

const minute = 60_000;

/** A playing player that is set up again. */
async function again(isAtScreen: boolean) {
  const events: string[] = [];
  const made = await waiting({
    again: {
      isAtScreen,
      undo: async () => void events.push('undone'),
    },
    over: () => void events.push('over'),
  });
  return { ...made, events };
}

test('setup at the screen covers the show, and ends two minutes after the last input', async () => {
  const { setup, clock, keyboard, events } = await again(true);
  expect([setup.isInFront, setup.isOver]).toEqual([true, false]);
  await clock.advance(2 * minute - 3_000);
  expect(setup.isOver).toBe(false);
  await clock.advance(3_000);
  expect([setup.isInFront, setup.isOver, events]).toEqual([false, true, ['over']]);
  expect(keyboard.letGo).toBe(true);
  await setup.stop();
  expect(events).toEqual(['over']);
});

test('setup at the screen stays while a person fills in its form', async () => {
  const { setup, clock, keyboard } = await again(true);
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
  await clock.advance(2.9 * minute);
  expect(setup.isOver).toBe(false);
  await keyboard.press('Escape');
  expect([setup.form, setup.isOver]).toEqual([null, false]);
  // Two minutes after the last use of the form.
  await clock.advance(2 * minute + 3_000);
  expect(setup.isOver).toBe(true);
});

test('Escape at the screen returns to the show at once', async () => {
  const { setup, keyboard, events } = await again(true);
  await keyboard.press('Escape');
  expect([setup.isOver, keyboard.letGo, events]).toEqual([true, true, ['over']]);
});

test('setup from the page leaves the show and the keyboard alone, and waits a quarter of an hour', async () => {
  const { setup, clock, keyboard, events } = await again(false);
  expect(setup.isInFront).toBe(false);
  expect(setup.phones.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]+$/);
  await keyboard.press('Enter');
  expect(setup.form).toBeNull();
  await clock.advance(14 * minute);
  expect(events).toEqual([]);
  await clock.advance(minute + 3_000);
  expect(events).toEqual(['over']);
  expect([setup.phones.link, setup.phones.ports()]).toEqual([null, []]);
});

test('a phone that cancels ends setup; after its end a cancel restores the old show', async () => {
  const cancelled = await again(false);
  const { say } = await cancelled.phone();
  expect(await say({ act: 'look' })).toMatchObject({ answer: { isAgain: true } });
  expect(await say({ act: 'cancel' })).toEqual({ answer: {} });
  await cancelled.clock.advance(0);
  expect(cancelled.events).toEqual(['over']);

  const finished = await again(false);
  finished.goesOn.resolve();
  const cms = await demo();
  const other = await finished.phone();
  await other.say({ act: 'connect', url: cms.baseUrl, token });
  await other.say({ act: 'choose', ...choice });
  await other.say({ act: 'finish' });
  expect(finished.events).toEqual([]);
  await other.say({ act: 'cancel' });
  expect(finished.events).toEqual(['undone']);
});

test('settings that a terminal writes do not end the setup of a playing player', async () => {
  const { clock, applied, file } = await again(false);
  await writeFile(file, JSON.stringify({ cms: { url: 'https://cms.example/', token: 't' }, device: '3' }));
  await clock.advance(9_000);
  expect(applied).toEqual([]);
});

test('settings that a terminal writes end the first setup, which writes nothing more', async () => {
  const { setup, clock, applied, goesOn, file } = await waiting();
  goesOn.resolve();
  await writeFile(file, '{"cms": {"url": "https://cms.example/", "token": "t"}}');
  await clock.advance(3_000);
  expect(applied).toEqual([]);
  await writeFile(file, '{"cms": {"url": "https://cms.example/", "token": "t"}, "device": "3"}');
  await clock.advance(3_000);
  await expect.poll(() => setup.invitation).toBeNull();
  expect(applied).toEqual([null]);
});

test('after setup the phone still gets answers for two minutes, and may open the status page', async () => {
  const changes: unknown[] = [];
  const access = { addresses: ['https://192.0.2.1:8443/'], password: 'made' };
  const { setup, clock, phone, goesOn } = await waiting({
    lead: { set: async (...change) => void changes.push(change), open: async () => access },
  });
  goesOn.resolve();
  const cms = await demo();
  const { say } = await phone();
  // Before its end setup changes no settings.
  expect(await say({ act: 'open' })).toMatchObject({ refusal: { code: 'setup-not-understood' } });
  await say({ act: 'connect', url: cms.baseUrl, token });
  await say({ act: 'choose', ...choice });
  await say({ act: 'finish' });
  expect(setup.isOver).toBe(true);
  expect(await say({ act: 'set', name: 'name', value: 'Window' })).toEqual({ answer: {} });
  await say({ act: 'set', name: 'screen.hours', value: '08:00-18:00' });
  expect(changes).toEqual([
    ['name', 'Window'],
    ['screen.hours', { daily: '08:00-18:00' }],
  ]);
  expect(await say({ act: 'open' })).toEqual({ answer: access });
  await clock.advance(2 * minute - 1);
  expect(setup.phones.ports()).toHaveLength(1);
  await clock.advance(1);
  await expect.poll(() => setup.phones.ports()).toEqual([]);
});

test('setup does not listen where phones are disabled, and grabs no keyboard where the keyboard is disabled', async () => {
  const noPhone = await waiting({ written: { setup: { phone: false } } });
  expect([noPhone.setup.phones.ports(), noPhone.setup.phones.link]).toEqual([[], null]);
  const noKeyboard = await waiting({ written: { setup: { keyboard: false } } });
  await noKeyboard.keyboard.press('Enter');
  await noKeyboard.clock.advance(0);
  expect(noKeyboard.setup.form).toBeNull();
});

test('F2 at the screen switches the keyboard layout, and F4 turns the screen', async () => {
  const { setup, keyboard } = await waiting();
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
  await keyboard.press('F2');
  await expect.poll(() => setup.form?.keys.join()).toContain('(US)');
  expect(setup.rotation).toBe(0);
  await keyboard.press('F4');
  expect(setup.rotation).toBe(90);
});

test('the screen is redrawn after a choice on the phone', async () => {
  let drawn = 0;
  const { phone, setup } = await waiting({ changed: () => drawn++ });
  const cms = await demo();
  const { say } = await phone();
  await say({ act: 'connect', url: cms.baseUrl, token });
  const before = drawn;
  const chosen = say({ act: 'choose', ...choice });
  await expect.poll(() => drawn).toBeGreaterThan(before);
  expect(setup.invitation?.state).toContain('Demo screen');
  await chosen;
});

test('a lost keyboard is grabbed again, and its form is closed', async () => {
  const { setup, clock, keyboard } = await waiting();
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
  keyboard.lose();
  await clock.advance(0);
  expect(setup.form).toBeNull();
  await clock.advance(3_000);
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
});

test('a first setup without a phone stops listening after a quarter of an hour, and says how to continue', async () => {
  const { setup, clock } = await waiting();
  await clock.advance(15 * minute - 3_000);
  expect(setup.phones.ports()).toHaveLength(1);
  await clock.advance(6_000);
  await expect.poll(() => setup.phones.ports()).toEqual([]);
  expect(setup.invitation).toMatchObject({ code: null, typed: [] });
  expect(setup.isOver).toBe(false);
});

test('Escape releases the keyboard for a minute', async () => {
  const { setup, clock, keyboard } = await waiting();
  await keyboard.press('Escape');
  expect([keyboard.letGo, setup.invitation?.also]).toEqual([true, []]);
  await clock.advance(minute - 3_000);
  expect(setup.invitation?.also).toEqual([]);
  await clock.advance(3_000);
  expect(setup.invitation?.also).toHaveLength(1);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { demo, token } from '../cms/support.ts';
import { choice } from './support.ts';
import { waiting } from './waiting.ts';

test('a finished setup continues once, however long that takes and however often it is checked', async () => {
  const { setup, clock, phone, applied, goesOn } = await waiting();
  const cms = await demo();
  const { say } = await phone();
  await say({ act: 'connect', url: cms.baseUrl, token });
  await say({ act: 'choose', ...choice });
  const first = say({ act: 'finish' });
  await expect.poll(() => applied).toHaveLength(1);
  // The file is complete now, as if it had been written at a terminal.
  await clock.advance(9_000);
  const again = say({ act: 'finish' });
  await clock.advance(9_000);
  goesOn.resolve();
  expect(await Promise.all([first, again])).toEqual([{ answer: {} }, { answer: {} }]);
  expect(setup.invitation).toBeNull();
  expect(await say({ act: 'finish' })).toEqual({ answer: {} });
  await clock.advance(9_000);
  expect(applied).toEqual([expect.objectContaining({ device: '3' })]);
});

test('the screen shows the number of the phone to the end, and the next phone does not inherit its choices', async () => {
  const { setup, clock, keyboard, phone } = await waiting();
  const cms = await demo();
  const state = () => setup.invitation?.state;
  const first = await phone();
  await first.say({ act: 'connect', url: cms.baseUrl, token });
  await first.say({ act: 'choose', ...choice });
  expect(state()).toContain('Demo screen');
  expect(state()).toContain(first.check);
  await clock.advance(46_000);
  const second = await phone();
  expect(await second.say({ act: 'look' })).toHaveProperty('answer');
  expect(state()).toContain(second.check);
  expect(state()).not.toContain('Demo screen');
  expect(await second.say({ act: 'finish' })).toMatchObject({ refusal: { code: 'setup-incomplete' } });
  await second.say({ act: 'choose', ...choice });
  // The connected phone requests it again every few seconds.
  await second.say({ act: 'look' });
  expect(state()).toContain('Demo screen');
  await clock.advance(46_000);
  await keyboard.press('Enter');
  await expect.poll(() => setup.form).not.toBeNull();
  expect(state()).not.toContain('Demo screen');
});

test('a clock that is years off is reported before the end, and does not prevent it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { phone, applied, goesOn } = await waiting();
  goesOn.resolve();
  const cms = await demo();
  const { say } = await phone();
  expect(await say({ act: 'connect', url: cms.baseUrl, token })).toHaveProperty('answer');
  expect(await say({ act: 'choose', ...choice })).toMatchObject({
    answer: {
      findings: expect.arrayContaining([
        expect.objectContaining({
          check: 'clock',
          result: 'warn',
          message:
            'The clock is wrong: it shows 2001-01-01T00:00:00.000Z. Entries with dates will not play until the clock is right.',
        }),
      ]),
    },
  });
  expect(await say({ act: 'finish' })).toEqual({ answer: {} });
  expect(applied).toHaveLength(1);
});

test('Escape just after Enter leaves the keyboard to the form that is about to open', async () => {
  const { setup, keyboard } = await waiting();
  await keyboard.press('Enter', 'Escape');
  await expect.poll(() => setup.form).not.toBeNull();
  expect(keyboard.letGo).toBe(false);
  const active = () => setup.form?.rows.findIndex(({ isActive }) => isActive);
  const before = active();
  await keyboard.press('Down');
  expect(active()).not.toBe(before);
  await keyboard.press('Escape', 'Escape');
  expect([setup.form, keyboard.letGo]).toEqual([null, true]);
});

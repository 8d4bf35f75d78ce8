import { test } from 'vitest';
import { expectSetupPassesAxe } from './support/setup-axe.ts';

// Each layout in one language: the elements are the same. Every state: `npm run prove -- long`.

test('setup on the phone passes axe: a form with a mistake, choices, the check and the picture', async () => {
  await expectSetupPassesAxe('phone', /^(refused|what|check|shown)-en$/, 4);
});

test('setup on the screen passes axe: the code, a form with a field, and a turned one with choices', async () => {
  await expectSetupPassesAxe('screen', /^(setup-en|form-wifi-password-en|form-how-de-turned)$/, 3);
});

/** @module-tag long */
import { test } from 'vitest';
import { expectSetupPassesAxe } from './support/setup-axe.ts';

// Every state of setup, where the gate looks at each layout once.

test('setup passes axe on the phone, at each step', async () => {
  await expectSetupPassesAxe('phone', /-en$/, 16);
});

test('setup passes axe on the screen: with and without Wi-Fi, and each form for a keyboard', async () => {
  await expectSetupPassesAxe(
    'screen',
    /^(setup-(en|no-network|no-wifi-en)|form-(cms|what|check|wifi|wifi-password)-en|form-how-de-turned)$/,
    9,
  );
});

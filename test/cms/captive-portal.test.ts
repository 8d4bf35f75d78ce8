import { expect, test } from 'vitest';
import { captivePortal } from '../../src/main/cms/status.ts';

test('a network that asks for a login is named by the host that asks, where it is known', () => {
  expect(captivePortal('wifi.example').message).toContain('wifi.example');
  expect(captivePortal().message).not.toContain('undefined');
  expect(captivePortal()).toMatchObject({ kind: 'temporary', code: 'cms-captive-portal' });
});

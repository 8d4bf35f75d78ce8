import { expect, test } from 'vitest';
import { violationsInLightAndDark } from './support/axe.ts';
import { forStatusPages, look, views } from './support/status-page.ts';

forStatusPages();

test.each([
  'calm',
  'busy',
  'fresh',
] as const)('every view passes axe in light and dark: %s', async (scene) => {
  for (const view of views) expect(await violationsInLightAndDark(await look(scene, view)), view).toEqual([]);
});

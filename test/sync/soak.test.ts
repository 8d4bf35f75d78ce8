import { expect, test } from 'vitest';
import { tell } from '../soak/story.ts';
import { slow } from '../support/limits.ts';

// `npm run prove -- soak` tells a thousand.
test('15 editions under faults and kills lose, truncate and leak nothing', slow, async () => {
  const told = await tell({ seed: 20_261, editions: 15 });
  expect(told.violations).toEqual([]);
  expect(told.kills).toBeGreaterThan(0);
  expect(told.activated).toBeGreaterThan(7);
});

import { expect, test } from 'vitest';
import { tell } from '../soak/story.ts';
import { slow } from '../support/limits.ts';

// `npm run prove -- soak` tells a thousand.
test('15 editions under faults and kills lose, truncate and leak nothing', {
  ...slow,
  tags: 'long',
}, async () => {
  const reported = await tell({ seed: 20_261, editions: 15 });
  expect(reported.violations).toEqual([]);
  expect(reported.kills).toBeGreaterThan(0);
  expect(reported.activated).toBeGreaterThan(7);
});

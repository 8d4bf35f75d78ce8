import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { slow } from '../support/limits.ts';
import { attempt, shrink } from './attempt.ts';
import { type Campaign, campaign, campaigns } from './campaign.ts';
import { targetNamed } from './target-named.ts';
import { type Target, targets } from './targets.ts';

const found = new URL('found/', import.meta.url);

describe('what was found once is read or refused', () => {
  test.each(readdirSync(found))('%s', async (file) => {
    const [name = ''] = file.split('.');
    const target = await targetNamed(name.replaceAll('-', ' '));
    expect(await attempt(target, readFileSync(new URL(file, found)))).toBeNull();
    await target.close?.();
  });
});

// In a few seconds; `npm run prove -- fuzz` takes as long as it is told.
let tried: readonly Campaign[] = [];
beforeAll(async () => {
  tried = await campaigns(Object.keys(targets), 20_261_122, { ms: 240_000, inputs: 100 });
});
test.each(Object.keys(targets))('%s: no crash, no hang, no memory over its bound', (target) => {
  const { inputs, findings } = tried.find(({ name }) => name === target) ?? expect.fail('it was not tried');
  expect(findings.map(({ reason, input }) => [reason, Buffer.from(input).toString('base64')])).toEqual([]);
  expect(inputs).toBe(100);
});

describe('a reader with a mistake is found', () => {
  test.each([
    ['one that does not end', 'hang: it does not end'],
    ['one that takes all memory', 'memory: more than its bound'],
    ['one that fails later', 'dies: too late to catch'],
    ['one that throws', 'TypeError: it cannot read that'],
  ])('%s', slow, async (name, reason) => {
    const { findings } = await campaign(name, 1, {
      ms: 60_000,
      inputs: 1,
      hungMs: name.endsWith('not end') ? 2000 : 60_000,
    });
    expect(findings.map((finding) => finding.reason)).toEqual([reason]);
  });

  const target = (run: Target['run']): Target => ({ seeds: [], words: [], run });

  test('with as little input as it takes', async () => {
    const fragile = target((input) => {
      if (input.includes('boom')) throw new TypeError('it cannot read that');
    });
    const input = Buffer.from(`${'a'.repeat(500)}boom${'b'.repeat(500)}`);
    const reason = await attempt(fragile, input);
    expect(reason).toBe('TypeError: it cannot read that');
    expect((await shrink(fragile, input, reason ?? '')).toString()).toBe('boom');
  });

  test('when it is slow, or changes what all objects share', { tags: 'long' }, async () => {
    const slow = target(() => {
      const since = process.threadCpuUsage().user;
      while (process.threadCpuUsage().user - since < 1_100_000);
    });
    expect(await attempt(slow, Buffer.alloc(1))).toMatch(/^slow: \d+ ms$/);
    const polluting = target(() => Object.assign(Object.prototype, { polluted: true }));
    expect(await attempt(polluting, Buffer.alloc(1))).toBe('the prototype of all objects was changed');
    Reflect.deleteProperty(Object.prototype, 'polluted');
  });
});

import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, failure, json, rawServer } from '../cms/support.ts';
import { reportRow } from '../support/report-row.ts';
import { clientWithout } from '../support/without.ts';

test.each([
  ['500', 500, undefined],
  ['502', 502, undefined],
  ['503 without Retry-After', 503, undefined],
  ['503 with a Retry-After of nonsense', 503, 'in a while'],
  ['503 with a negative Retry-After', 503, '-100'],
  ['429 with a Retry-After of nonsense', 429, '2026-13-45'],
  ['504', 504, undefined],
])('row 22 · %s: the call retries with jittered backoff, and the show goes on', async (_, status, retryAfter) => {
  const { rig, restart, refused, stillPlays } = await show();
  const parts = await restart({});
  rig.demo.intercept = (_request, response) => {
    json(
      response,
      { message: 'down' },
      status,
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    );
    return true;
  };
  const before = rig.demo.requests.length;
  const error = await refused(/^cms-(server-error|rate-limited)$/, parts);
  expect(error).toMatchObject({ kind: 'temporary', retryAfterMs: null });
  expect(rig.demo.requests.length - before).toBeGreaterThanOrEqual(3);
  rig.demo.intercept = null;
  await parts.sync.once();
  stillPlays(parts);
});

test('row 22 · the waits double and are jittered', async () => {
  const server = await rawServer((_, response) => json(response, {}, 500));
  const waits: unknown[] = [];
  for (let call = 0; call < 6; call++) {
    const { cms, lines } = client(server.baseUrl, {
      limits: { retries: 3, backoff: { firstMs: 8, mostMs: 1000 } },
    });
    await failure(cms.devices());
    waits.push(lines.map(({ fields }) => fields.waitMs));
  }
  for (const each of waits as number[][]) {
    expect(each).toHaveLength(3);
    each.forEach((wait, at) => {
      expect(wait).toBeGreaterThanOrEqual(4 * 2 ** at);
      expect(wait).toBeLessThanOrEqual(8 * 2 ** at);
    });
  }
  expect(new Set((waits as number[][]).map(String)).size).toBeGreaterThan(1);
});

test('row 22 · control: without jitter all players return at the same time', async () => {
  const { client, failure } = await clientWithout<typeof import('../../src/main/ground/retry.ts')>(
    'ground/retry.ts',
    ({ doubledMs }) => ({ backoffMs: doubledMs }),
  );
  const server = await rawServer((_, response) => json(response, {}, 500));
  const waits = new Set<string>();
  for (let call = 0; call < 6; call++) {
    const { cms, lines } = client(server.baseUrl, {
      limits: { retries: 3, backoff: { firstMs: 8, mostMs: 1000 } },
    });
    await failure(cms.devices());
    waits.add(lines.map(({ fields }) => fields.waitMs).join());
  }
  expect([...waits]).toEqual(['8,16,32']);
  reportRow(22, { negativeControl: true });
});

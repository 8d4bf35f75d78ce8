import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, clockAt, failure, json, rawServer, retryAfterInMemory } from '../cms/support.ts';

const hour = 3_600_000;

test('row 21 · 429 with Retry-After 3600: the player waits, also across its restart', async () => {
  const { rig, parts, refused, stillPlays } = await show();
  await parts.close();
  const clock = clockAt(Date.now());
  const first = await rig.open({ clock });
  rig.demo.variants.refusal = { status: 429, retryAfter: 'seconds', seconds: 3600, requests: 1 };
  const error = await refused('cms-rate-limited', first);
  expect(error.retryAfterMs).toBe(hour);
  const requested = rig.demo.requests.length;
  await refused('cms-rate-limited', first);
  await first.close();

  const second = await rig.open({ clock });
  clock.pass(hour - 60_000);
  const later = await refused('cms-rate-limited', second);
  expect(later.retryAfterMs).toBeGreaterThan(0);
  expect(later.retryAfterMs).toBeLessThanOrEqual(60_000);
  expect(rig.demo.requests.length).toBe(requested);

  clock.pass(61_000);
  await second.sync.once();
  expect(rig.demo.requests.length).toBeGreaterThan(requested);
  stillPlays(second);
});

test('row 21 · Retry-After as a date follows the server’s clock, and a 503 counts too', async () => {
  const server = await rawServer((_, response) =>
    json(response, {}, 503, {
      'retry-after': 'Thu, 01 Jan 2015 01:00:00 GMT',
      date: 'Thu, 01 Jan 2015 00:00:00 GMT',
    }),
  );
  const clock = clockAt(1_000_000);
  const { cms, retryAfter } = client(server.baseUrl, { clock });
  expect(await failure(cms.devices())).toMatchObject({ code: 'cms-server-error', retryAfterMs: hour });
  expect(retryAfter.value).toBe(1_000_000 + hour);
  expect(await failure(cms.devices())).toMatchObject({ code: 'cms-rate-limited' });
  expect(server.requests).toHaveLength(1);
});

test('row 21 · a short wait happens within the call', async () => {
  let calls = 0;
  const server = await rawServer((_, response) =>
    calls++ === 0 ? json(response, {}, 429, { 'retry-after': '1' }) : json(response, []),
  );
  const began = performance.now();
  await client(server.baseUrl).cms.devices();
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(calls).toBe(2);
});

test('row 21 · a clock that has jumped does not extend the wait to years', async () => {
  const server = await rawServer((_, response) => json(response, []));
  const retryAfter = retryAfterInMemory(Date.UTC(2060, 0));
  await client(server.baseUrl, { retryAfter }).cms.devices();
  expect(retryAfter.value).toBeNull();
});

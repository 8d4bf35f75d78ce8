import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

/** As the page has it: no bundler, and no types. */
const own = new URL('../../src/pages/status/ask.js', import.meta.url).href;
const { ask } = (await import(own)) as { ask(path: string): Promise<unknown> };

test('the wait after wrong guesses is shown as the player reported it', async () => {
  const server = createServer((_, response) => {
    response.writeHead(429, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'too-many-tries', message: 'Too many tries.', waitSeconds: 480 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  await expect(
    ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/login`),
  ).rejects.toMatchObject({ status: 429, code: 'too-many-tries', waitSeconds: 480 });
});

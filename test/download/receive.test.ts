import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Bandwidth } from '../../src/main/download/bandwidth.ts';
import { Blocks } from '../../src/main/download/blocks.ts';
import { FreeSpace } from '../../src/main/download/free-space.ts';
import { defaultLimits } from '../../src/main/download/limits.ts';
import { Part } from '../../src/main/download/part.ts';
import { receive } from '../../src/main/download/receive.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { PaceGuard } from '../../src/main/net/pace.ts';
import { noise } from '../support/pictures.ts';

/** A part that records its chunks. */
class Remembering extends Part {
  readonly chunks: Uint8Array[] = [];

  override write(chunk: Uint8Array): Promise<void> | null {
    this.chunks.push(chunk);
    return super.write(chunk);
  }
}

test('a chunk frees its memory once it is copied, without the garbage collector', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-receive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bytes = noise(3, 4_000_000);
  const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [body] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  const part = new Remembering(
    { fs: realFileSystem, blocks: new Blocks(), store: { partsFolder: folder } },
    { source: 's', download: { marker: 'm', hashes: [] } },
  );
  await part.begin({ validator: null, total: bytes.length });
  const guard = new PaceGuard(systemClock, defaultLimits, () => undefined);
  const transferred = await receive(
    part,
    { head: { status: 200, headers: body.headers }, body, leftOrigin: false },
    {
      clock: systemClock,
      limits: defaultLimits,
      bandwidth: new Bandwidth(systemClock, null),
      space: new FreeSpace({ makeSpace: async () => true }, systemClock),
    },
    { kind: 'image', expected: bytes.length, cut: new AbortController(), guard, onProgress: () => undefined },
  );
  guard.end();
  server.close();
  expect(transferred).toBe(bytes.length);
  expect((await part.finish()).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  await turn();
  const left = part.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  expect(left).toBeLessThan(bytes.length / 2);
});

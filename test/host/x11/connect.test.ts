import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectX11 } from '../../../src/main/host/x11/connect.ts';

let server: Server;
let answer: Buffer | null;
let delayMs = 0;

beforeEach(async () => {
  delayMs = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer && setTimeout(() => answer && socket.write(answer), delayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A display over TCP has port 6000 plus its number. */
function displayName(): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port - 6000}`;
}

/** Success, no vendor, no formats, one screen. */
function welcome(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(80);
  bytes[0] = 1;
  bytes.writeUInt16LE(18, 6);
  bytes.writeUInt16LE(width, 60);
  bytes.writeUInt16LE(height, 62);
  return bytes;
}

test('an accepted display over TCP may stay silent forever', async () => {
  answer = welcome(640, 360);
  const { socket, root } = await connectX11(displayName(), {});
  expect([root.width, root.height]).toEqual([640, 360]);
  expect(socket.timeout).toBe(0);
  socket.destroy();
});

test('waits for a display that answers after seconds', async () => {
  answer = welcome(640, 360);
  delayMs = 2500;
  const { socket } = await connectX11(displayName(), {});
  socket.destroy();
});

test('a display that stays silent is a temporary failure', async () => {
  answer = null;
  const refused = { code: 'display-refused', retryable: true };
  await expect(connectX11(displayName(), {}, 200)).rejects.toMatchObject(refused);
});

test('a display without a server is a permanent failure', async () => {
  const refused = { code: 'display-refused', retryable: false };
  await expect(connectX11(':59999', {})).rejects.toMatchObject(refused);
});

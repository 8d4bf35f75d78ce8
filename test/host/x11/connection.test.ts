import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { X11Connection } from '../../../src/main/host/x11/connection.ts';

function message(kind: number, sequence: number, mark: number, words = 0): Buffer {
  const bytes = Buffer.alloc(32 + words * 4, mark);
  bytes[0] = kind;
  bytes.writeUInt16LE(sequence, 2);
  bytes.writeUInt32LE(words, 4);
  return bytes;
}

/** An X server that admits everyone and sends the given messages in pieces of this size. Returns its name. */
async function serverThatSays(bytes: Buffer, pieceBytes: number): Promise<string> {
  const server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => undefined);
    socket.once('data', () => {
      const welcome = Buffer.alloc(80);
      welcome[0] = 1;
      welcome.writeUInt16LE(18, 6);
      socket.write(welcome);
      socket.once('data', async () => {
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          socket.write(bytes.subarray(at, at + pieceBytes));
          await wait(1);
        }
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port - 6000}`;
}

const request = Buffer.alloc(4);
const bytes = Buffer.concat([
  message(12, 0, 1),
  message(1, 1, 2, 100),
  message(0, 2, 3),
  message(35, 0, 4, 3),
  message(1, 3, 5),
  message(12, 0, 6),
]);

test.each([
  1, 31, 32, 33, 500, 10_000,
])('a message in pieces of %i bytes is read whole', async (pieceBytes) => {
  const connection = await X11Connection.open(await serverThatSays(bytes, pieceBytes), {});
  const events: Buffer[] = [];
  const last = Promise.withResolvers<void>();
  connection.onEvent = (event) => {
    if (events.push(event) === 3) last.resolve();
  };
  const answers = await Promise.allSettled([1, 2, 3].map(() => connection.query(request)));
  await last.promise;
  connection.end();
  const [long, refused, short] = answers;
  expect(long).toMatchObject({ value: message(1, 1, 2, 100) });
  expect(refused).toMatchObject({ reason: { code: 'display-error' } });
  expect(short).toMatchObject({ value: message(1, 3, 5) });
  expect(events).toEqual([message(12, 0, 1), message(35, 0, 4, 3), message(12, 0, 6)]);
});

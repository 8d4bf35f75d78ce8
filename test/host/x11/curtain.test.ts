import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { Curtain } from '../../../src/main/host/x11/curtain.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const [getGeometry, internAtom, setProperty, getProperty, freePixmap, queryExtension] = [
  14, 16, 18, 20, 54, 98,
];

/** An X server without extensions that notes what it is asked; its display has this width and 100 lines. */
async function xServer() {
  const state = { width: 100, requests: [] as Buffer[] };
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        const welcome = Buffer.alloc(80);
        welcome[0] = 1;
        welcome.writeUInt16LE(18, 6);
        welcome.writeUInt16LE(state.width, 60);
        welcome.writeUInt16LE(100, 62);
        socket.write(welcome);
        serve(socket);
      });
  });
  const serve = (socket: Socket): void => {
    let unread = Buffer.alloc(0);
    let sequence = 0;
    socket.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= 4 && unread.length >= unread.readUInt16LE(2) * 4) {
        const request = unread.subarray(0, unread.readUInt16LE(2) * 4);
        unread = unread.subarray(request.length);
        state.requests.push(request);
        sequence++;
        const opcode = request.readUInt8(0);
        if (![getGeometry, internAtom, getProperty, queryExtension].includes(opcode)) continue;
        const answer = Buffer.alloc(32);
        answer[0] = 1;
        answer.writeUInt16LE(sequence, 2);
        if (opcode === getGeometry) {
          answer.writeUInt16LE(state.width, 16);
          answer.writeUInt16LE(100, 18);
        }
        socket.write(answer);
      }
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { state, name: `127.0.0.1:${address.port - 6000}` };
}

test('the next player finds a picture, also when the display grew just after the last one was taken', async () => {
  const { state, name } = await xServer();
  const clock = new ManualClock();
  const curtain = await Curtain.open(
    name,
    clock,
    createLog(() => undefined),
    { XAUTHORITY: '/dev/null' },
  );
  curtain.keep('1', { left: 0, top: 0, width: 100, height: 100 });
  state.width = 200;
  await curtain.refit();
  await clock.advance(1_000);
  await curtain.refit();
  const of = (wanted: number) => state.requests.filter((request) => request[0] === wanted);
  const freed = of(freePixmap).map((request) => request.readUInt32LE(4));
  const published = of(setProperty).at(-1)?.readUInt32LE(24) ?? 0;
  expect(published).toBeGreaterThan(0);
  expect(freed).not.toContain(published);
  curtain.close(true);
});

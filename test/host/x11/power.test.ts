import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { setPower } from '../../../src/main/host/x11/power.ts';

interface Power {
  readonly hasExtension: boolean;
  readonly isCapable: boolean;
  isInCharge: boolean;
  level: number;
}

const opcode = 140;

/** An X server that admits everyone and implements only power management, exactly by its protocol. Returns its name. */
async function serverWith(power: Power): Promise<string> {
  const server = createServer((socket) => {
    let sequence = 0;
    let isIn = false;
    let unread = Buffer.alloc(0);
    const reply = (fill: (bytes: Buffer) => void): void => {
      const bytes = Buffer.alloc(32);
      bytes[0] = 1;
      bytes.writeUInt16LE(sequence, 2);
      fill(bytes);
      socket.write(bytes);
    };
    const refuse = (code: number): void => {
      const bytes = Buffer.alloc(32);
      bytes[1] = code;
      bytes.writeUInt16LE(sequence, 2);
      socket.write(bytes);
    };
    const answer = (request: Buffer): void => {
      sequence++;
      if (request[0] === 98) {
        const isOurs = request.subarray(8, 12).toString() === 'DPMS' && power.hasExtension;
        reply((bytes) => bytes.set([isOurs ? 1 : 0, opcode], 8));
      } else if (request[0] === opcode && request[1] === 1)
        reply((bytes) => bytes.set([power.isCapable ? 1 : 0], 8));
      else if (request[0] === opcode && request[1] === 4) power.isInCharge = true;
      else if (request[0] === opcode && request[1] === 5) {
        power.isInCharge = false;
        power.level = 0;
      } else if (request[0] === opcode && request[1] === 6) {
        if (power.isInCharge) power.level = request.readUInt16LE(4);
        else refuse(8);
      } else if (request[0] === opcode && request[1] === 7)
        reply((bytes) => {
          bytes.writeUInt16LE(power.level, 8);
          bytes[10] = power.isInCharge ? 1 : 0;
        });
      else refuse(1);
    };
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!isIn) {
        isIn = true;
        const welcome = Buffer.alloc(80);
        welcome[0] = 1;
        welcome.writeUInt16LE(18, 6);
        socket.write(welcome);
        return;
      }
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= 4 && unread.length >= unread.readUInt16LE(2) * 4) {
        const length = unread.readUInt16LE(2) * 4;
        answer(unread.subarray(0, length));
        unread = unread.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port - 6000}`;
}

test('the display sleeps and wakes, and does not fall asleep while awake', async () => {
  const power: Power = { hasExtension: true, isCapable: true, isInCharge: false, level: 0 };
  const display = await serverWith(power);
  expect(await setPower(display, 'off', {})).toEqual({ state: 'standby', why: null });
  expect(power).toMatchObject({ isInCharge: true, level: 3 });
  expect(await setPower(display, 'on', {})).toEqual({ state: 'on', why: null });
  expect(power).toMatchObject({ isInCharge: false, level: 0 });
});

test('a server without power management reports the reason', async () => {
  const power: Power = { hasExtension: true, isCapable: false, isInCharge: false, level: 0 };
  expect((await setPower(await serverWith(power), 'off', {})).why).toEqual({
    code: 'display-power.incapable',
  });
  expect((await setPower(await serverWith({ ...power, hasExtension: false }), 'off', {})).why).toEqual({
    code: 'display-power.unsupported',
  });
});

import { connectX11 } from '../../../src/main/host/x11/connect.ts';

/** Keyboard and pointer of a person at the display, by the X server's test extension. */
export interface Input {
  /** Pressed in this order, released in reverse. */
  press(...keys: readonly PersonKey[]): void;
  hold(key: PersonKey, down: boolean): void;
  click(button: number): void;
  move(x: number, y: number): void;
  button(button: number, down: boolean): void;
  /** Resolves when the X server has processed everything before. */
  done(): Promise<void>;
  close(): void;
}

/** Codes of Xvfb's keyboard. */
const keyCodes = {
  Escape: 9,
  0: 19,
  Minus: 20,
  Plus: 21,
  Backspace: 22,
  Tab: 23,
  Q: 24,
  W: 25,
  E: 26,
  R: 27,
  T: 28,
  U: 30,
  I: 31,
  O: 32,
  P: 33,
  Enter: 36,
  Control: 37,
  A: 38,
  S: 39,
  F: 41,
  H: 43,
  J: 44,
  L: 46,
  Shift: 50,
  N: 57,
  Alt: 64,
  F1: 67,
  F3: 69,
  F4: 70,
  F5: 71,
  F6: 72,
  F7: 73,
  F10: 76,
  F11: 95,
  F12: 96,
  Menu: 135,
} as const;

export type PersonKey = keyof typeof keyCodes;

const keyDown = 2;
const keyUp = 3;
const buttonDown = 4;
const buttonUp = 5;
const motion = 6;

export async function openInput(display: string): Promise<Input> {
  const { socket, root } = await connectX11(display);
  const name = Buffer.from('XTEST');
  const query = Buffer.alloc(16);
  query[0] = 98;
  query.writeUInt16LE(4, 2);
  query.writeUInt16LE(name.length, 4);
  name.copy(query, 8);
  const answers: ((answer: Buffer) => void)[] = [];
  let rest = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    // Every message here has 32 bytes. Answers begin with a 1; the rest are events, which are ignored.
    for (rest = Buffer.concat([rest, bytes]); rest.length >= 32; rest = rest.subarray(32)) {
      if (rest[0] === 1) answers.shift()?.(rest.subarray(0, 32));
    }
  });
  const ask = (request: Buffer): Promise<Buffer> => {
    const answer = new Promise<Buffer>((resolve) => answers.push(resolve));
    socket.write(request);
    return answer;
  };
  const extension = (await ask(query))[9] ?? 0;
  const fake = (type: number, detail: number, x = 0, y = 0): void => {
    const request = Buffer.alloc(36);
    request.set([extension, 2, 9, 0, type, detail]);
    request.writeUInt32LE(root.id, 12);
    request.writeInt16LE(x, 24);
    request.writeInt16LE(y, 26);
    socket.write(request);
  };
  return {
    press(...keys) {
      for (const key of keys) fake(keyDown, keyCodes[key]);
      for (const key of keys.toReversed()) fake(keyUp, keyCodes[key]);
    },
    hold: (key, down) => fake(down ? keyDown : keyUp, keyCodes[key]),
    click(button) {
      fake(buttonDown, button);
      fake(buttonUp, button);
    },
    button: (button, down) => fake(down ? buttonDown : buttonUp, button),
    move: (x, y) => fake(motion, 0, x, y),
    async done() {
      // GetInputFocus: the usual request for an answer without an effect.
      await ask(Buffer.from([43, 0, 1, 0]));
    },
    close: () => socket.destroy(),
  };
}

/** Whether the X server reports that its screen saver is on. */
export async function screenSaver(display: string): Promise<'on' | 'off'> {
  const { socket, root } = await connectX11(display);
  try {
    const name = Buffer.from('MIT-SCREEN-SAVER');
    const query = Buffer.alloc(24);
    query[0] = 98;
    query.writeUInt16LE(6, 2);
    query.writeUInt16LE(name.length, 4);
    name.copy(query, 8);
    const answer = (request: Buffer): Promise<Buffer> =>
      new Promise((resolve) => {
        socket.once('data', resolve);
        socket.write(request);
      });
    const extension = (await answer(query))[9] ?? 0;
    const info = Buffer.alloc(8);
    info.set([extension, 1, 2, 0]);
    info.writeUInt32LE(root.id, 4);
    return (await answer(info))[1] === 1 ? 'on' : 'off';
  } finally {
    socket.destroy();
  }
}

/** Sets the screen saver to start after this many seconds without input. */
export async function saveScreenAfter(display: string, seconds: number): Promise<void> {
  const { socket } = await connectX11(display);
  const request = Buffer.from([107, 0, 3, 0, 0, 0, 0, 0, 1, 1, 0, 0]);
  request.writeInt16LE(seconds, 4);
  await new Promise<void>((resolve) => socket.end(request, resolve));
}

import { X11Connection } from '../../../src/main/host/x11/connection.ts';
import * as x11 from '../../../src/main/host/x11/requests.ts';

/** A keyboard at a display, by the X server's test extension. */
export interface TypingPerson {
  type(text: string): Promise<void>;
  press(...keys: readonly (keyof typeof named)[]): Promise<void>;
  /** Keeps it down until the returned function is called. */
  hold(key: keyof typeof named): Promise<() => Promise<void>>;
  /** The number of pressed keys, including modifiers. */
  readonly presses: () => number;
  leave(): void;
}

const named = {
  Enter: 0xff0d,
  Escape: 0xff1b,
  Tab: 0xff09,
  Right: 0xff53,
  Down: 0xff54,
  F4: 0xffc1,
  F9: 0xffc6,
};
const [keyDown, keyUp] = [2, 3];
const shift = 50;
const [first, count] = [8, 248];

export async function comesWithKeyboard(display: string): Promise<TypingPerson> {
  const connection = await X11Connection.open(display);
  const extension = x11.opcodeIn(await connection.query(x11.queryExtension('XTEST'))) ?? 0;
  const mapping = await connection.query(x11.keyboardMapping(first, count));
  const perKey = mapping[1] ?? 1;
  const symbols = Array.from({ length: perKey * count }, (_, index) => mapping.readUInt32LE(32 + index * 4));
  let presses = 0;
  const fake = (type: number, code: number): void => {
    const request = Buffer.alloc(36);
    request.set([extension, 2, 9, 0, type, code]);
    request.writeUInt32LE(connection.root.id, 12);
    connection.send(request);
  };
  const stroke = async (symbol: number): Promise<void> => {
    const at = symbols.findIndex((each, index) => each === symbol && index % perKey < 2);
    if (at === -1) throw new Error(`This keyboard has no key for ${symbol}.`);
    const [code, isShifted] = [first + Math.floor(at / perKey), at % perKey === 1];
    presses += isShifted ? 2 : 1;
    if (isShifted) fake(keyDown, shift);
    fake(keyDown, code);
    fake(keyUp, code);
    if (isShifted) fake(keyUp, shift);
    // An answer follows all previous requests.
    await connection.query(x11.queryExtension('XTEST'));
  };
  return {
    async type(text) {
      for (const letter of text) await stroke(letter.charCodeAt(0));
    },
    async press(...keys) {
      for (const key of keys) await stroke(named[key]);
    },
    async hold(key) {
      const code = first + Math.floor(symbols.indexOf(named[key]) / perKey);
      presses++;
      fake(keyDown, code);
      await connection.query(x11.queryExtension('XTEST'));
      return async () => {
        fake(keyUp, code);
        await connection.query(x11.queryExtension('XTEST'));
      };
    },
    presses: () => presses,
    leave: () => connection.end(),
  };
}

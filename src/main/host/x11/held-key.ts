import type { WatchedKey } from '../host.ts';
import { X11Connection } from './connection.ts';
import { codeOf, f9Symbol } from './keysyms.ts';
import * as x11 from './requests.ts';

const [keyPress, keyRelease] = [2, 3];
const [firstCode, codes] = [8, 248];

/**
 * Reports presses and releases of F9. Other keys still reach the show, whose pages may be typed into. Null: the keyboard has no F9.
 * A held key repeats as releases and presses in turn: the caller must distinguish a repetition from the end.
 */
export async function watchKey(
  display: string,
  heard: (isDown: boolean) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<WatchedKey | null> {
  const connection = await X11Connection.open(display, env);
  const answer = await connection.query(x11.keyboardMapping(firstCode, codes));
  const perKey = answer[1] ?? 1;
  const symbols = Array.from({ length: perKey * codes }, (_, index) => answer.readUInt32LE(32 + index * 4));
  const code = codeOf({ first: firstCode, perKey, symbols }, f9Symbol);
  if (code === null) {
    connection.end();
    return null;
  }
  connection.onEvent = (event) => {
    if (event[0] === keyPress) heard(true);
    if (event[0] === keyRelease) heard(false);
  };
  connection.send(x11.grabKey(connection.root.id, code));
  return { ended: connection.closed, letGo: () => connection.end() };
}

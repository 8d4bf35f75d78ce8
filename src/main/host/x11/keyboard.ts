import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { HeldKeyboard, Key } from '../host.ts';
import { X11Connection } from './connection.ts';
import { codeOf, f9Symbol, type Keyboard, keyOf } from './keysyms.ts';
import * as x11 from './requests.ts';

const [keyPress, keyRelease, mappingChanged] = [2, 3, 34];
const [firstCode, codes] = [8, 248];

/**
 * Grabs the keyboards of an X server: keys come here and nowhere else, so neither a page nor the browser sees them. The
 * server releases them when this connection ends in any way. Null: another client holds them.
 */
export async function holdKeyboard(
  display: string,
  heard: (key: Key) => void,
  f9?: (isDown: boolean) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<HeldKeyboard | null> {
  const connection = await X11Connection.open(display, env);
  let keyboard = await mappingOf(connection);
  connection.onEvent = (event) => {
    // Ignore key events sent by other clients.
    const [kind, code = 0] = event;
    if ((kind === keyPress || kind === keyRelease) && code === codeOf(keyboard, f9Symbol))
      f9?.(kind === keyPress);
    else if (kind === keyPress) {
      const key = keyOf(keyboard, code, event.readUInt16LE(28));
      if (key !== null) heard(key);
    }
    if (event[0] === mappingChanged)
      mappingOf(connection).then(
        (changed) => {
          keyboard = changed;
        },
        // The server is gone, which `ended` reports.
        () => undefined,
      );
  };
  const answer = await connection.query(x11.grabKeyboard(connection.root.id));
  if (answer[1] !== 0) {
    connection.end();
    return null;
  }
  return {
    ended: connection.closed,
    arrange: (layout) => arranged(layout, { ...env, DISPLAY: display }),
    letGo: () => connection.end(),
  };
}

async function mappingOf(connection: X11Connection): Promise<Keyboard> {
  const answer = await connection.query(x11.keyboardMapping(firstCode, codes));
  const perKey = answer[1] ?? 1;
  const symbols = Array.from({ length: perKey * codes }, (_, index) => answer.readUInt32LE(32 + index * 4));
  return { first: firstCode, perKey, symbols };
}

async function arranged(layout: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    await promisify(execFile)('setxkbmap', ['-layout', layout], { env, timeout: 5_000 });
    return true;
  } catch {
    // The program or the layout does not exist.
    return false;
  }
}

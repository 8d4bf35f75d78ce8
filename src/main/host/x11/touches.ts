import type { Clock } from '../../ground/clock.ts';
import type { Touch, TouchArea, Touches } from '../host.ts';
import { X11Connection } from './connection.ts';
import * as x11 from './requests.ts';

const [buttonPress, buttonRelease, mapNotify, configureNotify] = [4, 5, 19, 22];
/** Longer than windows need to come up, so that two that raise themselves do not fight. */
const raiseMs = 250;

/**
 * An invisible window above all others that receives touches and clicks in its area, so that neither a page nor the browser
 * sees them or can prevent them. The server sends the first finger as a pointer. It is gone with this connection.
 */
export async function watchTouches(
  display: string,
  { showsPointer, ...area }: TouchArea,
  heard: (touch: Touch) => void,
  clock: Clock,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Touches> {
  const connection = await X11Connection.open(display, env);
  const window = connection.newId();
  let cancelRaise: (() => void) | null = null;
  const raise = (): void => {
    cancelRaise = null;
    connection.send(x11.raiseIfCovered(window));
  };
  connection.onEvent = (event) => {
    const [kind = 0, button] = event;
    if (kind === buttonPress || kind === buttonRelease) {
      const [x, y] = [event.readInt16LE(20), event.readInt16LE(22)];
      if (button === 1) heard({ x, y, isDown: kind === buttonPress });
    }
    const isOther = event.readUInt32LE(8) !== window;
    if ((kind === mapNotify || kind === configureNotify) && isOther)
      cancelRaise ??= clock.after(raiseMs, raise);
  };
  connection.send(x11.createInputWindow(window, connection.root.id, area));
  if (showsPointer) {
    const [cursor, font] = [connection.newId(), connection.newId()];
    for (const request of x11.createArrow(cursor, font)) connection.send(request);
    connection.send(x11.changeAttributes(window, [[x11.attribute.cursor, cursor]]));
  }
  connection.send(x11.watchChildren(connection.root.id));
  connection.send(x11.mapWindow(window));
  raise();
  void connection.closed.then(() => cancelRaise?.());
  return { ended: connection.closed, letGo: () => connection.end() };
}

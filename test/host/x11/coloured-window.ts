// A window that fills its display with one colour, in place of a browser's. Usage: DISPLAY COLOUR(rrggbb) [SECONDS].
// It prints "seen" when the server has mapped it, draws a second later if requested, and lives until it is killed.
import { X11Connection } from '../../../src/main/host/x11/connection.ts';
import * as x11 from '../../../src/main/host/x11/requests.ts';

const [display = '', colour = 'ff0000'] = process.argv.slice(2);
const connection = await X11Connection.open(display);
const { id, width, height } = connection.root;
const window = connection.newId();
const everywhere = { left: 0, top: 0, width, height };
// White until something is drawn, as a browser's window is.
connection.send(x11.createWindow(window, id, everywhere, [[x11.attribute.backgroundPixel, 0xffffff]]));
connection.send(x11.mapWindow(window));
const context = connection.newId();
connection.send(x11.createContext(context, window, Number.parseInt(colour, 16)));
await connection.query(x11.geometry(window));
process.stdout.write('seen\n');
process.stdin.once('data', async () => {
  connection.send(x11.fillRectangle(window, context, everywhere));
  await connection.query(x11.geometry(window));
  process.stdout.write('drawn\n');
});

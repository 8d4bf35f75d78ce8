import { Socket } from 'node:net';
import { systemClock } from '../../clock.ts';
import { realFileSystem } from '../../fs.ts';
import { ShelfFolder } from '../shelf.ts';
import { answer } from './install.ts';
import { Talk } from './talk.ts';

// Started as root for each connection to vitrine-installer.socket, which is its standard input. It has no network, and
// writes in the folder of its first argument alone; the second is the root that it trusts.

const [, , folder = '', trusted = ''] = process.argv;
const player = new Socket({ fd: 0, readable: true, writable: true, allowHalfOpen: true });
process.umask(0o022);
await answer(new Talk(player, systemClock), {
  shelf: new ShelfFolder(realFileSystem, folder),
  trusted,
  now: () => systemClock.now(),
}).catch((error: unknown) => process.stderr.write(`<4>The player was not answered: ${String(error)}\n`));

import { Socket } from 'node:net';
import { systemClock } from '../../ground/clock.ts';
import { realFileSystem } from '../../ground/fs.ts';
import { ShelfFolder } from '../shelf.ts';
import { answer } from './install.ts';
import { Talk } from './talk.ts';

// systemd starts it as root for each connection to vitrine-installer.socket, on standard input. It has no network access, and
// writes only to the folder of its first argument; the second is the TUF root that it trusts.

const [, , folder = '', trusted = ''] = process.argv;
const player = new Socket({ fd: 0, readable: true, writable: true, allowHalfOpen: true });
process.umask(0o022);
await answer(new Talk(player, systemClock), {
  shelf: new ShelfFolder(realFileSystem, folder),
  trusted,
  now: () => systemClock.now(),
}).catch((error: unknown) => process.stderr.write(`<4>No answer to the player: ${String(error)}\n`));

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

const listening = '0A';

/** The program that listens on this port, as `node (1234)`; null: another account's, or not known here. */
export function holderOf(port: number, folder = '/proc'): string | null {
  const inodes = ['tcp', 'tcp6'].flatMap((name) =>
    linesOf(`${folder}/net/${name}`).flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      return state === listening && Number.parseInt(local.split(':').at(-1) ?? '', 16) === port
        ? [inode]
        : [];
    }),
  );
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  const pid = namesIn(folder).find(
    (name) =>
      /^\d+$/.test(name) &&
      namesIn(`${folder}/${name}/fd`).some((fd) => sockets.has(linkOf(`${folder}/${name}/fd/${fd}`))),
  );
  const [program = ''] = pid === undefined ? [] : linesOf(`${folder}/${pid}/comm`);
  return pid === undefined ? null : `${program} (${pid})`;
}

const mostTried = 20;

/** The first port after this one that is free. */
export async function freePortAfter(port: number): Promise<number | null> {
  for (let next = port + 1; next <= Math.min(port + mostTried, 65_535); next++)
    if (await isFree(next)) return next;
  return null;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '::', ipv6Only: false }, () => server.close(() => resolve(true)));
  });
}

// A process may end while it is looked at, and another account's cannot be: both are no holder.
function linesOf(path: string): readonly string[] {
  return attempt(() => readFileSync(path, 'utf8').split('\n'), []);
}
const namesIn = (path: string): readonly string[] => attempt(() => readdirSync(path), []);
const linkOf = (path: string): string => attempt(() => readlinkSync(path), '');

function attempt<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

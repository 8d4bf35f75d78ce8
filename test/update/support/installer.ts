import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../src/main/ground/clock.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { noFloors } from '../../../src/main/release/kept-trust.ts';
import type { Release } from '../../../src/main/release/release.ts';
import { lookAtMetadata } from '../../../src/main/release/trusted.ts';
import { answer } from '../../../src/main/update/installer/install.ts';
import { RootShelf } from '../../../src/main/update/installer/root-shelf.ts';
import { Talk } from '../../../src/main/update/installer/talk.ts';
import { ShelfFolder } from '../../../src/main/update/shelf.ts';
import { type FetchNeeds, folderSource } from '../../../src/main/update/source.ts';

/** Root's installer behind a real socket, with its folder and the root that it trusts. */
export async function installerOn(
  path: string,
  trusted: string,
  now = () => Date.now(),
  clock: Clock = systemClock,
) {
  await mkdir(path, { recursive: true });
  const shelf = new ShelfFolder(realFileSystem, path);
  const socket = join(path, 's');
  const talks: Promise<void>[] = [];
  const server = createServer({ allowHalfOpen: true }, (player: Socket) => {
    talks.push(answer(new Talk(player, clock), { shelf, trusted, now }).catch(() => undefined));
  }).listen(socket);
  const requested = new RootShelf(realFileSystem, path, socket);
  return { path, shelf, requested, settled: () => Promise.all(talks), close: () => void server.close() };
}

export const never = new AbortController().signal;

/** A release as a stick has it: what the player hands over. */
export async function onStick(stick: string, root: string, sha256: string) {
  // Nothing is fetched by it: the package lies there.
  const source = folderSource({} as FetchNeeds, stick);
  const { releases } = await lookAtMetadata({ root }, noFloors, source.read, Date.now());
  const release = releases.find((one) => one.sha256 === sha256) as Release;
  return { source, release, file: join(stick, 'targets', `${sha256}.${release.name}`) };
}

/** The release of a stick is unpacked by root's installer in `shelf/` of that folder. */
export async function installs(root: string, stick: string, sha256: string): Promise<void> {
  const trusted = join(root, 'root.json');
  const { requested, close } = await installerOn(join(root, 'shelf'), trusted);
  const { release, file, source } = await onStick(stick, await readFile(trusted, 'utf8'), sha256);
  try {
    await requested.take(release, file, source, never);
  } finally {
    close();
  }
}

import { networkFromConfig } from '../cms/from-config.ts';
import { Bandwidth } from '../download/bandwidth.ts';
import { Blocks } from '../download/blocks.ts';
import { FreeSpace } from '../download/free-space.ts';
import { openingAt } from '../download/hours.ts';
import { defaultLimits } from '../download/limits.ts';
import { realFileSystem } from '../ground/fs.ts';
import { version } from '../ground/version.ts';
import { thisArchitecture } from '../release/release.ts';
import { RootShelf } from '../update/installer/root-shelf.ts';
import { OwnShelf } from '../update/own-shelf.ts';
import { folderSource, serverSource } from '../update/source.ts';
import { UpdateRoot } from '../update/update-root.ts';
import { Updates } from '../update/updates.ts';
import type { UpdatesNeeds } from '../update/updates-needs.ts';
import type { EngineData } from './protocol.ts';

type Around = Pick<UpdatesNeeds, 'clock' | 'log' | 'zone' | 'isClockTrusted' | 'cmsReachedAt'>;

/** For a release that a launcher has started, in the folder that holds the releases. */
export async function openUpdates(
  config: EngineData['config'],
  launched: NonNullable<EngineData['launched']>,
  path: string,
  around: Around,
) {
  const { url, channel, window } = config.update;
  const { clock } = around;
  const { release, start, over, byRoot } = launched;
  await realFileSystem.mkdir(path);
  const root = new UpdateRoot(realFileSystem, path, byRoot?.trusted);
  const shelf =
    byRoot === null
      ? new OwnShelf(realFileSystem, path)
      : new RootShelf(realFileSystem, byRoot.shelf, byRoot.socket);
  const network = networkFromConfig(config);
  const floorBytes = config.storage.freeBytes;
  const makeSpace = async (bytes: number): Promise<boolean> => {
    const { freeBytes } = await realFileSystem.space(path);
    return freeBytes - floorBytes >= bytes;
  };
  const needs = {
    // A release server is no CMS: it must not get the token.
    cms: { downloadHeaders: async () => ({}), refreshLogin: async () => false },
    network,
    clock,
    limits: defaultLimits,
    fs: realFileSystem,
    store: { partsFolder: root.parts },
    bandwidth: new Bandwidth(clock, config.downloads.bytesPerSecond),
    blocks: new Blocks(),
    space: new FreeSpace({ makeSpace }, clock),
  };
  const opened = Updates.open({
    ...around,
    mayFetch: () => openingAt(config.downloads.hours, clock.now(), around.zone()).isOpen,
    root,
    shelf,
    start,
    over,
    window,
    floorBytes,
    player: { version, running: release, architecture: thisArchitecture, channel },
    server: url === null ? null : serverSource(needs, url),
    folder: (folder) => folderSource(needs, folder),
  });
  const updates = await opened.catch((error: unknown) => {
    network.close();
    throw error;
  });
  updates.start();
  const close = async (): Promise<void> => {
    await updates.stop();
    network.close();
  };
  return { updates, close };
}

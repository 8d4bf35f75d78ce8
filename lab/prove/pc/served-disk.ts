import { once } from 'node:events';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { CachedDisk } from './cached-disk.ts';
import { serveDisk } from './disk-server.ts';

/** A disk with a write cache, and where QEMU finds it. */
export class ServedDisk {
  readonly cached: CachedDisk;
  readonly address: string;
  readonly #server: Server;

  /** Serves this file by a socket in the folder. */
  static async start(file: string, folder: string): Promise<ServedDisk> {
    const cached = new CachedDisk(file);
    const socket = join(folder, 'disk');
    const server = serveDisk(cached, socket);
    await once(server, 'listening');
    return new ServedDisk(cached, `nbd+unix:///?socket=${socket}`, server);
  }

  private constructor(cached: CachedDisk, address: string, server: Server) {
    this.cached = cached;
    this.address = address;
    this.#server = server;
  }

  /** After the machine's power was cut. */
  cut(isLost: () => boolean): ReturnType<CachedDisk['cut']> {
    this.#server.close();
    return this.cached.cut(isLost);
  }
}

import { basename } from 'node:path';
import { type FileSystem, realFileSystem } from '../../../src/main/fs.ts';

/**
 * The real disk with every call a moment late. It notes what it was asked, says so when one call is made before the
 * last one was over, and refuses what a test wants it to refuse with this code.
 */
export class NotingDisk {
  readonly notes: string[] = [];
  descriptors = 0;
  refuses: (call: string) => string | null = () => null;
  isBusy = false;

  readonly fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      const file = await this.#call(`open ${basename(path)}`, () => realFileSystem.open(path, flags));
      this.descriptors++;
      return {
        ...file,
        write: (bytes) => this.#call(`write ${bytes.length} to ${basename(path)}`, () => file.write(bytes)),
        sync: () => this.#call(`flush ${basename(path)}`, () => file.sync()),
        close: () =>
          this.#call(`close ${basename(path)}`, async () => {
            await file.close();
            this.descriptors--;
          }),
      };
    },
    rename: (from, to) => this.#call(`rename ${basename(from)}`, () => realFileSystem.rename(from, to)),
    unlink: (path) => this.#call(`unlink ${basename(path)}`, () => realFileSystem.unlink(path)),
    syncFolder: (path) => this.#call('flush folder', () => realFileSystem.syncFolder(path)),
  };

  async #call<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    this.notes.push(this.isBusy ? `too early: ${call}` : call);
    this.isBusy = true;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      const code = this.refuses(call);
      if (code !== null) throw Object.assign(new Error('refused'), { code });
      return await work();
    } finally {
      this.isBusy = false;
    }
  }
}

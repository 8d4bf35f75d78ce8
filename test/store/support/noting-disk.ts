import { basename } from 'node:path';
import { type FileSystem, realFileSystem } from '../../../src/main/ground/fs.ts';

/**
 * The real disk with every call a moment late. It notes what changes something, says so when a call is made before the
 * last one was over, and refuses what a test wants it to refuse with this code.
 */
export class NotingDisk {
  readonly notes: string[] = [];
  readonly tooEarly: string[] = [];
  descriptors = 0;
  isBusy = false;
  refuses: (call: string) => string | null = () => null;

  readonly fs: FileSystem = {
    ...realFileSystem,
    open: async (path, flags) => {
      const name = basename(path);
      const file = await this.#change(`open ${name}`, () => realFileSystem.open(path, flags));
      this.descriptors++;
      return {
        ...file,
        read: (buffer, position) => this.#call(`read ${name}`, () => file.read(buffer, position)),
        write: (bytes) => this.#change(`write ${bytes.length} to ${name}`, () => file.write(bytes)),
        sync: () => this.#change(`flush ${name}`, () => file.sync()),
        close: () =>
          this.#change(`close ${name}`, async () => {
            await file.close();
            this.descriptors--;
          }),
      };
    },
    rename: (from, to) => this.#change(`rename ${basename(from)}`, () => realFileSystem.rename(from, to)),
    unlink: (path) => this.#change(`unlink ${basename(path)}`, () => realFileSystem.unlink(path)),
    mkdir: (path) => this.#change(`make ${basename(path)}`, () => realFileSystem.mkdir(path)),
    syncFolder: (path) => this.#change('flush folder', () => realFileSystem.syncFolder(path)),
    readdir: (path) => this.#call(`list ${basename(path)}`, () => realFileSystem.readdir(path)),
    readFile: (path) => this.#call(`read ${basename(path)}`, () => realFileSystem.readFile(path)),
    stat: (path) => this.#call(`look at ${basename(path)}`, () => realFileSystem.stat(path)),
  };

  #change<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    this.notes.push(call);
    return this.#call(call, work);
  }

  async #call<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    if (this.isBusy) this.tooEarly.push(call);
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

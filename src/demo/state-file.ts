import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { StoredBytes } from './bytes.ts';
import type { ContentRecords, DemoContent } from './content.ts';
import { demoBytes, demoMediaFolder } from './demo-media.ts';
import type { DemoLogin, LoginRecords } from './login.ts';

/** The stored location of the bytes of a media file or thumbnail. */
type Kept = { readonly demo: string } | (Omit<StoredBytes, 'from'> & { readonly path: string });

type KeptBytes = readonly (readonly [id: number, kept: Kept])[];

interface State {
  readonly version: 1;
  readonly content: ContentRecords;
  readonly login: LoginRecords;
  readonly bytes: KeptBytes;
  readonly thumbnails: KeptBytes;
}

/** Enough to recognize the file as its own; the rest is trusted. */
const outline = v.looseObject({
  version: v.literal(1),
  content: v.looseObject({ nextId: v.number(), playlists: v.array(v.looseObject({ id: v.number() })) }),
  login: v.looseObject({ personal: v.array(v.string()) }),
  bytes: v.array(v.tuple([v.number(), v.looseObject({})])),
  thumbnails: v.array(v.tuple([v.number(), v.looseObject({})])),
});

/** Keeps the edits over restarts: one JSON file, written whole and renamed, and a folder of uploads beside it. */
export class StateFile {
  readonly #path: string;
  readonly #content: DemoContent;
  readonly #login: DemoLogin;
  /** Bytes from memory that are already on disk. */
  readonly #written = new Set<string>();
  #dirty = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, content: DemoContent, login: DemoLogin) {
    this.#path = path;
    this.#content = content;
    this.#login = login;
  }

  get uploadFolder(): string {
    return join(dirname(this.#path), `${basename(this.#path, '.json')}-media`);
  }

  /** False: there is no file, or an unreadable one, which is set aside and never overwritten. */
  async load(): Promise<boolean> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return false;
    const state = parse(text);
    if (!state) {
      await rename(this.#path, `${this.#path}.unreadable-${Date.now()}`);
      return false;
    }
    this.#content.load(state.content);
    this.#login.load(state.login);
    restore(this.#content.bytes, state.bytes);
    restore(this.#content.thumbnails, state.thumbnails);
    return true;
  }

  /** Schedules a write; changes that come together are written together. */
  changed(): void {
    if (this.#dirty) return;
    this.#dirty = true;
    // A failed write must not prevent the next one.
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write());
    // `saved` still rejects; without a waiting caller there must be no unhandled rejection.
    this.#writing.catch(() => undefined);
  }

  /** Resolves when everything until now is on disk. */
  saved(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    // A change made in the same tick is still part of this write.
    await new Promise(setImmediate);
    this.#dirty = false;
    await mkdir(this.uploadFolder, { recursive: true });
    const state: State = {
      version: 1,
      content: this.#content.records(),
      login: this.#login.records(),
      bytes: await this.#kept(this.#content.bytes),
      thumbnails: await this.#kept(this.#content.thumbnails),
    };
    const temporary = `${this.#path}.new`;
    // It holds tokens: readable by its owner only.
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(state, null, 1));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#path);
  }

  #kept(bytes: ReadonlyMap<number, StoredBytes>): Promise<KeptBytes> {
    return Promise.all([...bytes].map(async ([id, stored]) => [id, await this.#keep(stored)] as const));
  }

  async #keep({ from, ...known }: StoredBytes): Promise<Kept> {
    if ('path' in from) {
      const demo = from.path.startsWith(demoMediaFolder);
      return demo ? { demo: from.path.slice(demoMediaFolder.length) } : { path: from.path, ...known };
    }
    const path = join(this.uploadFolder, `${known.hashes?.sha256}`);
    if (!this.#written.has(path)) await writeFile(path, from.memory);
    this.#written.add(path);
    return { path, ...known };
  }
}

/** A file that is gone, by hand or with another version of the program, is left out: its record stays. */
function restore(bytes: Map<number, StoredBytes>, kept: KeptBytes): void {
  for (const [id, one] of kept) {
    if (!existsSync('demo' in one ? demoMediaFolder + one.demo : one.path)) continue;
    if ('demo' in one) bytes.set(id, demoBytes(one.demo));
    else {
      const { path, ...known } = one;
      bytes.set(id, { from: { path }, ...known });
    }
  }
}

function parse(text: string): State | null {
  try {
    const value: unknown = JSON.parse(text);
    return v.is(outline, value) ? (value as unknown as State) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

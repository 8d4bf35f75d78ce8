// `fs` as Electron has it in every thread, including the engine's: a file named `*.asar` is a folder. Loaded by `--import`.
// lib/node/asar-fs-wrapper.ts: splitPath, openAsarEntry, lstat, stat, readdir. `original-fs` shows the disk as it is.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as workers from 'node:worker_threads';
import { contentsOf, type Entry, entryOf, type InArchive, inArchive, unpackedPath } from './asar-archive.ts';
import './asar-modules.ts';

type Call = (...args: unknown[]) => unknown;
type Module = Record<string, unknown>;
const require = createRequire(import.meta.url);
const fs = require('node:fs') as Module & { readonly promises: Module };
const disk = { ...fs } as unknown as typeof import('node:fs');
const openPromised = disk.promises.open;
/** Set during a call of `original-fs`: Node's recursive removal calls `fs` too. */
const original = new AsyncLocalStorage<true>();

/** What Electron shows of a path: during a call of `original-fs` only the disk. */
const shown = (path: unknown): InArchive | null => (original.getStore() === true ? null : inArchive(path));

function failure(code: string, path: unknown): Error {
  return Object.assign(new Error(`${code}: ${String(path)} in an archive`), { code, path });
}

/** A packed file as one that can be opened: Electron extracts it too. */
function copiedOut<T>(found: InArchive, entry: Entry, open: (path: string) => T): T {
  if (entry.files) throw failure('EISDIR', nameOf(found));
  if (entry.unpacked) return open(unpackedPath(found));
  const folder = disk.mkdtempSync(join(tmpdir(), 'asar-'));
  try {
    disk.writeFileSync(join(folder, 'file'), contentsOf(found));
    return open(join(folder, 'file'));
  } finally {
    // An open file stays readable.
    disk.rmSync(folder, { recursive: true });
  }
}

function bytesOf(found: InArchive, entry: Entry): Buffer {
  if (entry.files) throw failure('EISDIR', nameOf(found));
  return entry.unpacked ? disk.readFileSync(unpackedPath(found)) : contentsOf(found);
}

const nameOf = ({ archive, inside }: InArchive): string => [archive, ...inside].join('/');

/** Each call, for a path in an archive. */
const insideArchive: Record<string, (found: InArchive, entry: Entry, ...rest: unknown[]) => unknown> = {
  open: (found, entry) => copiedOut(found, entry, (path) => disk.openSync(path, 'r')),
  readFile: (found, entry, options) => {
    const encoding =
      typeof options === 'string' ? options : (options as { encoding?: string } | null)?.encoding;
    const bytes = bytesOf(found, entry);
    return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
  },
  copyFile: (found, entry, target) => disk.writeFileSync(String(target), bytesOf(found, entry)),
  realpath: (found) => [disk.realpathSync(found.archive), ...found.inside].join('/'),
  stat: (_, entry) => statsOf(entry),
  lstat: (_, entry) => statsOf(entry),
  access: () => undefined,
  readdir: (found, entry, options) => {
    if (!entry.files) throw failure('ENOTDIR', nameOf(found));
    const { withFileTypes = false, recursive = false } = Object(options) as Listing;
    const children = Object.entries(entry.files);
    // readdirRecursivePromises takes the 1 of a folder for libuv's "file": it is listed as one, and not entered.
    if (withFileTypes && recursive)
      return children.map(([name]) => ({ name, parentPath: nameOf(found), ...kindOf({}) }));
    // Without its `parentPath` until electron #51845.
    if (withFileTypes) return children.map(([name, child]) => ({ name, ...kindOf(child) }));
    return recursive ? namesBelow(entry) : children.map(([name]) => name);
  },
};

interface Listing {
  readonly withFileTypes?: boolean;
  readonly recursive?: boolean;
}

function namesBelow({ files = {} }: Entry): readonly string[] {
  return Object.entries(files).flatMap(([name, child]) => [
    name,
    ...namesBelow(child).map((below) => `${name}/${below}`),
  ]);
}

function kindOf({ files }: Entry) {
  return {
    isFile: () => files === undefined,
    isDirectory: () => files !== undefined,
    isSymbolicLink: () => false,
  };
}

function statsOf(entry: Entry) {
  const mode = entry.files ? 0o040755 : 0o100644;
  return { size: entry.size ?? 0, mode, mtimeMs: 0, ino: 1, dev: 1, ...kindOf(entry) };
}

for (const [name, answer] of Object.entries(insideArchive)) {
  const instead = (args: readonly unknown[]): (() => unknown) | null => {
    const found = shown(args[0]);
    if (found === null) return null;
    return () => {
      const entry = entryOf(found);
      if (entry === undefined && Reflect.get(Object(args[1]), 'throwIfNoEntry') === false) return null;
      if (entry === undefined) throw failure('ENOENT', args[0]);
      return answer(found, entry, ...args.slice(1));
    };
  };
  wrap(fs, `${name}Sync`, (old, args) => (instead(args) ?? (() => old(...args)))());
  wrap(fs.promises, name, async (old, args) => (instead(args) ?? (() => old(...args)))());
  wrap(fs, name, (old, args) => {
    const made = instead(args);
    if (made === null) return old(...args);
    const done = args.at(-1) as Call;
    return process.nextTick(() => {
      let value: unknown;
      try {
        value = made();
      } catch (error) {
        done(error);
        return;
      }
      done(null, value);
    });
  });
}
wrap(fs.promises, 'open', async (old, args) => {
  const found = shown(args[0]);
  const entry = found && entryOf(found);
  if (found === null) return old(...args);
  if (!entry) throw failure('ENOENT', args[0]);
  const file = copiedOut(found, entry, (path) => disk.openSync(path, 'r'));
  try {
    return await openPromised(`/proc/self/fd/${file}`, 'r');
  } finally {
    disk.closeSync(file);
  }
});
wrap(fs, 'existsSync', (old, args) => {
  const found = shown(args[0]);
  return found === null ? old(...args) : entryOf(found) !== undefined;
});

function wrap(module: Module, name: string, call: (old: Call, args: unknown[]) => unknown): void {
  const old = module[name] as Call;
  // With its properties, such as `realpath.native`.
  module[name] = Object.assign((...args: unknown[]) => call(old, args), old);
}

const originalFs = untouched(fs);
function untouched(module: Module): Module {
  return Object.fromEntries(
    Object.entries(module).map(([name, value]) => {
      if (name === 'promises') return [name, untouched(value as Module)];
      const isCall = typeof value === 'function' && !/^[A-Z]/.test(name);
      return [
        name,
        isCall ? (...args: unknown[]) => original.run(true, () => (value as Call)(...args)) : value,
      ];
    }),
  );
}
Reflect.set(globalThis, Symbol.for('electron-like original-fs'), originalFs);
const originalModule = `module.exports = globalThis[Symbol.for('electron-like original-fs')];`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'original-fs' && process.env.FAKE_ELECTRON_ORIGINAL_FS !== 'no'
      ? { url: 'electron-like:original-fs', format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'electron-like:original-fs'
      ? { format: 'commonjs', source: originalModule, shortCircuit: true }
      : next(url, context),
});

// shell/common/node_bindings.cc, OnNodePreload: workers get the same, and the same versions.
for (const [name, value] of [
  ['electron', '45.0.0'],
  ['chrome', '150.0.0.0'],
] as const) {
  Object.defineProperty(process.versions, name, { value });
}
const threads = require('node:worker_threads') as { Worker: typeof workers.Worker };
threads.Worker = class extends workers.Worker {
  constructor(script: string | URL, options: workers.WorkerOptions = {}) {
    super(script, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] });
  }
};
syncBuiltinESMExports();

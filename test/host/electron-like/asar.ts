// `fs` as Electron has it in every thread, the engine's among them: a file named `*.asar` is a folder. Loaded by `--import`.
// lib/node/asar-fs-wrapper.ts: splitPath, openAsarEntry, lstat, stat, readdir. `original-fs` stays as the system has it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import * as workers from 'node:worker_threads';

type Call = (...args: unknown[]) => unknown;
type Module = Record<string, unknown>;
interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
}

const require = createRequire(import.meta.url);
const fs = require('node:fs') as Module & { readonly promises: Module };
const { closeSync, openSync, readSync, statSync } = { ...fs } as unknown as typeof import('node:fs');
/** Set inside of what `original-fs` does: Node's own recursive removal calls `fs` too. */
const original = new AsyncLocalStorage<true>();

/** The archive of a path and what is meant in it; null for what lies in none. A folder of that name is no archive. */
function inArchive(path: unknown): { readonly archive: string; readonly inside: readonly string[] } | null {
  const text = path instanceof URL ? path.pathname : Buffer.isBuffer(path) ? path.toString() : path;
  if (original.getStore() === true || typeof text !== 'string' || !/\.asar/i.test(text)) return null;
  const parts = text.split('/');
  const end = parts.findIndex((part) => part.endsWith('.asar')) + 1;
  const archive = parts.slice(0, end).join('/');
  if (end === 0 || statSync(archive, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return { archive, inside: parts.slice(end).filter(Boolean) };
}

/** Its index, which Electron keeps open for as long as it runs. */
function entryOf({ archive, inside }: NonNullable<ReturnType<typeof inArchive>>): Entry | undefined {
  const file = openSync(archive, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(file, head, 0, 16, 0);
    const text = Buffer.alloc(head.readUInt32LE(12));
    readSync(file, text, 0, text.length, 16);
    return inside.reduce<Entry | undefined>((at, name) => at?.files?.[name], JSON.parse(text.toString()));
  } finally {
    closeSync(file);
  }
}

function failure(code: string, path: unknown): Error {
  return Object.assign(new Error(`${code}: ${String(path)} in an archive`), { code, path });
}

/** What each call makes of a path in an archive. Of the contents nothing is read here: nobody does in a checkout. */
const insideArchive: Record<string, (path: unknown, entry: Entry, ...rest: unknown[]) => unknown> = {
  open: (path, entry) => {
    throw failure(entry.files ? 'EISDIR' : 'EACCES', path);
  },
  readFile: (path) => {
    throw failure('ENOENT', path);
  },
  stat: (_, entry) => statsOf(entry),
  lstat: (_, entry) => statsOf(entry),
  access: () => undefined,
  readdir: (path, entry, options) => {
    if (!entry.files) throw failure('ENOTDIR', path);
    const withFileTypes = (options as { withFileTypes?: boolean } | undefined)?.withFileTypes === true;
    return Object.entries(entry.files).map(([name, child]) =>
      withFileTypes ? { ...{ name, parentPath: String(path) }, ...kindOf(child) } : name,
    );
  },
};

function kindOf({ files }: Entry) {
  return {
    isFile: () => files === undefined,
    isDirectory: () => files !== undefined,
    isSymbolicLink: () => false,
  };
}

function statsOf(entry: Entry) {
  const mode = entry.files ? 0o040755 : 0o100644;
  return { ...{ size: entry.size ?? 0, mode, mtimeMs: 0, ino: 1, dev: 1 }, ...kindOf(entry) };
}

for (const [name, answer] of Object.entries(insideArchive)) {
  const instead = (args: readonly unknown[]): (() => unknown) | null => {
    const found = inArchive(args[0]);
    if (found === null) return null;
    return () => {
      const entry = entryOf(found);
      if (entry === undefined) throw failure('ENOENT', args[0]);
      return answer(args[0], entry, ...args.slice(1));
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
wrap(fs, 'existsSync', (old, args) => {
  const found = inArchive(args[0]);
  return found === null ? old(...args) : entryOf(found) !== undefined;
});

function wrap(module: Module, name: string, call: (old: Call, args: unknown[]) => unknown): void {
  const old = module[name] as Call;
  module[name] = (...args: unknown[]) => call(old, args);
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

// Loads modules of an archive as Electron does: there Node's loader reads through the `fs` that shows archives. Here hooks do the
// same, because the loader keeps its original `fs`; native modules come from beside the archive (asar-fs-wrapper.ts, dlopen).
import { isBuiltin, registerHooks } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contentsOf, entryOf, inArchive, unpackedPath } from './asar-archive.ts';

const isFile = (path: string): boolean => {
  const found = inArchive(path);
  const entry = found && entryOf(found);
  return entry != null && entry.files === undefined;
};

const textOf = (path: string): string | null => {
  const found = inArchive(path);
  return found !== null && isFile(path) ? contentsOf(found).toString() : null;
};

/** Completes a path as `require` does; a module must give the full file name. */
function completed(path: string, isRequire: boolean): string | null {
  const ways = isRequire ? ['', '.js', '.json', '.node', '/index.js'] : [''];
  return ways.map((way) => `${path}${way}`).find(isFile) ?? null;
}

/** A package of the archive, searched in the folders above the importer. Ours have a `main` and are imported by name. */
function packaged(name: string, from: string): string | null {
  for (let folder = dirname(from); inArchive(folder) !== null; folder = dirname(folder)) {
    const described = textOf(join(folder, 'node_modules', name, 'package.json'));
    if (described !== null)
      return completed(join(folder, 'node_modules', name, JSON.parse(described).main ?? 'index.js'), true);
  }
  return null;
}

function formatOf(path: string): 'module' | 'commonjs' | 'json' {
  if (path.endsWith('.json')) return 'json';
  if (path.endsWith('.mjs')) return 'module';
  if (path.endsWith('.cjs')) return 'commonjs';
  for (let folder = dirname(path); inArchive(folder) !== null; folder = dirname(folder)) {
    const described = textOf(join(folder, 'package.json'));
    if (described !== null) return JSON.parse(described).type === 'module' ? 'module' : 'commonjs';
  }
  return 'commonjs';
}

const pathOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') && url.includes('.asar') ? fileURLToPath(url) : null;

registerHooks({
  resolve(specifier, context, next) {
    if (isBuiltin(specifier)) return next(specifier, context);
    const from = pathOf(context.parentURL);
    const isRequire = context.conditions?.includes('require') ?? false;
    const isPath = /^(\.{0,2}\/|file:)/.test(specifier);
    const path = specifier.startsWith('file:')
      ? pathOf(specifier)
      : specifier.startsWith('/')
        ? specifier
        : from && (isPath ? join(dirname(from), specifier) : packaged(specifier, from));
    const found = path && inArchive(path) && (isPath ? completed(path, isRequire) : path);
    if (!found) return next(specifier, context);
    // A native module is not text: Node passes its path to dlopen.
    const format = extname(found) === '.node' ? {} : { format: formatOf(found) };
    return { url: pathToFileURL(found).href, shortCircuit: true, ...format };
  },
  load(url, context, next) {
    const path = pathOf(url);
    const found = path && extname(path) !== '.node' ? inArchive(path) : null;
    if (!path || !found) return next(url, context);
    return { format: formatOf(path), source: contentsOf(found), shortCircuit: true };
  },
});

const dlopen = process.dlopen.bind(process);
process.dlopen = (module: object, path: string, ...rest: number[]): void => {
  const found = inArchive(path);
  if (found !== null && entryOf(found)?.unpacked !== true)
    throw new Error(`${path} is packed: nothing can load it`);
  Reflect.apply(dlopen, process, [module, found === null ? path : unpackedPath(found), ...rest]);
};

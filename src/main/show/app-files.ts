import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Once } from '../ground/once.ts';
import type { AppHandler } from '../host/host.ts';
import { permissionsPolicy } from './permissions.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/**
 * The stage runs its own files and nothing else; web pages are in frames, under policies of their own. As strict as what
 * the page says of itself: a worker, such as the one that reads documents, has only this.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  'frame-src http: https:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Answers with the renderer's files. Only names that are in the folder may be asked for, so none can lead out of it.
 * Each file is read once and kept: they are few, and later the disk may be slow or gone.
 */
export function createAppFiles(folder: string): AppHandler {
  const names = new Once(() => listFiles(folder));
  const kept = new Map<string, Once<Uint8Array<ArrayBuffer>>>();

  const read = (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const file = kept.get(name) ?? new Once(async () => new Uint8Array(await readFile(join(folder, name))));
    kept.set(name, file);
    return file.get();
  };

  return async (request) => {
    const name = new URL(request.url).pathname.slice(1) || 'index.html';
    if (!(await names.get()).has(name)) return new Response(null, { status: 404 });
    const bytes = await read(name);
    return new Response(request.method === 'HEAD' ? null : bytes, {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-length': String(bytes.length),
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': policy,
        'permissions-policy': permissionsPolicy,
      },
    });
  };
}

/**
 * Folder by folder: in its archive Electron lists a folder as a file, and nothing of what is in it, where `readdir` is asked for
 * everything below at once with types (asar-fs-wrapper.ts, readdirRecursivePromises).
 */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const below = ['']; ; ) {
    const at = below.pop();
    if (at === undefined) return found;
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      if (entry.isDirectory()) below.push(`${at}${entry.name}/`);
      if (entry.isFile()) found.add(`${at}${entry.name}`);
    }
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { importsOf } from './imports.ts';

/** One file with what it imports: paths from the root with slashes for our own files, else the package's name. */
export interface Source {
  readonly path: string;
  readonly imports: readonly string[];
}

/**
 * The rooms of src/main in the order in which they may be known: a room imports those before it, never one after it.
 * The show's own line runs through it: cms → sync → store → schedule → show → report.
 */
export const rooms = [
  'edition',
  'sensors',
  'interrupt',
  'actions',
  'config',
  'host',
  'net',
  'media',
  'cms',
  'download',
  'sync',
  'store',
  'schedule',
  'feed',
  'cap',
  'release',
  'update',
  'show',
  'display',
  'report',
  'health',
  'alerts',
  'supervise',
  'engine',
  'fleet',
  'admin',
  'doctor',
  'setup',
  'service',
  'interaction',
  'operator',
  'player.ts',
  'app.ts',
  'cli',
  'index.ts',
] as const;

/** Those who wire or look at the adapters; every other room knows the host by its port alone. */
const knowAdapters = ['host', 'doctor', 'cli', 'app.ts', 'index.ts'];

const main = 'src/main/';
const hosts = 'src/main/host/';
const electronHost = 'src/main/host/electron/';

/** Every import that goes against the architecture, as a sentence each. */
export function breaches(sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap((imported) => {
      const why = forbidden(path, imported);
      return why === null ? [] : [`${path} imports ${imported}: ${why}`];
    }),
  );
}

function forbidden(from: string, to: string): string | null {
  if (packageName(to) === 'electron' && !from.startsWith(electronHost)) {
    return 'only the Electron host knows Electron';
  }
  if (from.startsWith('src/shared/')) {
    const allowed = to.startsWith('src/shared/') || to === 'valibot' || to.startsWith('@noble/');
    return allowed ? null : 'what both processes share imports only itself, valibot and the ciphers';
  }
  if (from.startsWith('src/renderer/')) {
    const allowed = to.startsWith('src/renderer/') || to.startsWith('src/shared/') || !isOurs(to);
    return allowed ? null : 'the renderer knows nothing of the main program';
  }
  if (to.startsWith('src/renderer/') && from.startsWith(main))
    return 'the renderer is reached by messages alone';
  if (from.startsWith('src/demo/')) {
    const allowed = to.startsWith('src/demo/') || to.startsWith('src/shared/') || isGround(to) || !isOurs(to);
    return allowed ? null : 'the demo CMS knows no more of the player than the ground files';
  }
  if (isHostAdapter(from)) {
    const own = `${from.split('/').slice(0, 4).join('/')}/`;
    const allowed = to.startsWith(own) || isHostGround(to) || isGround(to) || to.startsWith('src/shared/');
    return allowed || !isOurs(to) ? null : 'a host knows its port, shared values and the ground files only';
  }
  if (isGround(from)) {
    const allowed = isGround(to) || to.startsWith('src/shared/') || !isOurs(to);
    return allowed ? null : 'the ground files stand under every room and know none';
  }
  return againstTheOrder(from, to);
}

function againstTheOrder(from: string, to: string): string | null {
  const room = roomOf(from);
  if (room === null) return null;
  if (to.startsWith('src/demo/') && room !== 'cli') return 'the demo CMS is started by its command alone';
  if (to.startsWith(hosts) && to !== 'src/main/host/host.ts' && !knowAdapters.includes(room))
    return 'a stage knows no browser, only the host port';
  const other = roomOf(to);
  if (other === null) return null;
  return rooms.indexOf(other) > rooms.indexOf(room) ? `${other} comes after ${room}` : null;
}

/** Null for what is not in src/main and for the ground files. Every folder there must have its place in the order. */
function roomOf(path: string): (typeof rooms)[number] | null {
  if (!path.startsWith(main) || isGround(path)) return null;
  const [name] = path.slice(main.length).split('/');
  const room = rooms.find((each) => each === name);
  if (room === undefined) throw new Error(`${path}: the room ${name} has no place in the order of rooms`);
  return room;
}

function isHostAdapter(path: string): boolean {
  return path.startsWith(hosts) && path.split('/').length > 4;
}

/** What both adapters may use: the files beside the port, and the X server's side. */
function isHostGround(path: string): boolean {
  return path.startsWith(hosts) && (path.split('/').length === 4 || path.startsWith(`${hosts}x11/`));
}

/** Clock, log, errors and the like. */
function isGround(path: string): boolean {
  return path.startsWith('src/main/ground/');
}

function isOurs(path: string): boolean {
  return (
    path.startsWith('src/') ||
    path.startsWith('test/') ||
    path.startsWith('scripts/') ||
    path.startsWith('lab/')
  );
}

function packageName(imported: string): string {
  const [scope = '', name = ''] = imported.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Reads every source below a folder of the root. */
export function readSources(root: string, folder: string): readonly Source[] {
  return sourcePaths(root, folder).map((path) => ({
    path,
    imports: importsOf(path, readFileSync(join(root, path), 'utf8')),
  }));
}

/** Every source below a folder of the root: paths from the root, with slashes. */
export function sourcePaths(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mts|js|mjs|cjs)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).split(sep).join('/'));
}

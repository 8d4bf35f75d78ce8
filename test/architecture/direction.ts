import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { importsOf } from './imports.ts';

/** One file with what it imports: paths from the root with slashes for our own files, else the package's name. */
export interface Source {
  readonly path: string;
  readonly imports: readonly string[];
}

/** The straight line: a stage may import those before it, never one after it. */
const stages = ['cms', 'sync', 'store', 'schedule', 'show', 'report'] as const;

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
    const allowed = to.startsWith('src/shared/') || to === 'valibot';
    return allowed ? null : 'what both processes share imports only itself and valibot';
  }
  if (from.startsWith('src/renderer/')) {
    const allowed = to.startsWith('src/renderer/') || to.startsWith('src/shared/') || !isOurs(to);
    return allowed ? null : 'the renderer knows nothing of the main program';
  }
  if (to.startsWith('src/renderer/') && from.startsWith(main))
    return 'the renderer is reached by messages alone';
  if (isHostAdapter(from)) {
    const own = `${from.split('/').slice(0, 4).join('/')}/`;
    const allowed = to.startsWith(own) || isHostGround(to) || isGround(to) || to.startsWith('src/shared/');
    return allowed || !isOurs(to) ? null : 'a host knows its port, shared values and the ground files only';
  }
  return againstTheLine(from, to);
}

function againstTheLine(from: string, to: string): string | null {
  const stage = stageOf(from);
  if (stage === -1) return null;
  if (to.startsWith(hosts) && to !== 'src/main/host/host.ts')
    return 'a stage knows no browser, only the host port';
  return stageOf(to) > stage ? `${stages[stageOf(to)]} comes after ${stages[stage]}` : null;
}

function stageOf(path: string): number {
  return stages.findIndex((stage) => path.startsWith(`${main}${stage}/`));
}

function isHostAdapter(path: string): boolean {
  return path.startsWith(hosts) && path.split('/').length > 4;
}

/** Files beside the port that both adapters may use. */
function isHostGround(path: string): boolean {
  return path.startsWith(hosts) && path.split('/').length === 4;
}

/** Clock, log, errors and the like, beside the rooms. */
function isGround(path: string): boolean {
  return path.startsWith(main) && path.split('/').length === 3;
}

function isOurs(path: string): boolean {
  return path.startsWith('src/') || path.startsWith('test/') || path.startsWith('scripts/');
}

function packageName(imported: string): string {
  const [scope = '', name = ''] = imported.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Reads every source below a folder of the root. */
export function readSources(root: string, folder: string): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mts|js|mjs|cjs)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => {
      const path = relative(root, join(root, folder, name))
        .split(sep)
        .join('/');
      return { path, imports: importsOf(path, readFileSync(join(root, path), 'utf8')) };
    });
}

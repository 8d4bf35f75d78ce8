import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Kilobytes of a page's scripts, each file compressed by gzip. Without the fleet page's MQTT library, which is not ours. */
export interface PageScripts {
  readonly status: number | null;
  readonly fleet: number | null;
  readonly phone: number | null;
}

export async function pageScriptsOf(root: string): Promise<PageScripts> {
  return {
    status: served(root, 'src/pages/status'),
    fleet: (await fleetScriptOf(root)) ?? served(root, 'src/pages/fleet') ?? served(root, 'deploy/fleet'),
    phone: await bundled(join(root, 'src/pages/setup')),
  };
}

/** The build of that state may serve the fleet page's scripts as one file. */
async function fleetScriptOf(root: string): Promise<number | null> {
  const path = join(root, 'scripts/fleet-script.ts');
  if (!existsSync(path)) return null;
  const { fleetScript }: typeof import('../../../scripts/fleet-script.ts') = await import(path);
  return kilobytes([await fleetScript(root)]);
}

/** Of a page whose scripts are served one by one, by name. */
function served(root: string, page: string): number | null {
  const folders = [page, 'src/pages', 'src/shared', 'src/shared/languages'].map((folder) =>
    join(root, folder),
  );
  const textOf = (name: string): string | null => {
    const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
    return path === undefined ? null : readFileSync(path, 'utf8');
  };
  const [, main] = /<script type="module" src="([\w-]+\.js)">/.exec(textOf('index.html') ?? '') ?? [];
  if (main === undefined) return null;
  const texts = new Map<string, string>();
  const open = [main];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = texts.has(name) ? null : textOf(name);
    if (text === null) continue;
    texts.set(name, text);
    open.push(
      ...[...text.matchAll(/(?:from |import ?\(?)'\.\/([\w-]+\.js)'/g)].map(([, other = '']) => other),
    );
  }
  return kilobytes([...texts.values()]);
}

/** Of the page for phones, which the bundler builds. Its reader of codes is loaded later, with a photo. */
async function bundled(root: string): Promise<number | null> {
  if (!existsSync(root)) return null;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: '/setup/',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: ['chrome109', 'safari16', 'firefox115'], modulePreload: false },
  });
  const files = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
  const first = files.filter(({ isEntry }) => isEntry);
  const loaded = new Set(first.flatMap(({ fileName, imports }) => [fileName, ...imports]));
  return kilobytes(files.filter(({ fileName }) => loaded.has(fileName)).map(({ code }) => code));
}

function kilobytes(texts: readonly string[]): number {
  const bytes = texts.reduce((all, text) => all + gzipSync(text, { level: 9 }).length, 0);
  return Math.round(bytes / 100) / 10;
}

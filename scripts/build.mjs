// Builds dist/: the renderer, the main program with its engine thread, and the preload script.
// Usage: node scripts/build.mjs [folder]. Built in a separate folder and swapped in as a whole: half a build is never visible.
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { inAscii, withoutFacades } from './built-script.ts';
import { asBundled } from './bundler.ts';
import { fleetScript } from './fleet-script.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => join(root, path);
const target = resolve(root, process.argv[2] ?? 'dist');
const fresh = `${target}.${process.pid}`;
const common = { configFile: false, logLevel: 'warn', define: { 'process.env.NODE_ENV': '"production"' } };
/** Plugin timings and shared chunks do not help a person who starts the player. */
const quiet = { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } };
const finished = {
  name: 'finished',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = inAscii(withoutFacades(chunk.code));
  },
};
/**
 * The code that a start loads, in a few files instead of sixty: each file costs Node half a millisecond. The engine's thread takes
 * the lock with the first of them. The installer runs as root and must contain only the code that it needs.
 */
const loadedBy = {
  first: ['src/main/ground/compile-cache.ts'],
  thread: ['src/main/engine/thread.ts'],
  installer: ['src/main/update/installer/program.ts'],
  base: ['src/main/cli/main.ts', 'src/main/cli/run.ts'],
  player: ['src/main/app.ts', 'src/main/host/chromium/host.ts'],
  engine: ['src/main/engine/open-engine.ts'],
};
function inFewFiles() {
  let by = null;
  return (id, graph) => {
    by ??= Object.fromEntries(
      Object.entries(loadedBy).map(([name, entries]) => [name, reachable(entries.map(at), graph)]),
    );
    if (graph.getModuleInfo(id)?.isEntry) return null;
    if (by.first.has(id)) return 'first';
    if (by.thread.has(id)) return 'thread';
    const isPlayers = by.base.has(id) || by.player.has(id) || by.engine.has(id);
    if (by.installer.has(id)) return isPlayers ? 'ground' : 'installer';
    if (!isPlayers) return null;
    return by.base.has(id) ? 'base' : by.player.has(id) ? 'player' : 'open-engine';
  };
}
function reachable(entries, graph) {
  const found = new Set();
  for (let id = entries.pop(); id !== undefined; id = entries.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    entries.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
const bundled = (outDir, rolldownOptions, chrome) => ({
  ...common,
  root,
  // Everything is bundled except the native database and Electron, which must stay packages.
  ssr: { noExternal: true, external: ['better-sqlite3', 'electron'] },
  build: {
    ssr: true,
    outDir,
    target: chrome ?? 'node24',
    minify: false,
    rolldownOptions: { ...quiet, ...rolldownOptions, plugins: [finished] },
  },
});

await Promise.all([
  build({
    ...common,
    root: at('src/renderer'),
    base: './',
    worker: { format: 'es', rolldownOptions: quiet },
    build: {
      outDir: join(fresh, 'renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: quiet,
    },
  }).then(() =>
    // Built alone: shared chunks would be more files to load for the stage.
    build({
      ...common,
      root: at('src/renderer'),
      base: './',
      build: {
        outDir: join(fresh, 'renderer'),
        emptyOutDir: false,
        target: 'chrome140',
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { ...quiet, input: at('src/renderer/interactive.html') },
      },
    }),
  ),
  // The setup page for phones. Its scripts contain the cipher, because browsers give theirs only to pages loaded over https.
  build({
    ...common,
    root: at('src/pages/setup'),
    base: '/setup/',
    build: {
      outDir: join(fresh, 'setup'),
      emptyOutDir: true,
      target: ['chrome109', 'safari16', 'firefox115'],
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: quiet,
    },
  }),
  build(
    bundled(join(fresh, 'main'), {
      input: {
        index: at('src/main/index.ts'),
        engine: at('src/main/engine/thread.ts'),
        installer: at('src/main/update/installer/program.ts'),
        stick: at('src/main/setup/sticks/program.ts'),
      },
      // All in one folder, so that `../demo/media/` and `../renderer/` hold for every chunk.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: inFewFiles() }] },
      },
    }),
  ),
  build(
    bundled(
      join(fresh, 'preload'),
      {
        input: { preload: at('src/main/host/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
      'chrome140',
    ),
  ),
]);
await mkdir(join(fresh, 'demo'), { recursive: true });
await cp(at('src/main/doctor/measure/clips'), join(fresh, 'clips'), { recursive: true });
await cp(at('src/demo/media'), join(fresh, 'demo/media'), { recursive: true });
// The page of a fleet: files for any static server, with the library's build for browsers.
await mkdir(join(fresh, 'fleet/texts'), { recursive: true });
for (const path of [
  ...['pages/fleet/index.html', 'pages/fleet/fleet.css', 'pages/tokens.css', 'pages/design.css'],
  'shared/icon.svg',
])
  await cp(at(`src/${path}`), join(fresh, 'fleet', basename(path)));
await writeFile(join(fresh, 'fleet/main.js'), await fleetScript(root));
await cp(at('node_modules/mqtt/dist/mqtt.esm.js'), join(fresh, 'fleet/mqtt.js'));
const { fleetPageTexts } = await import('../src/shared/languages/fleet-page-texts.ts');
for (const language of ['en', 'de', 'fr', 'es'])
  await writeFile(join(fresh, `fleet/texts/${language}.json`), JSON.stringify(fleetPageTexts(language)));
asBundled();
const { actionTable } = await import('../src/main/actions/table/table.ts');
const buttons = [...actionTable().values()].flatMap(({ name, group, reads, buttons }) =>
  buttons.map(({ key, args, label, ask, done }) => ({ key, name, group, args, label, ask, done, reads })),
);
await writeFile(join(fresh, 'fleet/actions.json'), JSON.stringify(buttons));
const { unsetSettings } = await import('../src/main/config/chosen-settings.ts');
await writeFile(join(fresh, 'fleet/settings.json'), JSON.stringify(unsetSettings()));
await writeFile(join(fresh, 'built'), `${new Date().toISOString()}\n`);

const old = `${target}.old-${process.pid}`;
await rename(target, old).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
await rename(fresh, target);
await rm(old, { recursive: true, force: true });

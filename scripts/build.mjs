// Builds dist/: the renderer, the main program with its engine thread, and the preload script.
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const common = { root, configFile: false, logLevel: 'warn' };

await rm(at('dist'), { recursive: true, force: true });
await Promise.all([
  build({
    ...common,
    root: at('src/renderer'),
    base: './',
    // Worker scripts are served from the app's own address like everything else.
    worker: { format: 'es' },
    build: { outDir: at('dist/renderer'), target: 'chrome140', modulePreload: false, assetsInlineLimit: 0 },
  }),
  build({
    ...common,
    // Everything is bundled but what must stay a package: the native database and Electron itself.
    ssr: { noExternal: true, external: ['better-sqlite3', 'electron'] },
    build: {
      ssr: true,
      outDir: at('dist/main'),
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { index: at('src/main/index.ts'), engine: at('src/main/engine/thread.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }),
  build({
    ...common,
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir: at('dist/preload'),
      target: 'chrome140',
      rolldownOptions: {
        input: { preload: at('src/main/host/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  }),
]);
await cp(at('src/demo/media'), at('dist/demo/media'), { recursive: true });

// The scripts of the fleet page as one file: a browser loads it in one request, and it compresses better than twenty.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Its sources import each other as if they were in one folder. */
const folders = ['src/pages/fleet', 'src/pages', 'src/shared', 'src/shared/languages'];
/** The library is served beside the script, unchanged. */
const library = './mqtt.js';

export async function fleetScript(root: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'src/pages/fleet'),
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/pages/fleet/main.js'),
        external: [library],
        output: { entryFileNames: 'main.js' },
        plugins: [{ name: 'one-folder', resolveId: (name) => (name === library ? null : found(root, name)) }],
      },
    },
  });
  const [script, ...more] = (built as Rolldown.RolldownOutput).output;
  if (more.length > 0) throw new Error(`The fleet page is more than one file: ${more[0]?.fileName}`);
  return script.code;
}

function found(root: string, name: string): string | null {
  if (!name.startsWith('./')) return null;
  const path = folders.map((folder) => join(root, folder, basename(name))).find((one) => existsSync(one));
  if (path === undefined)
    throw new Error(`The fleet page imports ${name}, which is in none of ${folders.join(', ')}`);
  return path;
}

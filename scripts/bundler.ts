import { globSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Gives plain Node the imports of the bundler: files as text, alone and by pattern, and modules by pattern. */
export function asBundled(): void {
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('?raw')) {
        const source = `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))}`;
        return { format: 'module', source, shortCircuit: true };
      }
      const loaded = next(url, context);
      const source = String(loaded.source);
      if (!url.startsWith('file:') || !/\bimport\.meta\.glob\b/.test(source)) return loaded;
      const head = `import { globBeside } from ${JSON.stringify(import.meta.url)};import.meta.glob = globBeside(import.meta.url);`;
      return { ...loaded, source: `${head}${source}` };
    },
  });
}

type How = { readonly eager?: boolean; readonly query?: '?raw'; readonly import: string };

/** `import.meta.glob` of the bundler, for a module: texts of files, on demand or at once, or modules at once. */
export function globBeside(module: string): (pattern: string, how: How) => Record<string, unknown> {
  const require = createRequire(module);
  return (pattern, how) =>
    Object.fromEntries(
      globSync(pattern, { cwd: new URL('.', module) }).map((path) => {
        const file = new URL(path, module);
        if (how.query !== '?raw') return [path, require(fileURLToPath(file))[how.import]];
        const read = () => readFileSync(file, 'utf8');
        return [path, how.eager ? read() : async () => read()];
      }),
    );
}

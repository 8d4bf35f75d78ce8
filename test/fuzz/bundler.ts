import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

type Texts = Record<string, () => Promise<string>>;

/** Gives plain Node what the bundler gives the sources: files as text, alone and by pattern. */
export function asBundled(): void {
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('?raw')) {
        const source = `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))}`;
        return { format: 'module', source, shortCircuit: true };
      }
      const loaded = next(url, context);
      const source = String(loaded.source);
      if (!url.startsWith('file:') || !source.includes('import.meta.glob(')) return loaded;
      const head = `import { textsBeside } from ${JSON.stringify(import.meta.url)};import.meta.glob = textsBeside(import.meta.url);`;
      return { ...loaded, source: `${head}${source}` };
    },
  });
}

/** `import.meta.glob` of the bundler, for a module and files that are read as text. */
export function textsBeside(module: string): (pattern: string) => Texts {
  return (pattern) =>
    Object.fromEntries(
      globSync(pattern, { cwd: new URL('.', module) }).map((path) => [
        path,
        async () => readFileSync(new URL(path, module), 'utf8'),
      ]),
    );
}

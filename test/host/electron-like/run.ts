import './asar.ts';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, becomeReady } from './module.ts';

/**
 * Runs the built player on the Electron substitute made of Chromium. Usage: node run.ts [--switch …] SCRIPT [ARGUMENT …]
 * As a package, whose archive ELECTRON_LIKE_APP names, the script is the archive's: node run.ts [--switch …] [ARGUMENT …]
 */
const given = process.argv.slice(2);
const { ELECTRON_LIKE_APP: archive } = process.env;
const first = given.findIndex((word) => !word.startsWith('-'));
const entry = archive === undefined ? (given[first] ?? '') : join(archive, mainOf(archive));
if (archive === undefined) Object.defineProperty(process, 'defaultApp', { value: true });
process.execPath = process.env.ELECTRON_LIKE ?? process.execPath;
process.argv = [process.execPath, ...given];
for (const word of given.slice(0, first < 0 ? given.length : first)) {
  const [, name = '', value] = /^--([a-z-]+)=?(.*)$/.exec(word) ?? [];
  app.commandLine.appendSwitch(name, value);
}
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

function mainOf(app: string): string {
  return JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).main;
}

await import(pathToFileURL(entry).href);
await becomeReady();

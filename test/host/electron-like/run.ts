import './asar.ts';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { app, becomeReady } from './module.ts';

/** Runs the built player on the Electron that is made of Chromium. Usage: node run.ts [--switch …] SCRIPT [ARGUMENT …] */
const given = process.argv.slice(2);
const entry = given.find((word) => !word.startsWith('-')) ?? '';
Object.defineProperty(process, 'defaultApp', { value: true });
process.execPath = process.env.ELECTRON_LIKE ?? process.execPath;
process.argv = [process.execPath, ...given];
for (const word of given.slice(0, given.indexOf(entry))) {
  const [, name = '', value] = /^--([a-z-]+)=?(.*)$/.exec(word) ?? [];
  app.commandLine.appendSwitch(name, value);
}
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
await import(pathToFileURL(entry).href);
await becomeReady();

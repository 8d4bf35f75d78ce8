import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { screenProtocol } from '../../../src/shared/messages.ts';
import { fake } from './fake-module.ts';

/**
 * Runs the built player as Electron runs it, on the fake: the entry is evaluated to its end, and only then Electron
 * looks for a display and becomes ready. Says on stdout what happens, one word or one JSON document on a line.
 * Usage: node inside.ts ENTRY [ARGUMENT …]
 */
const [, , entry = '', ...args] = process.argv;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

for (const [name, value] of [
  ['electron', '45.0.0'],
  ['chrome', '150.0.0.0'],
] as const) {
  Object.defineProperty(process.versions, name, { value });
}
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./fake-module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
// A packaged program has no script among its arguments.
process.argv = [process.execPath, ...args];

fake.onWindow = ({ contents, options }) => {
  say(`preload ${options.webPreferences?.preload}`);
  contents.on('dom-ready', () => {
    say(`loaded ${contents.top.url}`);
    contents.on('ipc-message-to-page', (message) => say(JSON.stringify(message)));
    contents.says({ type: 'ready', protocol: screenProtocol });
  });
};

await import(pathToFileURL(entry).href);
say('evaluated');
if (!fake.privileged.has('vitrine')) say('too late: nothing was prepared');
if (process.env.DISPLAY === undefined) {
  // What Electron does without one, and it is no exception that could be caught.
  say('no display');
  process.kill(process.pid, 'SIGSEGV');
}
fake.app.becomeReady();

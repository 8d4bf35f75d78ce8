import '../electron-like/asar.ts';
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { screenProtocol } from '../../../src/shared/messages.ts';
import { fake } from './fake-module.ts';

/**
 * Runs the built player on the fake as Electron would: the entry is evaluated to its end, and only then Electron looks for
 * a display and becomes ready. Prints what happens to stdout, one word or one JSON document per line. The arguments are
 * Electron's: switches, the script unless FAKE_ELECTRON_APP names a packaged one, and the player's arguments.
 */
const given = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const packaged = process.env.FAKE_ELECTRON_APP;
const script = given.find((word) => !word.startsWith('-'));
const entry = packaged ?? script ?? '';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./fake-module.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
process.execPath = process.env.FAKE_ELECTRON ?? '';
process.argv = [process.execPath, ...given];
if (packaged === undefined) {
  Object.defineProperty(process, 'defaultApp', { value: true });
  if (!existsSync(entry)) {
    say(`Unable to find Electron app at ${entry}`);
    process.exit(1);
  }
}
for (const word of given) {
  const [, name, value] = /^--([a-z-]+)=?(.*)$/.exec(word) ?? [];
  if (name) fake.app.commandLine.appendSwitch(name, value);
}
fake.app.getsLock = process.env.FAKE_ELECTRON_LOCK !== 'no';

fake.onView = ({ contents }) => {
  say(`preload ${contents.preferences.preload}`);
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
  // Electron does this without a display; it is not an exception that could be caught.
  say('no display');
  process.kill(process.pid, 'SIGSEGV');
}
fake.app.becomeReady();
// The display is lost; Electron's end does not wait.
process.once('SIGUSR2', () => {
  fake.loseSession();
  Reflect.apply(Reflect.get(process, 'reallyExit') as () => void, process, [0]);
});
// From now on an exit is only requested.
const exit = process.exit.bind(process);
process.exit = ((code?: number): void => {
  say(`asked to exit with ${code}`);
  if (process.env.FAKE_ELECTRON_EXIT !== 'hangs') setImmediate(() => exit(code));
}) as typeof process.exit;

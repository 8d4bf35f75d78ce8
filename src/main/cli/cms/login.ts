import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { message } from '../../../shared/languages/message.ts';
import { loginFromConfig, networkFromConfig } from '../../cms/from-config.ts';
import { authorizeAddress, completeLogin } from '../../cms/login.ts';
import { systemClock } from '../../ground/clock.ts';
import { VitrineError } from '../../ground/errors.ts';
import { ownFolder } from '../../ground/own-files.ts';
import { type Loopback, listenForCode } from '../../net/loopback.ts';
import { answer } from '../answer.ts';
import type { Command, Invocation } from '../command.ts';

export const command: Command = {
  name: 'cms login',
  summary: 'Logs in to the CMS with a browser (OAuth2), once per device.',
  usage: '[--no-browser] [--json]',
  options: { 'no-browser': { type: 'boolean' } },
  details: `
Needs cms.oauth in the configuration: clientId and clientSecretFile of a client created in the API settings of the CMS with
the redirect URL http://127.0.0.1:8787/callback (port: cms.oauth.redirectPort).

Opens the CMS in a browser. On a device without a browser, open the printed address on another device, approve, and paste the
address of the page that follows, even if that page does not load.`,
  async run(invocation) {
    const { config, signal, progress } = invocation;
    const { oauth } = config.cms;
    if (oauth === null) {
      throw new VitrineError('usage', 'config-invalid', message('oauth-missing'));
    }
    const network = networkFromConfig(config);
    ownFolder(config.dataDir);
    const login = loginFromConfig(config, oauth, { clock: systemClock }, network);
    const loopback = await listenForCode(oauth.redirectPort);
    const pasting = pasteInto(loopback, invocation);
    try {
      const address = authorizeAddress(login.client, loopback);
      progress(`Open this address in a browser and approve:\n\n  ${address}\n\n`);
      progress('Or paste here the address to which the browser is sent afterwards.\n');
      if (invocation.values['no-browser'] !== true) openBrowser(address);
      await completeLogin({ ...login, loopback, clock: systemClock, signal });
    } finally {
      pasting.end();
      loopback.close();
      network.close();
    }
    if (config.cms.token !== null || config.cms.tokenFile !== null) {
      progress('Note: a personal token is configured too, and it is used instead of this login.\n');
    }
    await answer(invocation, { loggedIn: true }, 'Logged in.\n');
    return 0;
  },
};

function pasteInto(loopback: Loopback, { progress }: Invocation): { end(): void } {
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const refused = loopback.offer(line);
    if (refused !== null) progress(`${refused}\n`);
  });
  return {
    end() {
      lines.close();
      process.stdin.unref?.();
    },
  };
}

/** Without a desktop or browser, the printed address must do. */
function openBrowser(address: string): void {
  const [command, ...before] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler']
      : process.platform === 'darwin'
        ? ['open']
        : ['xdg-open'];
  const hasDesktop = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (command === undefined || !hasDesktop) return;
  const child = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

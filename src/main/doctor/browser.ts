import { type Message, message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { type Finding, fail, failedBy, ok } from '../ground/finding.ts';
import { chooseHost, requireElectron } from '../host/choose.ts';
import { browserAccount } from '../host/chromium/account.ts';
import { requireChromium } from '../host/chromium/executable.ts';
import { type Graphics, graphicsOf } from '../host/chromium/graphics.ts';

/** Checks the program of the configured host. */
export async function checkBrowser(
  { host, chromium }: Pick<Config, 'host' | 'chromium'>,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const { name, reason } = chooseHost(host);
  try {
    if (name === 'electron') return [checkElectron(reason)];
    const program = requireChromium(chromium.executable, env);
    await browserAccount(chromium.user);
    return [
      ok('browser', message('doctor.browser.found', { program, reason })),
      ok('video', videoOf(graphicsOf())),
    ];
  } catch (thrown) {
    return [failedBy('browser', thrown)];
  }
}

/** What is known without starting a browser. */
function videoOf({ draws, decodes }: Graphics): Message {
  if (!draws) return message('doctor.video.software');
  if (decodes === null) return message('doctor.video.no-driver');
  return message('doctor.video.hardware', { api: decodes === 'va-api' ? 'VA-API' : 'V4L2' });
}

function checkElectron(reason: Message): Finding {
  if (!process.versions.electron) requireElectron();
  if (process.platform === 'linux' && process.getuid?.() === 0)
    return fail('browser', message('doctor.browser.root'));
  return ok('browser', message('doctor.browser.found', { program: 'Electron', reason }));
}

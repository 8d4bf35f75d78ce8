import type { Config } from '../config.ts';
import { type Finding, fail, failedBy, ok } from '../finding.ts';
import { chooseHost, requireElectron } from '../host/choose.ts';
import { browserAccount } from '../host/chromium/account.ts';
import { requireChromium } from '../host/chromium/executable.ts';
import { type Graphics, graphicsOf } from '../host/chromium/graphics.ts';

/** Whether there is what the configured host starts. */
export async function checkBrowser(
  { host, chromium }: Pick<Config, 'host' | 'chromium'>,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const { name, reason } = chooseHost(host);
  try {
    if (name === 'electron') return [checkElectron(reason)];
    const program = requireChromium(chromium.executable, env);
    await browserAccount(chromium.user);
    return [ok('browser', `${program} (${reason})`), ok('video', videoWords(graphicsOf()))];
  } catch (thrown) {
    return [failedBy('browser', thrown)];
  }
}

/** What can be told without a browser. */
function videoWords({ draws, decodes }: Graphics): string {
  if (!draws)
    return 'there is no graphics card: the processor draws and decodes (vitrine doctor --measure tells how well)';
  if (decodes === null) return 'the card draws, the processor decodes: there is no driver for videos';
  const way = decodes === 'va-api' ? 'VA-API' : 'V4L2';
  return `the card decodes by ${way} what it knows (vitrine doctor --measure tells which codecs)`;
}

function checkElectron(reason: string): Finding {
  if (!process.versions.electron) requireElectron();
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return fail(
      'browser',
      'Electron has no sandbox as root and does not start.',
      'Run the player as another user, or set VITRINE_HOST=chromium.',
    );
  }
  return ok('browser', `Electron (${reason})`);
}

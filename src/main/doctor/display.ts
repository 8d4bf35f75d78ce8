import type { Config } from '../config.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { chooseHost } from '../host/choose.ts';
import { findChromium } from '../host/chromium/executable.ts';

/** Which host would show the stage, and on what. */
export function checkDisplay(config: Config, env: NodeJS.ProcessEnv): readonly Finding[] {
  const { name, reason } = chooseHost(config.host);
  const findings: Finding[] = [];
  if (name === 'chromium') {
    const executable = findChromium(config.chromium.executable, env);
    findings.push(
      executable === null
        ? fail(
            'browser',
            'There is no Chromium.',
            'On Debian: apt-get install chromium; or set VITRINE_CHROMIUM.',
          )
        : ok('browser', `${executable} (${reason})`),
    );
  } else {
    findings.push(ok('browser', `Electron (${reason})`));
  }
  const display = env.WAYLAND_DISPLAY || env.DISPLAY;
  findings.push(
    display || process.platform === 'win32'
      ? ok('display', display ? `display ${display}` : 'the desktop of this session')
      : warn(
          'display',
          'No display is set: the player would show itself on a virtual one that nobody sees.',
          'Start it in the graphical session, or set DISPLAY (often :0).',
        ),
  );
  return findings;
}

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBeingRestarted } from '../../src/main/ground/service-manager.ts';

const system = '0::/system.slice/vitrine.service\n';
const ofUser = '0::/user.slice/user-1000.slice/user@1000.service/app.slice/vitrine.service\n';

/** A systemd with this list of jobs, and the arguments of the last call. */
function systemd(jobs: string): { env: NodeJS.ProcessEnv; requested: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-systemd-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'systemctl');
  writeFileSync(program, `#!/bin/sh\necho "$@" > ${folder}/asked\nprintf '%b' '${jobs}'\n`);
  chmodSync(program, 0o755);
  const env = { PATH: `${folder}:/bin:/usr/bin`, INVOCATION_ID: 'x' };
  return { env, requested: () => readFileSync(join(folder, 'asked'), 'utf8') };
}

test.each([
  ['restarts the service', '12 vitrine.service restart running\\n', true],
  ['stops it', '12 vitrine.service stop running\\n', false],
  [
    'restarts another service',
    '12 other.service restart running\\n13 vitrine.service stop running\\n',
    false,
  ],
  ['has nothing to do', '', false],
])('systemd that %s', async (_, jobs, expected) => {
  const { env, requested } = systemd(jobs);
  expect(await isBeingRestarted(env, async () => system)).toBe(expected);
  expect(requested()).toMatch(/^list-jobs .* vitrine\.service$/m);
});

test("a user's player queries the user's own systemd", async () => {
  const { env, requested } = systemd('1 vitrine.service restart running\\n');
  expect(await isBeingRestarted(env, async () => ofUser)).toBe(true);
  expect(requested()).toMatch(/^--user list-jobs/);
});

test('outside of systemd nothing is queried, and a systemd that does not answer restarts nothing', async () => {
  const { env, requested } = systemd('1 vitrine.service restart running\\n');
  expect(await isBeingRestarted({ ...env, INVOCATION_ID: undefined }, async () => system)).toBe(false);
  expect(requested).toThrow();
  expect(await isBeingRestarted(env, async () => '0::/user.slice/session-3.scope\n')).toBe(false);
  expect(await isBeingRestarted({ ...env, PATH: '/nowhere' }, async () => system)).toBe(false);
});

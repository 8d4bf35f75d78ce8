import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { begun, freshState, type UpdateState } from '../../../src/main/update/state.ts';
import { stateText } from '../../../src/main/update/state-file.ts';
import { passingFolder } from '../../release/support/folder.ts';
import { beforeIt } from './facts.ts';

const launcher = fileURLToPath(new URL('../../../build/linux/vitrine-launcher', import.meta.url));
const inNode = new URL('launch.ts', import.meta.url);
export const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const before = { ...beforeIt, cms: false };
export const state: UpdateState = { ...freshState('player'), current: a, previous: 'factory' };
export const trialOf = (release: string) => ({ release, version: '2.0.0', since: '', before });
export const onTrial = begun(state, trialOf(b));

/** As a player ends that somebody has told to. */
export const wanted = ': >"$VITRINE_UPDATE_ROOT/ended"; exit 0';

/** Each release writes down that it was started; then it does what its script says. */
export async function installed(
  scripts: { factory?: string; a?: string; b?: string },
  of: UpdateState | string,
  isShell = true,
) {
  const root = await passingFolder('launcher');
  await copyFile(launcher, join(root, 'vitrine-launcher'));
  for (const [folder, script = wanted] of [
    ['factory', scripts.factory],
    [`releases/${a}`, scripts.a],
    [`releases/${b}`, scripts.b],
  ] as const) {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, 'complete'), '');
    const text = `#!/bin/sh\nprintf '%.7s %s\\n' "\${VITRINE_RELEASE:--}" "$1" >>"$VITRINE_UPDATE_ROOT/started"\n${script}\n`;
    await writeFile(join(root, folder, 'vitrine'), text);
    await chmod(join(root, folder, 'vitrine'), 0o755);
  }
  await writeFile(join(root, 'update-state'), typeof of === 'string' ? of : stateText(of));
  return {
    root,
    started: async () => (await readFile(join(root, 'started'), 'utf8')).trim().split('\n'),
    async run(args: readonly string[] = ['run'], env: NodeJS.ProcessEnv = {}) {
      const command = isShell
        ? [join(root, 'vitrine-launcher'), ...args]
        : [process.execPath, fileURLToPath(inNode), root, ...args];
      const [program = '', ...rest] = command;
      const child = spawn(program, rest, {
        stdio: 'ignore',
        env: { ...process.env, ...env },
      });
      const exit = once(child, 'exit').then(([code]) => code as number);
      return { child, exit };
    },
  };
}

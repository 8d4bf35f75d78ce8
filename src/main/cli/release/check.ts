import { readFile } from 'node:fs/promises';
import { inEnglish } from '../../../shared/languages/message.ts';
import { realFileSystem } from '../../ground/fs.ts';
import { check } from '../../operator/check.ts';
import { ReleaseFolder } from '../../operator/folder.ts';
import { printsVersion } from '../../operator/package-version.ts';
import { answer } from '../answer.ts';
import { firstWord, textOption } from '../arguments.ts';
import type { Command } from '../command.ts';
import { table } from '../text/table.ts';

export const command: Command = {
  name: 'release check',
  summary: 'Verifies a release folder as a player would, including every file.',
  usage: 'FOLDER [--root FILE] [--json]',
  options: { root: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: `
--root FILE  the root file that was given to the players. Without it the folder's own root is trusted, and a replaced folder is
             not detected
Needs no keys. Packages for this machine are unpacked and started once: each must print its version. Exit code 1 when something
does not match its signature or its version.`,
  async run(invocation) {
    const folder = new ReleaseFolder(realFileSystem, firstWord(invocation, 'folder'));
    const rootFile = textOption(invocation, 'root');
    const root = rootFile === undefined ? null : await readFile(rootFile, 'utf8');
    const found = await check(realFileSystem, folder, root, Date.now(), (file, release) =>
      printsVersion(file, release, invocation.signal),
    );
    await answer(invocation, { found }, (columns) =>
      table(
        ['', 'file', ''],
        found.map(({ state, what, why }) => [state, what, inEnglish(why)]),
        { columns },
      ),
    );
    return found.some(({ state }) => state === 'fail') ? 1 : 0;
  },
};

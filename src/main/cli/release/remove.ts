import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeVersion } from '../../operator/publish.ts';
import { packagePath, readRelease } from '../../release/release.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { notPublishedYet } from './not-published.ts';
import { publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release remove',
  summary: 'Removes a version from a release folder, with its packages.',
  usage: 'FOLDER VERSION --keys PATH [--json]',
  options: signingOptions,
  positionals: { least: 2, most: 2 },
  details: `
For a version that was added by mistake, or is no longer needed. Players that have it keep it; to take it back from them,
recall it. A recalled version cannot be removed: a player that is offline now has to learn of the recall.
The packages are deleted once players see the change, so the online keys are needed too.
${signingHelp}`,
  async run(invocation) {
    const version = invocation.positionals[1] ?? '';
    const needs = await publisherNeeds(invocation, firstWord(invocation, 'folder'));
    const { removed, isSeen } = await removeVersion(needs, version);
    // Players that have the old metadata would request them in vain.
    if (isSeen)
      for (const [name, target] of removed) {
        const release = readRelease(name, target);
        if (release !== null) await rm(join(needs.folder.packages, packagePath(release)), { force: true });
      }
    const kept = isSeen ? '' : ' Its packages are still in targets/: delete them then.';
    await answer(
      invocation,
      { version, removed: removed.map(([name]) => name), published: isSeen },
      `${version} is removed.${notPublishedYet(isSeen)}${kept}\n`,
    );
    return 0;
  },
};

import { changeTargets, changeVersion } from '../../operator/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { notPublishedYet } from './not-published.ts';
import { publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release recall',
  summary: 'Recalls a version: no player installs it, and players that run it go back.',
  usage: 'FOLDER VERSION --keys PATH [--json]',
  options: signingOptions,
  positionals: { least: 2, most: 2 },
  details: `
A player that runs it returns to its previous release in its next update window. This cannot be undone: publish a newer
version instead.
${signingHelp}`,
  async run(invocation) {
    const version = invocation.positionals[1] ?? '';
    const needs = await publisherNeeds(invocation, firstWord(invocation, 'folder'));
    const isSeen = await changeTargets(needs, (targets) =>
      changeVersion(targets, version, (custom) => ({ ...custom, recalled: true })),
    );
    await answer(
      invocation,
      { version, published: isSeen },
      `${version} is recalled.${notPublishedYet(isSeen)}\n`,
    );
    return 0;
  },
};

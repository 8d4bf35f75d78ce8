import { changeTargets, changeVersion } from '../../operator/publish.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { notPublishedYet } from './not-published.ts';
import { shareOption } from './share.ts';
import { publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release rollout',
  summary: 'Sets the share of players that are offered a version.',
  usage: 'FOLDER VERSION SHARE --keys PATH [--json]',
  options: signingOptions,
  positionals: { least: 3, most: 3 },
  details: `
SHARE  such as 10%. A larger share includes the players of a smaller one. 0% stops further installations.
${signingHelp}`,
  async run(invocation) {
    const [, version = '', text = ''] = invocation.positionals;
    const share = shareOption(text);
    const needs = await publisherNeeds(invocation, firstWord(invocation, 'folder'));
    const isSeen = await changeTargets(needs, (targets) =>
      changeVersion(targets, version, (custom) => ({
        ...custom,
        rollout: { ...(custom.rollout as object), share },
      })),
    );
    const line = `${version} is offered to ${Number((Number(share) * 100).toFixed(4))} % of the players.`;
    await answer(invocation, { version, share, published: isSeen }, `${line}${notPublishedYet(isSeen)}\n`);
    return 0;
  },
};

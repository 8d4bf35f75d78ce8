import type { CmsApi } from '../../cms/api.ts';
import type { PlaylistRecord } from '../../cms/records.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { playlistText } from '../text/playlist.ts';
import { withCms } from './call.ts';

/** Commands that return one playlist differ only in their request. */
export function playlistCommand({
  ask,
  ...command
}: Omit<Command, 'run' | 'positionals'> & {
  readonly ask: (cms: CmsApi, invocation: Invocation) => Promise<PlaylistRecord>;
}): Command {
  return {
    ...command,
    positionals: { least: 1, most: 1 },
    async run(invocation) {
      const playlist = await withCms(invocation, (cms) => ask(cms, invocation));
      await answer(invocation, playlist, (columns) => playlistText(playlist, columns));
      return 0;
    },
  };
}

export function playlistId(invocation: Invocation): string {
  return firstWord(invocation, 'ID of the playlist');
}

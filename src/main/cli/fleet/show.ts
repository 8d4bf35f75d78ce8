import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import { answer } from '../answer.ts';
import { firstWord } from '../arguments.ts';
import type { Command } from '../command.ts';
import { oneLine } from '../text/table.ts';
import { seeFleet } from './seen.ts';
import { linkWord } from './text.ts';

export const command: Command = {
  name: 'fleet show',
  summary: 'Shows everything that one player of the fleet reports.',
  usage: 'PLAYER [--json]',
  options: {},
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const device = firstWord(invocation, 'player');
    const { console, screens } = await seeFleet(invocation);
    await console.close();
    const screen = screens.all.find((one) => one.device === device);
    if (!screen) throw unknownPlayer(device);
    const { online, state, about } = screen;
    const rows: readonly (readonly [string, string])[] = [
      ['link', linkWord(online)],
      ['health', state === null ? '–' : `${state.verdict} since ${state.since}: ${state.sentence}`],
      ['reasons', state?.reasons.map(({ code }) => code).join(', ') || 'none'],
      [
        'playing',
        state?.playing.map(({ screenId, name }) => `${name} on screen ${screenId}`).join(', ') || 'nothing',
      ],
      [
        'content',
        state?.edition ? `${state.edition.id}${state.edition.complete ? '' : ', not complete'}` : 'none',
      ],
      [
        'coming',
        state?.staged ? `${state.staged.edition}, ${state.staged.missing} files missing` : 'nothing',
      ],
      ['last sync', state?.sync?.lastSuccessAt ?? 'none'],
      ['release', `${state?.version ?? '–'}. ${state?.update?.sentence ?? ''}`],
      ['groups', about?.groups.join(', ') || 'none'],
      ['reported', state?.at ?? '–'],
    ];
    const text = rows.map(([name, value]) => `${name.padEnd(10)}  ${oneLine(value)}\n`).join('');
    await answer(invocation, screen, text);
    return 0;
  },
};

export function unknownPlayer(device: string): VitrineError {
  return new VitrineError('permanent', message('unknown-player', { device }));
}

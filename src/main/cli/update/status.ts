import { inEnglish } from '../../../shared/languages/message.ts';
import { humanSize } from '../../ground/size.ts';
import type { Status } from '../../report/status.ts';
import type { UpdateStatus } from '../../update/update-status.ts';
import { answer } from '../answer.ts';
import type { Command } from '../command.ts';
import { askRunningPlayer } from '../running-player.ts';

export const command: Command = {
  name: 'update status',
  summary: 'Shows the running release, the next one, and the results of earlier trials.',
  usage: '[--json]',
  options: {},
  async run(invocation) {
    const { update, version } = (await askRunningPlayer(
      invocation.config.dataDir,
      'GET',
      '/api/status',
    )) as Status;
    await answer(invocation, update, updateText(update, version));
    return 0;
  },
};

function updateText(update: UpdateStatus, version: string): string {
  const { sentence, running, next, switchAt, trial, lost, blocked, lastLookAt, lastError } = update;
  const rows: readonly (readonly [string, string])[] = [
    ['update', inEnglish(sentence)],
    ['running', `${version}${running === null ? '' : ` (${running.slice(0, 12)})`}`],
    ...(next
      ? [['next', `${next.version}, ${humanSize(next.received)} of ${humanSize(next.bytes)}`] as const]
      : []),
    ...(switchAt ? [['starts', switchAt] as const] : []),
    ...(trial && trial.left.length > 0 ? [['checks left', trial.left.join(', ')] as const] : []),
    ['last look', lastLookAt ?? 'none since the start'],
    ...(lost ? [['lost', inEnglish(lost)] as const] : []),
    ...(lastError ? [['error', `${inEnglish(lastError.message)} (${lastError.code})`] as const] : []),
    ...blocked.map(
      (one) => ['blocked', `${one.version} since ${one.at}: ${inEnglish(one.why)} (${one.code})`] as const,
    ),
  ];
  return rows.map(([name, value]) => `${name.padEnd(11)}  ${value}\n`).join('');
}

// The cost of deciding what plays, beside the peer's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../../support/median.ts';
import type { EvaluationCost } from './evaluation.ts';

export async function compareSchedules(folder: string, processes: number): Promise<void> {
  console.log(
    `\nSchedule: milliseconds of the thread's processor time, medians of ${processes} processes by turns`,
  );
  console.log('entries   side     first    warm   items that play');
  for (const entries of [1_000, 10_000, 100_000]) {
    const [player, peer]: [EvaluationCost[], EvaluationCost[]] = [[], []];
    for (let turn = 0; turn < processes; turn++) {
      player.push(await inProcess(folder, entries, 'player'));
      peer.push(await inProcess(folder, entries, 'peer'));
    }
    print(entries, 'player', player);
    print(entries, 'peer', peer);
  }
}

async function inProcess(folder: string, entries: number, side: string): Promise<EvaluationCost> {
  // The peer reads the wall clock of the process.
  const env = { ...process.env, TZ: 'Europe/Berlin' };
  const child = fork(new URL('evaluation.ts', import.meta.url), [folder, String(entries), side], { env });
  const [cost] = (await once(child, 'message')) as [EvaluationCost];
  return cost;
}

function print(entries: number, side: string, costs: readonly EvaluationCost[]): void {
  const of = (figure: (cost: EvaluationCost) => number) => median(costs.map(figure));
  console.log(
    `${String(entries).padStart(7)}   ${side.padEnd(6)} ${of(({ first }) => first)
      .toFixed(1)
      .padStart(7)} ${of(({ warm }) => warm)
      .toFixed(2)
      .padStart(7)}   ${of(({ playing }) => playing)}`,
  );
}

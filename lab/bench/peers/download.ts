// Downloads by the player, by curl with sha256sum, and by the peer, by turns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../../support/median.ts';
import type { BenchServer } from '../sync/server.ts';
import { removeAll, removeFolder, startServer, stop, withCurl, withSync } from '../sync/sides.ts';

const transfers = 8;

export async function compareDownloads(folder: string, rounds: number): Promise<void> {
  console.log(`\nDownload: milliseconds in ${rounds} rounds by turns, and the median beside curl`);
  try {
    await compare(folder, rounds, '1 GiB', 'large', 2 ** 30);
    await compare(folder, rounds, '1,000 × 100 KiB', '1000x1000x102400', 102_400);
  } finally {
    await removeFolder();
  }
}

async function compare(
  folder: string,
  rounds: number,
  title: string,
  scenario: string,
  bytes: number,
): Promise<void> {
  const { server, child } = await startServer(scenario);
  const [curl, player, peer]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    curl.push(await withCurl(server, transfers));
    const [cycle] = await withSync(server, 1);
    if (cycle === undefined || cycle.failed > 0) throw new Error(`${title}: the player failed`);
    player.push(cycle.ms);
    peer.push(await withPeer(folder, server, bytes));
  }
  await removeAll();
  stop(child);
  for (const [side, times] of Object.entries({ curl, player, peer })) {
    const ratio = median(times.map((ms, round) => ms / (curl[round] ?? Number.NaN)));
    const list = times.map((ms) => ms.toFixed(0).padStart(6)).join('');
    console.log(`${title.padEnd(16)} ${side.padEnd(7)}${list}  ${ratio.toFixed(2)} ×`);
  }
}

async function withPeer(folder: string, server: BenchServer, bytes: number): Promise<number> {
  const words = [folder, JSON.stringify(server), String(bytes)];
  const child = fork(new URL('fetching.ts', import.meta.url), words);
  const [ms] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The peer ended with ${code}`);
    }),
  ]);
  return ms;
}

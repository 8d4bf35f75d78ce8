// The attackers, in their own process with a lower priority than the player: in reality they are on other machines.
import { Agent } from 'node:https';
import { setPriority } from 'node:os';
import { logIn } from './log-in.ts';

export interface Guessing {
  readonly port: number;
  readonly guesses: number;
  /** The time over which the guesses are spread evenly; 0: each one follows the previous answer. */
  readonly overSeconds: number;
  /** Each attacker has its own address, and keeps its connection as long as allowed. */
  readonly guessers: number;
}

export interface Guessed {
  readonly seconds: number;
  /** Counts by status; "none": the connection was closed without an answer. */
  readonly answers: Readonly<Record<string, number>>;
  readonly connections: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

process.once('message', (requested) => {
  setPriority(19);
  void guess(requested as Guessing).then((guessed) => process.send?.(guessed, () => process.exit(0)));
});

async function guess({ port, guesses, overSeconds, guessers }: Guessing): Promise<Guessed> {
  const answers: Record<string, number> = {};
  let [begun, connections] = [0, 0];
  const since = performance.now();
  const one = async (nth: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const localAddress = `127.1.${nth >> 8}.${(nth & 255) + 1}`;
    while (begun < guesses) {
      const mine = begun++;
      const early = since + (mine / guesses) * overSeconds * 1000 - performance.now();
      if (early > 0) await pause(early);
      const to = { port, agent, localAddress, connected: () => connections++ };
      const status = (await logIn(`guess ${mine}`, to)) ?? 'none';
      answers[status] = (answers[status] ?? 0) + 1;
      // A request without an answer is no guess.
      if (status === 'none') {
        begun--;
        await pause(100);
      }
    }
  };
  await Promise.all(Array.from({ length: guessers }, (_, nth) => one(nth)));
  return { seconds: (performance.now() - since) / 1000, answers, connections };
}

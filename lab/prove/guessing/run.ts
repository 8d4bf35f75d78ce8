// Guesses the password of a whole player's page from forty addresses at once while a show plays on a display that is recorded: 10,000
// times in a minute, then as fast as the player answers; before that it records a minute without guesses. Prints the rate of guesses,
// the answers, whether the owner could log in, and the frames lost by the show. Exit code 1: more lost than without guesses (where
// clips begin: plus noise), no frame seen, the owner locked out, more guesses checked than allowed, or one accepted.
// Usage: npm run prove -- guessing
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Status } from '../../../src/main/report/status.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { until } from '../../../test/support/until.ts';
import { type Counted, framesDuring, lostOf, shownOf } from '../fleet/frames.ts';
import { openShow } from '../fleet/players.ts';
import type { Guessed, Guessing } from './guessers.ts';
import { logIn } from './log-in.ts';

const spread = { guesses: 10_000, overSeconds: 60 };
/** Long enough for whole clips. */
const burst = { guesses: 150_000, overSeconds: 0 };
const guessers = 40;
/** More logins of the owner would distort the result: checking one password costs more than refusing a thousand unchecked guesses. */
const ownerEveryMs = 5_000;
/** Where a clip follows a clip, its second or third frame is sometimes lost even without guesses: this share of all frames is noise. */
const noise = 0.003;
const firstFrames = 3;
/** The number of guesses that the player may check for all addresses together. */
const [looksAtOnce, secondsPerLook] = [20, 10];
const password = 'correct horse battery';
/** An address that has logged in before, and one that has not. */
const [owner, helper] = ['127.0.0.2', '127.0.0.3'];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Round {
  readonly counted: Counted;
  readonly guessed: Guessed;
  /** Answers to the owner's logins. */
  readonly owners: readonly (number | null)[];
}

const show = await openShow();
const port = await freePort();
const isWell = await run().finally(() => show.stop());
process.exit(isWell ? 0 : 1);

async function run(): Promise<boolean> {
  const player = await show.player('shop');
  player.start();
  const entered = (localAddress: string): Promise<number | null> =>
    logIn(password, { port, localAddress, agent: false });
  const ask = (method: 'GET' | 'POST', path: string, fields?: Readonly<Record<string, unknown>>) =>
    askPlayer(player.dataDir, method, path, 10_000, fields).catch(() => null);
  await until(
    'the show',
    async () => ((await ask('GET', '/api/status')) as Status | null)?.nowPlaying,
    90_000,
  );
  await ask('POST', '/api/access/on', { password, port, names: ['localhost'], certificate: null });
  await until('the owner is let in', async () => (await entered(owner)) === 200);

  const guessed = async (requested: Pick<Guessing, 'guesses' | 'overSeconds'>): Promise<Round> => {
    const owners: (number | null)[] = [];
    const guessing: { done: Guessed | null } = { done: null };
    const counted = await framesDuring([player], async () => {
      const end = guess({ ...requested, port, guessers }).then((done) => {
        guessing.done = done;
      });
      while (guessing.done === null) {
        owners.push(await entered(owner));
        await Promise.race([end, pause(ownerEveryMs)]);
      }
    });
    if (guessing.done === null) throw new Error('Nobody has guessed.');
    return { counted, owners, guessed: guessing.done };
  };
  const alone = await framesDuring([player], () => pause(spread.overSeconds * 1_000));
  const rounds = [await guessed(spread), await guessed(burst)];
  const since = performance.now();
  await until('a first login succeeds', async () => {
    await pause(500);
    return (await entered(helper)) === 200;
  });
  const waited = ((performance.now() - since) / 1000).toFixed(1);

  say(`without guesses: ${framesOf(alone)}`);
  for (const round of rounds) tell(round);
  say(`first login with the right password, after all guesses: succeeds within ${waited} s`);
  return (
    shownOf(alone) > 0 &&
    rounds.every(
      ({ counted, owners, guessed: { answers, seconds } }) =>
        shownOf(counted) > 0 &&
        amidst(counted) <= amidst(alone) &&
        lostOf(counted) / shownOf(counted) <= lostOf(alone) / shownOf(alone) + noise &&
        owners.every((one) => one === 200) &&
        (answers['401'] ?? 0) <= looksAtOnce + seconds / secondsPerLook + 1 &&
        Object.keys(answers).every((one) => one === '401' || one === '429' || one === 'none'),
    )
  );
}

function tell({ counted, owners, guessed: { seconds, answers, connections } }: Round): void {
  const [looked = 0, refused = 0, unheard = 0] = ['401', '429', 'none'].map((one) => answers[one] ?? 0);
  const all = Object.values(answers).reduce((sum, one) => sum + one, 0) - unheard;
  const rate = (all / seconds).toFixed(0);
  const cameIn = owners.filter((one) => one === 200).length;
  say(`${all} guesses from ${guessers} addresses in ${seconds.toFixed(1)} s, ${rate} a second:`);
  say(`  looked at (401) ${looked}, refused unseen (429) ${refused}, all else ${all - looked - refused}`);
  say(`  connections ${connections}, of which ${unheard} were closed without an answer`);
  say(`  the owner, who had logged in before: ${cameIn} of ${owners.length} logins succeeded`);
  say(`  ${framesOf(counted)}`);
}

/** Frames lost after the first ones of their clip. */
function amidst({ lost }: Counted): number {
  return lost
    .flatMap(({ places }) => places)
    .reduce((sum, { frame, frames }) => sum + (frame > firstFrames ? frames : 0), 0);
}

function framesOf(counted: Counted): string {
  const { lost, seconds } = counted;
  const excused = lost.reduce((sum, one) => sum + one.excused, 0);
  const within = `${amidst(counted)} in the middle of clips`;
  const where = lost.flatMap(({ places }) => places.map(({ clip, frame }) => `${clip}:${frame}`));
  const all = `frames lost ${lostOf(counted)} of ${shownOf(counted)} in ${seconds} s`;
  return `${all}, ${within}${where.length > 0 ? `; before (clip:frame) ${where.join(' ')}` : ''}; ${excused} more by the machine or the recording itself`;
}

function guess(requested: Guessing): Promise<Guessed> {
  const child = fork(fileURLToPath(new URL('guessers.ts', import.meta.url)));
  child.send(requested);
  return new Promise((resolve, reject) => {
    child.once('message', (reported) => resolve(reported as Guessed));
    child.once('exit', (code) => reject(new Error(`Those who guess have ended with ${code}.`)));
  });
}

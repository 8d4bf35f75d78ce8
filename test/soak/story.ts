import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { chanceFrom } from './chance.ts';
import { Editor } from './editor.ts';
import { inspect, leaks, type Open } from './inspection.ts';
import type { Answer, Order } from './player.ts';
import { storm } from './weather.ts';

export interface Story {
  readonly seed: number;
  readonly editions: number;
  /** Called now and then with how far it is. */
  readonly onProgress?: (line: string) => void;
}

export interface Told {
  readonly editions: number;
  readonly activated: number;
  readonly kills: number;
  readonly faultyCycles: number;
  readonly checks: number;
  readonly objects: number;
  /** Files and sockets that the last player held open before and after its calm cycles. */
  readonly open: readonly [Open, Open];
  readonly rssMiB: readonly [number, number];
  /** Everything that must not have happened. */
  readonly violations: readonly string[];
}

/**
 * Many editions under bad weather, with kills at any moment. In the end everything on disk is needed or reclaimable,
 * everything needed is what its name says, and nothing has leaked.
 */
export async function tell({ seed, editions, onProgress }: Story): Promise<Told> {
  const chance = chanceFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-soak-'));
  const data = join(folder, 'data');
  const demo = await startDemoCms({ seed: 'empty', variants: { hash: 'sha256' } });
  const editor = new Editor(demo, chance);
  const violations: string[] = [];
  const activated = new Set<string>();
  let [kills, faultyCycles, checks] = [0, 0, 0];
  let player = await startPlayer(data, demo);
  let everPlayed = false;

  const note = (answer: Answer | null, where: string): void => {
    if (answer === null) throw new Error(`${where}: the player died by itself`);
    if (answer.edition !== null) activated.add(answer.edition);
    everPlayed ||= answer.edition !== null;
    if (everPlayed && answer.edition === null) violations.push(`${where}: nothing is active any more`);
    if (answer.error !== null || answer.failed > 0) faultyCycles++;
    if (answer.error?.startsWith('internal')) violations.push(`${where}: ${answer.error}`);
    for (const sha256 of answer.rotten) violations.push(`${where}: ${sha256} is not what its name says`);
  };

  try {
    note(await player.tell('sync'), 'first cycle');
    for (let edition = 1; edition <= editions; edition++) {
      for (let changes = 1 + chance.below(3); changes > 0; changes--) editor.change();
      storm(demo, chance, chance.of(0.5) ? 0.3 : 0, chance.of(0.2) ? 0.3 : 0);
      // What chance draws depends on when requests come: in 40 editions it might kill none.
      if (chance.of(0.1) || edition % 20 === 10) {
        void player.tell('sync');
        await new Promise((resolve) => setTimeout(resolve, chance.below(40)));
        await player.kill();
        kills++;
        player = await startPlayer(data, demo);
        note(player.first, `edition ${edition}, after a kill`);
      } else note(await player.tell('sync'), `edition ${edition}`);
      if (chance.of(0.02))
        note(await player.tell('rollback').then(withoutError), `edition ${edition}, rollback`);
      if (edition % 20 === 0) {
        const answer = await player.tell('check');
        note(answer, `check at edition ${edition}`);
        if (answer) violations.push(...leaks(player.first.open, answer.open));
        checks++;
        onProgress?.(
          `${edition} editions, ${kills} kills, ${activated.size} activated, ${violations.length} violations`,
        );
      }
    }
    demo.intercept = null;
    await player.tell('stop');
    player = await startPlayer(data, demo);
    const before = await player.tell('sync');
    for (let calm = 0; calm < 20; calm++) {
      editor.change();
      note(await player.tell('sync'), 'calm');
    }
    const after = await player.tell('sync');
    if (after?.error !== null || after.failed > 0)
      violations.push(`calm, yet not all is well: ${JSON.stringify(after)}`);
    await player.tell('reclaim');
    const end = await player.tell('check');
    note(end, 'at the end');
    if (!before || !end) throw new Error('the player died by itself');
    const { objects, violations: found } = await inspect(data, end.belief);
    return {
      editions,
      activated: activated.size,
      kills,
      faultyCycles,
      checks,
      objects,
      open: [before.open, end.open],
      rssMiB: [before.rssMiB, end.rssMiB],
      violations: [...violations, ...found, ...leaks(before.open, end.open)],
    };
  } finally {
    await player.kill();
    await demo.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** There may be nothing to go back to. */
function withoutError(answer: Answer | null): Answer | null {
  return answer && { ...answer, error: null };
}

/** Far longer than any order takes in bad weather. */
const answerMs = 240_000;

interface Player {
  readonly first: Answer;
  /** Null: it died before it answered. */
  tell(order: Order): Promise<Answer | null>;
  kill(): Promise<void>;
}

async function startPlayer(data: string, demo: DemoCms): Promise<Player> {
  const { baseUrl, token, playlistId } = demo;
  const child: ChildProcess = fork(new URL('player.ts', import.meta.url), [
    data,
    JSON.stringify({ baseUrl, token, playlistId }),
  ]);
  const gone = once(child, 'exit');
  const heard = (): Promise<Answer> =>
    once(child, 'message', { signal: AbortSignal.timeout(answerMs) }).then(([message]) => message as Answer);
  const first = await heard();
  return {
    first,
    async tell(order) {
      const answer = Promise.race([heard(), gone.then(() => null)]);
      child.send(order);
      return answer;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

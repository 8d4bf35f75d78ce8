import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { chanceFrom } from './chance.ts';
import { Editor } from './editor.ts';
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
  readonly openFilesBefore: number;
  readonly openFilesAfter: number;
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
    if (answer === null) return;
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
      if (chance.of(0.1)) {
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
        note(await player.tell('check'), `check at edition ${edition}`);
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
    const objects = await inspect(data, end, violations);
    return {
      editions,
      activated: activated.size,
      kills,
      faultyCycles,
      checks,
      objects,
      openFilesBefore: before?.openFiles ?? 0,
      openFilesAfter: end?.openFiles ?? 0,
      rssMiB: [before?.rssMiB ?? 0, end?.rssMiB ?? 0],
      violations: [...violations, ...leaks(before, end)],
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

function leaks(before: Answer | null, end: Answer | null): readonly string[] {
  const grown = (end?.openFiles ?? 0) - (before?.openFiles ?? 0);
  return grown > 4 ? [`${grown} file descriptors more than at the beginning`] : [];
}

/** What really lies on the disk. */
async function inspect(data: string, end: Answer | null, violations: string[]): Promise<number> {
  const parts = await readdir(join(data, 'parts'));
  if (parts.length > 0) violations.push(`parts are left: ${parts.join(', ')}`);
  const names = (await readdir(join(data, 'objects'), { recursive: true })).filter((name) =>
    name.includes('/'),
  );
  for (const name of names) {
    const sha256 = name.split('/').at(-1) ?? '';
    const bytes = await readFile(join(data, 'objects', name));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) violations.push(`${name} is damaged`);
  }
  if (names.length !== end?.counted)
    violations.push(`${names.length} objects on disk, ${end?.counted} in the store`);
  const onDisk = new Set(names.map((name) => name.split('/').at(-1)));
  for (const sha256 of end?.referenced ?? [])
    if (!onDisk.has(sha256)) violations.push(`${sha256} is needed and not there`);
  return names.length;
}

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
  const [first] = (await once(child, 'message')) as [Answer];
  return {
    first,
    async tell(order) {
      const answer = Promise.race([
        once(child, 'message').then(([message]) => message as Answer),
        gone.then(() => null),
      ]);
      child.send(order);
      return answer;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

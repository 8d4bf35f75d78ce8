import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verbatim } from '../../src/shared/languages/message.ts';
import { opened, temporaryFolder } from './support/folder.ts';
import { showing } from './support/showings.ts';
import { show } from './support/shows.ts';

const root = join(import.meta.dirname, '../..');
/** The commit before health, decoders, hours and releases came: the oldest that a player may go back to. */
const before = 'a22f471';
/** A clone without history has no release before this one. */
const hasHistory = spawnSync('git', ['cat-file', '-e', `${before}^{commit}`], { cwd: root }).status === 0;

/** What the release before does with a data folder: it opens it, looks what plays, and writes two showings of its own. */
const child = `
import { systemClock } from './src/main/clock.ts';
import { createLog } from './src/main/log.ts';
import { openStore } from './src/main/store/store.ts';
const [, , dataDir, number] = process.argv;
const limits = { floorBytes: 0, ballastBytes: 64 * 1024, busyMs: 100 };
const store = await openStore({ dataDir, clock: systemClock, log: createLog(() => undefined), limits });
const { edition } = store.active();
const { objects } = store.holdings(edition);
const startedAt = Date.UTC(2026, 0, 1) + Number(number) * 10_000;
const row = (id) => ({ id, screenId: '1', entryId: 'old', mediaFileId: 'a', editionId: edition.id, startedAt });
const id = (end) => '00000000-0000-4000-9000-' + (number + end).padStart(12, '0');
store.proof.start(row(id('1')));
store.proof.end(id('1'), startedAt + 5_000, 'completed', null);
store.proof.fail({ ...row(id('2')), outcome: 'skipped', reason: 'of the old one' });
const answer = { edition: edition.id, objects: [...objects.keys()], rows: [...store.proof.iterate()] };
await store.close();
console.log(JSON.stringify(answer));
`;

interface Answer {
  readonly edition: string;
  readonly objects: readonly string[];
  readonly rows: readonly unknown[];
}

/** The sources as they were; Node runs them as they are. */
function releaseBefore(): (dataDir: string, number: number) => Answer {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-before-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', before, 'src', 'package.json'], {
    cwd: root,
    maxBuffer: 1e8,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'child.ts'), child);
  return (dataDir, number) =>
    JSON.parse(
      execFileSync(process.execPath, [join(folder, 'child.ts'), dataDir, String(number)], {
        encoding: 'utf8',
      }),
    ) as Answer;
}

test.skipIf(!hasHistory)(
  "the release before opens this one's database, plays its show, and proof goes on both ways",
  async () => {
    const old = releaseBefore();
    const folder = await temporaryFolder();
    const { store } = await opened(folder);
    const { id } = await show(store, ['a', 'b']);
    // All that came since then is in the database too.
    store.healthLog.add({ at: 1, verdict: 'well', sentence: verbatim('All is well.'), reasons: [] });
    store.learnDecoders({ browser: 'Chromium 156', decodes: { 'video/mp4; codecs="hvc1"': false } });
    for (const number of [1, 2, 3]) {
      store.proof.start(showing(number));
      store.proof.end(showing(number).id, showing(number).startedAt + 9_000, 'completed', null);
    }
    const ours = [...store.proof.iterate()];
    await store.close();

    const theirs = old(folder, 10);
    expect(theirs.edition).toBe(id);
    expect([...theirs.objects].sort()).toEqual(['a', 'b']);
    expect(theirs.rows).toEqual(expect.arrayContaining(ours));
    expect(theirs.rows).toHaveLength(5);

    const again = await opened(folder);
    expect(again.store.active()?.edition.id).toBe(id);
    expect([...again.store.proof.iterate()]).toEqual(theirs.rows);
    expect(again.store.healthLog.rows(1)).toMatchObject([{ sentence: verbatim('All is well.') }]);
    again.store.proof.fail({ ...showing(20), outcome: 'failed', reason: 'of this one' });
    await again.store.close();

    expect(old(folder, 30).rows).toHaveLength(8);
    expect(readdirSync(folder).filter((name) => /aside|damaged|newer|foreign/.test(name))).toEqual([]);
    expect((await opened(folder)).lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual(
      [],
    );
  },
);

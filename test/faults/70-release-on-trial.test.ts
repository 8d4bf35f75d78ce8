import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mostAttempts } from '../../src/main/update/state.ts';
import { reportRow } from '../support/report-row.ts';
import { b, installed, onTrial, wanted } from '../update/support/installed.ts';
import { openRoot } from '../update/support/site.ts';

/** The state that the previous release finds when it plays again. */
const reported = async (root: string) =>
  (await openRoot(root, { url: null }).open('a'.repeat(64))).status().blocked;

test('row 70 · a trial that crashes is started as often as it may, then the one before it again', async () => {
  const { root, run, started } = await installed({ b: 'exit 1' }, onTrial);
  expect(await (await run()).exit).toBe(0);
  expect(await started()).toEqual([...Array(mostAttempts).fill('bbbbbbb run'), 'aaaaaaa run']);
  expect(await reported(root)).toMatchObject([{ release: b, code: 'died' }]);
});

test('row 70 · a power cut in a trial counts: the attempt is written down before the start', async () => {
  const { root, run, started } = await installed({ b: 'kill -9 $PPID' }, onTrial);
  for (let cuts = 0; cuts < mostAttempts; cuts++) await (await run()).exit;
  expect((await readFile(join(root, `starts-${b}`), 'utf8')).split('\n')).toHaveLength(mostAttempts + 1);
  await (await run()).exit;
  expect(await started()).toEqual([...Array(mostAttempts).fill('bbbbbbb run'), 'aaaaaaa run']);
});

test('row 70 · a trial that hangs is ended by force, and is not tried again', async () => {
  const { root, run, started } = await installed({ b: "trap '' TERM; while :; do sleep 0.1; done" }, onTrial);
  expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '1' })).exit).toBe(0);
  expect(await started()).toEqual(['bbbbbbb run', 'aaaaaaa run']);
  expect(await reported(root)).toMatchObject([{ release: b, code: 'died' }]);
  reportRow(70, { note: 'the rest of the row is judged by the facts of the show: test/update/pure.test.ts' });
});

test('row 70 · a trial that is slow but lives is left alone', async () => {
  const lives = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo >"$VITRINE_UPDATE_ROOT/alive"; sleep 0.2; done; ${wanted}`;
  const { run, started } = await installed({ b: lives }, onTrial);
  expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '2' })).exit).toBe(0);
  expect(await started()).toEqual(['bbbbbbb run']);
});

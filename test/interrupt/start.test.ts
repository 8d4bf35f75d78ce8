import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { prepareInterrupts } from '../../src/main/interrupt/start.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

/** The titles of the interrupts that are there after some looks at the folder. */
async function run(dataDir: string, folder: string | null, isWhole: boolean, isSeen: () => boolean) {
  const clock = new ManualClock();
  const { interrupts, interruptSources } = prepareInterrupts({
    dataDir,
    clock,
    log: createLog(() => undefined),
    planned: ['1'],
    show: { sights: () => [], interrupts: () => undefined },
    engine: { call: async () => undefined },
    pageReach: { interruptsShow: () => undefined, refusedOfInterrupt: () => null },
    notices: { showing: () => undefined },
    vitals: () => ({ clock: { trusted: true } }),
    later: () => ({
      configured: { language: 'en', isWhole, config: { interrupts: { folder } } },
      browser: { allowInterruptPages: () => undefined },
      fleet: { event: () => undefined },
    }),
  });
  const titles = () => interrupts.list().live.map(({ interrupt }) => interrupt.title);
  interrupts.start();
  interruptSources.start();
  let looks = 0;
  await until('some looks', async () => {
    await clock.advance(1_000);
    return (isSeen() || titles().length === 1) && ++looks > 5;
  });
  interruptSources.stop();
  await interrupts.stop();
  return titles();
}

test.each([
  ['a configuration without the folder ends its interrupts', true, []],
  ['a mistake that may hide the folder ends none', false, ['Fire']],
] as const)('%s', async (_, isWhole, expected) => {
  const dataDir = await temporaryFolder();
  const folder = join(dataDir, 'spool');
  mkdirSync(folder, { mode: 0o770 });
  writeFileSync(join(folder, 'fire.json'), JSON.stringify({ title: 'Fire', seconds: 3_600 }));
  expect(await run(dataDir, folder, true, () => false)).toEqual(['Fire']);
  expect(await run(dataDir, null, isWhole, () => true)).toEqual(expected);
});

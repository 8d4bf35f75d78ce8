import { expect, test } from 'vitest';
import { jobsOf, workflows } from '../../lab/prove/dry-run/workflow-steps.ts';

test('the dry run has every run step of every job on Linux', () => {
  const jobs = workflows.flatMap(jobsOf);
  expect(jobs.map(({ name }) => name)).toEqual([
    ...['debian', 'ubuntu', 'dependencies', 'electron'],
    ...['kiosk', 'packages', 'repository', 'release'],
  ]);
  const all = workflows.join('').match(/^ *(?:- )?run: /gm)?.length ?? 0;
  const [, after = ''] = (workflows[0] ?? '').split(/^ {2}windows:$/m);
  const ofWindows = after.split(/^ {2}[a-z]+:$/m)[0]?.match(/\brun: /g)?.length ?? 0;
  expect(jobs.flatMap(({ steps }) => steps)).toHaveLength(all - ofWindows);
});

test('a step has its variables and its folder, and nothing of the runner is left in it', () => {
  const steps = workflows.flatMap(jobsOf).flatMap((job) => job.steps);
  expect(steps.filter(({ script }) => script.includes('${{'))).toEqual([]);
  expect(steps.find(({ name }) => name === 'End to end on the package')?.env).toEqual({
    VITRINE_TEST_PACKAGED: '/srv/vitrine/release/linux-unpacked/vitrine',
  });
  expect(steps.find(({ name }) => name === 'Checksums')?.script).toBe(
    'cd packages\nsha256sum -- * > SHA256SUMS',
  );
});

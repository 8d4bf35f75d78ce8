import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jobsOf } from '../../lab/prove/dry-run/workflow-steps.ts';

const workflow = readFileSync(new URL('../../.github/workflows/ci.yml', import.meta.url), 'utf8');
const [before = '', release = ''] = workflow.split(/^ {2}release:$/m);

test('every action is named by its hash, with its version beside it, the same one everywhere', () => {
  const uses = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(10);
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const names = new Set(uses.map((action) => action.split('@')[0]));
  expect(new Set(uses).size).toBe(names.size);
});

test("the runners' jobs install whatever the setup of the tests asks for, but for a browser", () => {
  const setup = readFileSync(new URL('../../scripts/setup.mjs', import.meta.url), 'utf8');
  const [, requested = ''] = /^ {2}test: \(\) => \[$([\s\S]*?)^ {2}\],$/m.exec(setup) ?? [];
  const wanted = [...requested.matchAll(/tool\('\S+', '(\S+)'|package: '(\S+)'/g)].map(
    ([, one, other]) => one ?? other,
  );
  const jobs = [...workflow.matchAll(/apt-get install -y --no-install-recommends \\\n((?: .*\\\n)* .*)\n/g)];
  const installed = jobs.map(([, names = '']) => names.split(/[\s\\]+/).filter(Boolean));
  expect(wanted.length).toBeGreaterThan(10);
  expect(installed).toHaveLength(2);
  for (const names of installed)
    expect(names).toEqual(expect.arrayContaining(['xvfb', 'fonts-noto-core', ...wanted]));
});

test('every command of the workflow is one that a shell can read', () => {
  const commands = [
    ...workflow.matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 {2,}.*\n|\n)+)|>-\n((?:\1 {2,}.*\n)+)|(.+))/gm),
  ];
  expect(commands.length).toBe(workflow.match(/^ *(?:- )?run: /gm)?.length);
  for (const [, , block, folded, line] of commands) {
    const script = (block ?? folded?.replaceAll('\n', ' ') ?? line ?? '').replace(/\$\{\{.*?\}\}/g, 'x');
    execFileSync('bash', ['-n'], { input: script });
  }
});

test('the gate runs as root: its tests mount small disks', () => {
  const gates = jobsOf(workflow).flatMap(({ isInContainer, steps }) =>
    steps.flatMap(({ script }) =>
      /\.ci\/run\b/.test(script) ? [isInContainer || /^sudo /.test(script)] : [],
    ),
  );
  expect(gates).toEqual([true, true]);
});

test('every job installs by the setup, before it uses a package', () => {
  expect(workflow).not.toMatch(/\bnpm (?:ci|install|i)\b/);
  const [, ...jobs] = workflow.split(/^jobs:$/m)[1]?.split(/^ {2}(?=[a-z]+:$)/m) ?? [];
  const using = jobs.filter((job) => /\bnpx |\bnpm (?:run|audit)\b/.test(job));
  expect(using.map((job) => job.split(':')[0])).toEqual(['dependencies', 'electron', 'windows', 'packages']);
  for (const job of using)
    expect(job.split(/\bnpx |\bnpm (?:run|audit)\b/)[0]).toContain('run: node scripts/setup.mjs packages\n');
});

test('the package for Windows is made for every change, and a release waits for it', () => {
  const windows = /^ {2}windows:$([\s\S]*?)^ {2}[a-z]+:$/m.exec(workflow)?.[1] ?? '';
  expect(windows).toContain('electron-builder --win dir');
  expect(windows).not.toMatch(/^ {4}if:/m);
  expect(before).toMatch(/^ {4}needs: \[.*\bwindows\b.*\]$/m);
});

test('nothing but the release may write, and that after somebody has approved it', () => {
  expect(before).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(before).not.toMatch(/: write$/m);
  expect(release).toMatch(/^ {4}environment: release$/m);
  const checkouts =
    workflow.match(/uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false/g) ?? [];
  expect(checkouts.length).toBe(workflow.match(/actions\/checkout@/g)?.length);
});

test('a release says where it comes from and what is in it', () => {
  expect(release).toContain('npm sbom');
  expect(release).toContain('actions/attest-build-provenance@');
  expect(before).toContain('npm audit');
});

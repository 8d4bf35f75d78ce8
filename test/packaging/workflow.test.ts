import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { jobsOf, workflows } from '../../lab/prove/dry-run/workflow-steps.ts';
import { groups } from '../../scripts/subjects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [tests = '', releases = ''] = workflows;
const workflow = workflows.join('');
const [before = '', release = ''] = releases.split(/^ {2}release:$/m);
/** The text of each job by its name. */
const jobs = workflows.flatMap(
  (text) =>
    text
      .split(/^jobs:$/m)[1]
      ?.split(/^ {2}(?=[a-z]+:$)/m)
      .slice(1) ?? [],
);
const job = (name: string): string => jobs.find((text) => text.startsWith(`${name}:`)) ?? '';

test('every action is named by its hash, with its version beside it, the same one everywhere', () => {
  const uses = [...workflow.matchAll(/uses: (.+)$/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !action.startsWith('./'));
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
  const lists = [...tests.matchAll(/apt-get install -y --no-install-recommends \\\n((?: .*\\\n)* .*)\n/g)];
  const installed = lists.map(([, names = '']) => names.split(/[\s\\]+/).filter(Boolean));
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
  const gates = workflows
    .flatMap(jobsOf)
    .flatMap(({ isInContainer, steps }) =>
      steps.flatMap(({ script }) =>
        /\.ci\/run\b/.test(script) ? [isInContainer || /^sudo /.test(script)] : [],
      ),
    );
  expect(gates).toEqual([true, true]);
});

test('every job installs by the setup, before it uses a package', () => {
  expect(workflow).not.toMatch(/\bnpm (?:ci|install|i)\b/);
  const using = jobs.filter((job) => /\bnpx |\bnpm (?:run|audit)\b/.test(job));
  expect(using.map((job) => job.split(':')[0])).toEqual([
    ...['dependencies', 'electron', 'windows', 'kiosk', 'packages', 'repository'],
  ]);
  for (const job of using)
    expect(job.split(/\bnpx |\bnpm (?:run|audit)\b/)[0]).toContain('run: node scripts/setup.mjs packages\n');
});

test('a release waits for every test, and the package for Windows is made for every change', () => {
  expect(job('windows')).toContain('electron-builder --win dir');
  expect(job('windows')).not.toMatch(/^ {4}if:/m);
  expect(tests).toMatch(/^ {2}workflow_call:$/m);
  expect(job('tests')).toMatch(/^tests:\n {4}uses: \.\/\.github\/workflows\/ci\.yml\n\n/);
  for (const name of ['kiosk', 'packages']) expect(job(name)).toMatch(/^ {4}needs: tests$/m);
  expect(job('repository')).toMatch(/^ {4}needs: kiosk$/m);
  expect(job('release')).toMatch(/^ {4}needs: \[kiosk, packages, repository\]$/m);
});

test('nothing but the release may write, and that after somebody has approved it', () => {
  for (const text of [tests, before]) {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/: write$/m);
  }
  expect(release).toMatch(/^ {4}environment: release$/m);
  const checkouts =
    workflow.match(/uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false/g) ?? [];
  expect(checkouts.length).toBe(workflow.match(/actions\/checkout@/g)?.length);
});

test('a release says where it comes from and what is in it', () => {
  for (const name of ['kiosk', 'packages']) {
    const [, listed = ''] = /^ {10}path: \|\n((?: {12}.*\n)+)/m.exec(job(name)) ?? [];
    const endings = [...listed.matchAll(/release\/\*(\S+)/g)].map(([, ending = '']) => ending);
    for (const paper of ['vitrine.deb.cdx.json', 'vitrine.deb.intoto.json'])
      expect(endings.some((ending) => paper.endsWith(ending))).toBe(true);
  }
  expect(release).toContain('actions/attest-build-provenance@');
  expect(tests).toContain('npm audit');
});

test('a release makes every package there is, each as one of a named publisher', () => {
  const steps = workflows.flatMap(jobsOf).flatMap(({ steps }) => steps);
  const making = steps.filter(({ script }) =>
    /npm run package|npx electron-builder .*publish never/.test(script),
  );
  const made = making.flatMap(({ script }) =>
    [...script.matchAll(/npm run package -- (\w+)/g)].map(([, name]) => name),
  );
  expect(new Set(made)).toEqual(new Set(Object.keys(groups.package)));
  const released = making.filter(({ script }) => !/electron-builder --linux dir/.test(script));
  expect(released).toHaveLength(3);
  for (const { env } of released)
    for (const name of ['VITRINE_RELEASE_BUILD', 'VITRINE_MAINTAINER', 'VITRINE_HOMEPAGE'])
      expect(env[name]).toBeTruthy();
});

test('the key of the repository is a secret that one approved step sees', () => {
  expect(workflow.match(/secrets\./g)).toEqual(['secrets.']);
  expect(job('repository')).toMatch(/^ {4}environment: release$/m);
  expect(job('repository')).toMatch(
    /^ {10}VITRINE_REPOSITORY_KEY: \$\{\{ secrets\.VITRINE_REPOSITORY_KEY \}\}$/m,
  );
});

/** What a script runs of this checkout and cannot. */
function missing(script: string): readonly string[] {
  const wrong = (text: RegExp, isThere: (name: string) => boolean): readonly string[] =>
    [...script.matchAll(text)].filter(([, name = '']) => !isThere(name)).map(([words]) => words);
  return [
    ...wrong(/\bnpx ([\w-]+)/g, (name) => existsSync(join(root, 'node_modules/.bin', name))),
    ...wrong(/\bnode ([\w./]+\.(?:mjs|ts))/g, (name) => existsSync(join(root, name))),
    ...wrong(/(?:^|\s)(\.[\w]+\/\w+)$/gm, (name) => existsSync(join(root, name))),
  ];
}

test('every program and file of this checkout that a workflow runs exists', () => {
  const scripts = workflows.flatMap(jobsOf).flatMap(({ steps }) => steps.map(({ script }) => script));
  expect(scripts.flatMap(missing)).toEqual([]);
  expect(missing('npx electron-build\nnode scripts/set.mjs packages\nsudo .ci/walk\n.ci/run')).toEqual([
    ...['npx electron-build', 'node scripts/set.mjs', ' .ci/walk'],
  ]);
});

import { readFileSync } from 'node:fs';

/** One `run:` step of a workflow. */
export interface Step {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Job {
  readonly name: string;
  /** It runs as root in its own container, with a checkout that belongs to the runner. */
  readonly isInContainer: boolean;
  readonly steps: readonly Step[];
}

/** Values of `${{ … }}` on a Linux runner. */
const values: Readonly<Record<string, string>> = {
  'runner.temp': '/tmp',
  'github.workspace': '/srv/vitrine',
  'matrix.target': '--linux',
  'github.token': '',
  'vars.VITRINE_MAINTAINER': 'Dry run <dry-run@vitrine.zz>',
  'vars.VITRINE_HOMEPAGE': 'https://vitrine.zz/',
  'vars.VITRINE_REPOSITORY': 'https://vitrine.zz/debian',
  'vars.VITRINE_REPOSITORY_KEYS': '',
  'secrets.VITRINE_REPOSITORY_KEY': '',
};

const folder = new URL('../../../.github/workflows/', import.meta.url);
/** The test of every change, and the release. */
export const workflows: readonly string[] = ['ci.yml', 'release.yml'].map((name) =>
  readFileSync(new URL(name, folder), 'utf8'),
);

/** The steps of every Linux job. Supports only what our workflows use of the format. */
export function jobsOf(workflow: string): readonly Job[] {
  const [, jobs = ''] = workflow.split(/^jobs:$/m);
  return jobs
    .split(/^ {2}(?=[a-z]+:$)/m)
    .slice(1)
    .filter((job) => !/^ {4}(?:runs-on: windows|uses: )/m.test(job))
    .map((job) => ({
      name: job.slice(0, job.indexOf(':')),
      isInContainer: /^ {4}container:/m.test(job),
      steps: job
        .split(/^ {6}- /m)
        .slice(1)
        .flatMap(stepOf),
    }));
}

function stepOf(text: string): readonly Step[] {
  const step = `        ${text}`;
  const run = /^ {8}run: (?:[|>]-?\n((?: {10}.*\n|\n)+)|(.+)\n)/m.exec(step);
  if (run === null) return [];
  const isFolded = /^ {8}run: >/m.test(step);
  const block = (run[1] ?? run[2] ?? '').replace(/^ {10}/gm, '');
  const script = filled(isFolded ? block.replaceAll('\n', ' ') : block);
  const [, settings = ''] = /^ {8}env:\n((?: {10}.*\n)+)/m.exec(step) ?? [];
  const env = [...settings.matchAll(/^ {10}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    filled(value),
  ]);
  const [, name = script.trim()] = /^ {8}name: (.*)$/m.exec(step) ?? [];
  const [, folder] = /^ {8}working-directory: (.*)$/m.exec(step) ?? [];
  return [{ name, script: folder ? `cd ${folder}\n${script}` : script, env: Object.fromEntries(env) }];
}

function filled(text: string): string {
  return text.replace(/\$\{\{ *(.*?) *\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the dry run does not know what ${name} is`);
    return value;
  });
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partName } from '../../../src/main/download/part.ts';
import { readState } from '../../../src/main/update/state-file.ts';
import { partSource } from '../../../src/main/update/update-root.ts';
import { passingFolder } from '../../release/support/folder.ts';
import { type Publisher, publisher } from '../../release/support/publisher.ts';
import { type KillLoopResult, killLoop, type WritingCall } from '../../support/kill-loop.ts';
import { installs } from '../support/installer.ts';
import { makePackage, openRoot, publish } from '../support/site.ts';

export const child = new URL('./child.ts', import.meta.url);
const launcher = new URL('../../../build/linux/vitrine-launcher', import.meta.url);
/** Each release writes down that it runs, and whether it is whole. */
const says =
  'cat "$(dirname "$0")/resources/some.txt" >>"$VITRINE_UPDATE_ROOT/ran"; echo >>"$VITRINE_UPDATE_ROOT/ran"; : >"$VITRINE_UPDATE_ROOT/ended"';

export interface Stage {
  readonly publisher: Publisher;
  readonly stick: string;
  readonly sha: string;
  /** As it is before the step. */
  readonly templates: Readonly<Record<string, string>>;
}

async function freshRoot(made: Publisher): Promise<string> {
  const root = await passingFolder('kills');
  await writeFile(join(root, 'root.json'), made.root);
  await copyFile(launcher, join(root, 'vitrine-launcher'));
  await mkdir(join(root, 'factory'));
  const file = await makePackage('1.0.0', says);
  spawnSync('tar', ['-xzf', file, '-C', join(root, 'factory'), '--strip-components=1']);
  return root;
}

export async function copyOf(root: string): Promise<string> {
  const copy = await passingFolder('kills');
  await cp(root, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function step(root: string, name: string, { stick, sha }: Pick<Stage, 'stick' | 'sha'>): void {
  const { status, stderr } = spawnSync(process.execPath, [child.pathname, root, name, stick, sha], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} does not work unkilled: ${stderr}`);
}

export async function prepare(): Promise<Stage> {
  const made = await publisher();
  const sha = await publish(made, '2.0.0', await makePackage('2.0.0', says, '2.0.0', 300_000));
  const stick = made.needs.folder.path;
  const fresh = await freshRoot(made);
  const brought = await copyOf(fresh);
  step(brought, 'bring', { stick, sha });
  const onTrial = await copyOf(brought);
  step(onTrial, 'switch', { stick, sha });
  const given = await copyOf(onTrial);
  await writeFile(join(given, `starts-${sha}`), 'start\nstart\nstart\n');
  const kept = await copyOf(onTrial);
  step(kept, 'keep', { stick, sha });
  return { publisher: made, stick, sha, templates: { fresh, brought, onTrial, given, kept } };
}

/** Starts what the launcher chooses, and answers which whole release that was. */
export async function whatRuns(root: string): Promise<string> {
  await rm(join(root, 'ran'), { force: true });
  const { status } = spawnSync(join(root, 'vitrine-launcher'), ['run'], { stdio: 'ignore', timeout: 20_000 });
  const ran = (await readFile(join(root, 'ran'), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '');
  if (status !== 0 || ran.length !== 1)
    throw new Error(`not one whole release runs: ${ran.join()} (${status})`);
  return ran[0] ?? '';
}

/** Whatever was left, the update comes to its end afterwards. */
export async function goesOn(root: string, { stick, sha }: Stage, isRecalled: boolean): Promise<void> {
  const text = await readFile(join(root, 'update-state'), 'utf8').catch(() => null);
  if (text !== null && readState(text) === null) throw new Error('the state cannot be read');
  const player = openRoot(root, { url: null });
  const state = await player.root.state();
  if (isRecalled || state.trial !== null || state.current === sha || state.blocked.length > 0) return;
  const updates = await player.open();
  const { state: now } = await updates.from(stick);
  if (now !== 'ready') throw new Error(`the update does not go on: ${now}`);
}

/** What root's installer has left is whole or not there, and it can be asked again. */
async function isInstalled(root: string, { stick, sha }: Stage): Promise<void> {
  const folder = join(root, 'shelf/releases', sha);
  const text = () => readFile(join(folder, 'resources/some.txt'), 'utf8').catch(() => null);
  if (existsSync(join(folder, 'complete')) && (await text()) !== '2.0.0') throw new Error('half a release');
  await rm(join(root, 'shelf/s'), { force: true });
  await installs(root, stick, sha);
  if ((await text()) !== '2.0.0') throw new Error('it cannot be installed afterwards');
}

export interface Loop {
  readonly name: string;
  readonly from: string;
  readonly calls: readonly WritingCall[];
  readonly runs: readonly string[];
}

export const loops: readonly Loop[] = [
  { name: 'bring', from: 'fresh', calls: ['write', 'fsync', 'rename', 'unlink', 'mkdir'], runs: ['1.0.0'] },
  {
    name: 'switch',
    from: 'brought',
    calls: ['write', 'fsync', 'rename', 'unlink'],
    runs: ['1.0.0', '2.0.0'],
  },
  { name: 'launch', from: 'onTrial', calls: ['write'], runs: ['2.0.0'] },
  { name: 'keep', from: 'onTrial', calls: ['write', 'fsync', 'rename', 'unlink'], runs: ['2.0.0'] },
  { name: 'take back', from: 'onTrial', calls: ['write', 'fsync', 'rename'], runs: ['1.0.0', '2.0.0'] },
  { name: 'give up', from: 'given', calls: ['write', 'fsync', 'rename', 'unlink'], runs: ['1.0.0'] },
  {
    name: 'install',
    from: 'fresh',
    calls: ['write', 'fsync', 'rename', 'unlink', 'mkdir'],
    runs: ['1.0.0'],
  },
  { name: 'tidy', from: 'brought', calls: ['unlink', 'rename'], runs: ['1.0.0'] },
  { name: 'recall', from: 'kept', calls: ['write', 'fsync', 'rename', 'unlink'], runs: ['1.0.0', '2.0.0'] },
];

/** Kills one step at its every write; after each kill one whole release runs, and the update comes to its end. */
export function killed(stage: Stage, { name, from, calls, runs }: Loop): Promise<KillLoopResult> {
  return killLoop({
    child,
    args: [name, stage.stick, stage.sha],
    calls,
    template: (root) => cp(stage.templates[from] ?? '', root, { recursive: true }),
    paths: (root) => written(root, stage.sha),
    check: async (root) => {
      const version = await whatRuns(root);
      if (!runs.includes(version)) throw new Error(`${version} runs, and not ${runs.join(' or ')}`);
      if (name === 'install') await isInstalled(root, stage);
      else await goesOn(root, stage, name === 'recall');
    },
  });
}

function written(root: string, sha: string): readonly string[] {
  const part = join(root, 'parts', partName({ source: partSource, marker: sha }));
  const own = [
    'update-state',
    'metadata',
    `starts-${sha}`,
    'alive',
    `releases/${sha}`,
    `releases/${sha}/complete`,
  ];
  return [
    ...own.flatMap((name) => [join(root, name), join(root, `${name}.new`)]),
    ...['believed', 'believed.new', 'incoming', 'releases', `releases/${sha}`, 'unpacking'].map((name) =>
      join(root, 'shelf', name),
    ),
    ...[root, join(root, 'shelf'), join(root, 'releases'), join(root, 'parts'), join(root, 'unpacking')],
    ...[`${part}.part`, `${part}.json`, `${part}.json.new`],
  ];
}

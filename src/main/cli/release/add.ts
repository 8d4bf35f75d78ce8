import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { message } from '../../../shared/languages/message.ts';
import { realFileSystem } from '../../ground/fs.ts';
import { sha256Of } from '../../operator/check.ts';
import type { TargetsPart } from '../../operator/folder.ts';
import { printsVersion } from '../../operator/package-version.ts';
import { changeTargets, newSeed } from '../../operator/publish.ts';
import { releaseError } from '../../release/failure.ts';
import { isPackageName, isVersion, packagePath, readRelease } from '../../release/release.ts';
import { answer } from '../answer.ts';
import { firstWord, textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { notPublishedYet } from './not-published.ts';
import { shareOption } from './share.ts';
import { publisherNeeds, signingHelp, signingOptions } from './signers.ts';

export const command: Command = {
  name: 'release add',
  summary: 'Adds a package to a release folder and signs it.',
  usage:
    'FOLDER PACKAGE VERSION --keys PATH [--arch A] [--channel NAME] [--share P%] [--oldest-from V] [--oldest-browser N] [--json]',
  options: {
    ...signingOptions,
    arch: { type: 'string' },
    channel: { type: 'string' },
    share: { type: 'string' },
    'oldest-from': { type: 'string' },
    'oldest-browser': { type: 'string' },
  },
  positionals: { least: 3, most: 3 },
  details: `
PACKAGE           a .tar.gz with one folder that contains a program named vitrine; or an AppImage, which is repacked
VERSION           such as 2.4.0; the program must print it: a package for this machine is unpacked and started once
--arch A          target machines (default linux-x64; Node's names: linux-arm64, win32-x64)
--channel NAME    the channel that offers it (default stable)
--share P%        the share of that channel's players (default 0%; see vitrine release rollout)
--oldest-from V   players older than this version must install another release first
--oldest-browser N  the oldest supported version of the system browser
${signingHelp}`,
  async run(invocation) {
    const [, given = '', version = ''] = invocation.positionals;
    if (!isVersion(version)) throw wrongUsage(message('wrong-usage.version', { value: version }));
    if (!given.endsWith('.AppImage')) return add(invocation, given, version);
    const { file, remove } = await packed(given, version, architectureOf(invocation));
    try {
      return await add(invocation, file, version);
    } finally {
      await remove();
    }
  },
};

function architectureOf(invocation: Invocation): string {
  return textOption(invocation, 'arch') ?? 'linux-x64';
}

async function add(invocation: Invocation, file: string, version: string): Promise<number> {
  const folder = firstWord(invocation, 'folder');
  const name = basename(file);
  if (!isPackageName(name)) throw wrongUsage(message('wrong-usage.package'));
  const browser = textOption(invocation, 'oldest-browser');
  const target = {
    length: (await stat(file)).size,
    hashes: { sha256: await sha256Of(realFileSystem, file) },
    custom: {
      version,
      architecture: architectureOf(invocation),
      channel: textOption(invocation, 'channel') ?? 'stable',
      rollout: { seed: newSeed(), share: shareOption(textOption(invocation, 'share') ?? '0%') },
      oldestFrom: textOption(invocation, 'oldest-from') ?? null,
      oldestBrowser: browser === undefined ? null : Number(browser),
      recalled: false,
    },
  };
  const release = readRelease(name, target);
  if (release === null) throw wrongUsage(message('wrong-usage.release'));
  const needs = await publisherNeeds(invocation, folder);
  if ((await needs.folder.newest<TargetsPart>('targets'))?.targets[name] !== undefined)
    throw releaseError('release-exists', `There is a package ${name} already.`);
  const isRun = await printsVersion(file, release, invocation.signal);
  const place = join(needs.folder.packages, packagePath(release));
  await mkdir(needs.folder.packages, { recursive: true });
  // Copy the file before the metadata that refer to it.
  await copyFile(file, `${place}.new`);
  await chmod(`${place}.new`, 0o644);
  await rename(`${place}.new`, place);
  const isSeen = await changeTargets(needs, (targets) => ({ ...targets, [name]: target }));
  const notRun = isRun ? '' : ` It is for ${release.architecture}: its version could not be checked here.`;
  const text = `${name} is signed.${notRun}${notPublishedYet(isSeen)}\n`;
  await answer(invocation, { release, published: isSeen, checked: isRun }, text);
  return 0;
}

const run = promisify(execFile);

interface Packed {
  readonly file: string;
  remove(): Promise<void>;
}

/** A release is an archive of one folder that contains the program `vitrine`. Packs an AppImage as this program. */
async function packed(file: string, version: string, architecture: string): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-release-'));
  const name = `vitrine-${version}`;
  await mkdir(join(folder, name), { mode: 0o755 });
  await copyFile(file, join(folder, name, 'vitrine'));
  await chmod(join(folder, name, 'vitrine'), 0o755);
  const archive = join(folder, `${name}-${architecture}.AppImage.tar.gz`);
  await run('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', folder, name]);
  return { file: archive, remove: () => rm(folder, { recursive: true }) };
}

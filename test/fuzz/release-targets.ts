import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalize } from '@tufjs/canonical-json';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { check } from '../../src/main/operator/check.ts';
import { ReleaseFolder } from '../../src/main/operator/folder.ts';
import {
  keyId,
  makeKey,
  openKey,
  parseKeyFile,
  type Role,
  type Signer,
  signerOf,
} from '../../src/main/operator/keys.ts';
import { changeTargets, init } from '../../src/main/operator/publish.ts';
import { noFloors } from '../../src/main/release/kept-trust.ts';
import { isPackageName, packagePath, readRelease } from '../../src/main/release/release.ts';
import { lookAtMetadata } from '../../src/main/release/trusted.ts';
import { freshState } from '../../src/main/update/state.ts';
import { readState, stateText } from '../../src/main/update/state-file.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import type { Target } from './targets.ts';

const bytes = Buffer.from('a package, as far as anybody looks at it');
const sha256 = hash('sha256', bytes);
const name = 'vitrine-2.0.0.tar.gz';
const custom = {
  version: '2.0.0',
  architecture: 'linux-x64',
  channel: 'stable',
  oldestFrom: null,
  recalled: false,
  rollout: { seed: 'ab'.repeat(16), share: '0.5' },
  oldestBrowser: 120,
};
const files = ['1.root.json', 'timestamp.json', '2.snapshot.json', '2.targets.json'] as const;

function signer(role: Role): Signer {
  const file = makeKey(role, 'fuzz', '00', 2);
  const key = openKey(file, 'fuzz');
  if (key === null) throw new Error('a key does not open');
  return signerOf(file, key);
}

/** A folder with one release, made anew for each run: its keys are nobody's. */
async function folderOfReleases() {
  const path = await mkdtemp(join(tmpdir(), 'vitrine-fuzz-'));
  const signers = (['root', 'root', 'targets', 'snapshot', 'timestamp'] as const).map(signer);
  const needs = { folder: new ReleaseFolder(realFileSystem, path), signers, now: Date.now() };
  await init(needs, signers);
  await changeTargets(needs, () => ({ [name]: { length: bytes.length, hashes: { sha256 }, custom } }));
  await mkdir(needs.folder.packages);
  await writeFile(join(needs.folder.packages, packagePath({ sha256, name })), bytes);
  const texts = new Map(
    files.map((file) => [file, readFileSync(join(needs.folder.metadata, file))] as const),
  );
  return { path, folder: needs.folder, signers, texts };
}

/** The first line says which file it is, and whether somebody with all the keys has signed it. */
function read(input: Buffer): {
  readonly file: string;
  readonly isSigned: boolean;
  readonly content: Buffer;
} {
  const end = Math.max(0, input.indexOf('\n'));
  const [file = '', signed] = input.subarray(0, end).toString('latin1').split(' ');
  return { file, isSigned: signed === 'signed', content: input.subarray(end + 1) };
}

/** Signs whatever can be signed at all; null for what cannot. */
function signed(content: Buffer, signers: readonly Signer[]): Buffer | null {
  try {
    const part: unknown = JSON.parse(content.toString('utf8')).signed;
    const text = Buffer.from(canonicalize(part));
    const signatures = signers.map((each) => ({ keyid: keyId(each.public), sig: each.sign(text) }));
    return Buffer.from(JSON.stringify({ signatures, signed: part }));
  } catch {
    return null;
  }
}

/** What a folder of releases says of them, and what is kept of that. */
export const releaseTargets: Readonly<Record<string, () => Target | Promise<Target>>> = {
  'release metadata': async () => {
    const { path, signers, texts } = await folderOfReleases();
    const root = texts.get('1.root.json')?.toString('utf8') ?? '';
    const offered = JSON.stringify([readRelease(name, { length: bytes.length, hashes: { sha256 }, custom })]);
    return {
      seeds: [...texts].flatMap(([file, text]) =>
        ['', ' signed'].map((how) => Buffer.concat([Buffer.from(`${file}${how}\n`), text])),
      ),
      words: [
        ...[
          '"__proto__":',
          '"constructor":',
          '"keyids":[]',
          '"threshold":0',
          '"version":',
          '"expires":"9999-',
        ],
        ...['"delegations":{', '"length":1', '"custom":{}', 'null', '[[[[', ' signed\n', '"_type":"root"'],
      ],
      async run(input) {
        const { file, isSigned, content } = read(input);
        const given = isSigned ? signed(content, signers) : content;
        if (given === null) return;
        const all: ReadonlyMap<string, Buffer> = new Map([...texts, [file, given]]);
        const readOf = async (wanted: string, most: number) => {
          const found = all.get(wanted) ?? null;
          if (found !== null && found.length > most)
            throw new VitrineError('permanent', 'x', verbatim('too long'));
          return found;
        };
        const { releases } = await lookAtMetadata({ root }, noFloors, readOf, Date.now());
        if (!isSigned && JSON.stringify(releases) !== offered)
          throw new Error('what nobody has signed is believed');
        if (releases.some((release) => !isPackageName(release.name))) throw new Error('a name is a path');
      },
      close: () => rmSync(path, { recursive: true }),
    };
  },
  'release folder': async () => {
    const { path, folder, texts } = await folderOfReleases();
    const root = texts.get('1.root.json')?.toString('utf8') ?? '';
    return {
      seeds: [
        ...[...texts].map(([file, text]) => Buffer.concat([Buffer.from(`${file}\n`), text])),
        Buffer.concat([Buffer.from('package\n'), bytes]),
        Buffer.from(`key\n${JSON.stringify(makeKey('root', 'fuzz', '00', 2))}`),
        Buffer.from(`state\n${stateText(freshState('one'))}`),
      ],
      words: [
        '"__proto__":',
        'null',
        '"signed":',
        '"signatures":[]',
        '"keys":{}',
        'details ',
        'sum ',
        '\n',
        '1e99',
      ],
      async run(input) {
        const { file, content } = read(input);
        if (file === 'key') parseKeyFile(content.toString('utf8'), 'key');
        if (file === 'state') readState(content.toString('utf8'));
        const at =
          file === 'package'
            ? join(folder.packages, packagePath({ sha256, name }))
            : join(folder.metadata, files.find((each) => each === file) ?? 'timestamp.json');
        const before = await readFile(at);
        await writeFile(at, content);
        try {
          const found = await check(realFileSystem, folder, root, Date.now());
          if (!content.equals(before) && !found.some(({ state }) => state !== 'ok'))
            throw new Error('other bytes than were signed are called good');
        } finally {
          await writeFile(at, before);
        }
      },
      close: () => rmSync(path, { recursive: true }),
    };
  },
};

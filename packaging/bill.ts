import { execFileSync } from 'node:child_process';
import { sha256 } from './digest.ts';
import type { Publisher } from './publisher.ts';

/** A package of Debian beside or inside of ours. */
export interface DebianPackage {
  readonly name: string;
  /** Unknown where apt chooses it on the machine. */
  readonly version?: string;
  readonly architecture?: string;
  readonly scope: 'required' | 'optional';
}

interface BillNeeds {
  readonly root: string;
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly debian: readonly DebianPackage[];
  readonly publisher: Publisher;
  /** In seconds since 1970. */
  readonly date: number;
}

interface NpmBill {
  readonly metadata: { readonly tools: unknown; readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly unknown[];
  readonly dependencies: readonly unknown[];
}

/** The software bill of materials in CycloneDX 1.5: npm's own, with the file and what Debian adds. The same file gives the same text. */
export function billOf(needs: BillNeeds): string {
  const { file, name, version, publisher, date } = needs;
  const npm = npmBill(needs.root);
  // npm calls it by the folder of the checkout.
  const program = { ...npm.metadata.component, name: 'vitrine' };
  const hash = sha256(file);
  const debian = needs.debian.map(component);
  const reference = `${name}@${version}#${hash}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuid(hash)}`,
    version: 1,
    metadata: {
      timestamp: new Date(date * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: npm.metadata.tools,
      supplier: { name: publisher.maintainer, url: [publisher.homepage] },
      component: {
        'bom-ref': reference,
        type: 'application',
        name,
        version,
        hashes: [{ alg: 'SHA-256', content: hash }],
      },
    },
    // With what only builds it, too: parts of that are in the bundle.
    components: [program, ...npm.components, ...debian],
    dependencies: [
      { ref: reference, dependsOn: [program['bom-ref'], ...debian.map((each) => each['bom-ref'])] },
      ...npm.dependencies,
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function npmBill(root: string): NpmBill {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const isWindows = process.platform === 'win32';
  return JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8, shell: isWindows }),
  );
}

function component({ name, version, architecture, scope }: DebianPackage) {
  const about = architecture === undefined ? '' : `?arch=${architecture}`;
  const purl = `pkg:deb/debian/${name}${version === undefined ? '' : `@${encodeURIComponent(version)}`}${about}`;
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    ...(version === undefined ? {} : { version }),
    scope,
    purl,
  };
}

/** Of the eighth kind: its maker defines the bits. */
function uuid(hash: string): string {
  const digits = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** What apt installs with a package. */
export function pulledBy(deb: string): readonly DebianPackage[] {
  const of = (field: string, scope: DebianPackage['scope']): readonly DebianPackage[] =>
    execFileSync('dpkg-deb', ['--field', deb, field], { encoding: 'utf8' })
      .split(/[,\n]/)
      .map((each) => each.trim().replace(/[\s|(:].*/, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, scope }));
  return [...of('Depends', 'required'), ...of('Recommends', 'optional')];
}

/** What is installed in a Debian that lies in a folder. */
export function installedIn(folder: string): readonly DebianPackage[] {
  const format = ['Package', 'Version', 'Architecture'].map((name) => `\${${name}}`).join('\t');
  const lines = execFileSync(
    'dpkg-query',
    [`--admindir=${folder}/var/lib/dpkg`, '--show', `--showformat=${format}\n`],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', version = '', architecture = ''] = line.split('\t');
      return { name, version, architecture, scope: 'required' };
    });
}

// `npm run prove -- reproducible`: builds the packages of this commit twice and compares their bytes. The two builds differ in folder, home,
// umask, time zone, language and time. --image builds the disk image too, as root, with little compression; --quick compresses the
// Debian packages as little.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sha256 } from '../../../packaging/digest.ts';
import { humanSize } from '../../../src/main/ground/size.ts';
import { AptPublisher } from '../../../test/packaging/apt/publisher.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: { image: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'vitrine-reproducible-'));
/** Of both builds, whatever is committed meanwhile. */
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

interface Circumstances {
  readonly name: string;
  readonly umask: string;
  readonly env: Readonly<Record<string, string>>;
}

const circumstances: readonly [Circumstances, Circumstances] = [
  { name: 'a', umask: '022', env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' } },
  {
    name: 'another-folder/of-the-same-commit',
    umask: '077',
    env: { TZ: 'Asia/Tokyo', LC_ALL: 'C', LANG: 'de_DE.UTF-8' },
  },
];

const commands = [
  ['scripts/build.mjs'],
  ['packaging/kiosk/build.ts', ...(values.quick ? ['--quick'] : [])],
  ['packaging/portable/build.ts', '--arch', 'amd64'],
  ['packaging/portable/build.ts', '--arch', 'arm64'],
  ...(values.image ? [['packaging/image/build.ts', '--quick']] : []),
] as const;

interface Checkout {
  readonly name: string;
  readonly checkout: string;
  readonly run: (program: string, ...args: readonly string[]) => void;
}

/** Both are made before one is built: the commit may be rebased meanwhile. */
function checkOut({ name, umask, env }: Circumstances): Checkout {
  const at = join(folder, name);
  const [checkout, home] = [join(at, 'vitrine'), join(at, 'home')];
  mkdirSync(home, { recursive: true });
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync('sh', ['-c', `umask ${umask} && exec "$0" "$@"`, program, ...args], {
      cwd: at,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, VITRINE_IMAGE_CACHE: imageCache, ...env, HOME: home },
    });
  run('git', 'clone', '--quiet', '--no-checkout', `file://${root}`, checkout);
  run('git', '-C', checkout, 'checkout', '--quiet', '--detach', commit);
  // Not a link, which would give both the same paths.
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(checkout, 'node_modules')]);
  return { name, checkout, run };
}

/** Returns the folder with its packages. */
function build({ name, checkout, run }: Checkout): string {
  for (const [script, ...args] of commands) {
    process.stderr.write(`${name}: ${[script, ...args].join(' ')} …\n`);
    const out = script.startsWith('packaging') ? ['--out', join(checkout, 'release')] : [];
    run(
      'sh',
      '-c',
      'cd "$0" && exec "$@"',
      checkout,
      process.execPath,
      join(checkout, script),
      ...args,
      ...out,
    );
  }
  return join(checkout, 'release');
}

const imageCache = process.env.VITRINE_IMAGE_CACHE ?? join(process.env.HOME ?? '', '.cache/vitrine-image');

/** The repository without its signatures, which contain the time of signing. */
async function addRepository(release: string, publisher: AptPublisher, key: string): Promise<void> {
  rmSync(publisher.repository, { recursive: true, force: true });
  const debs = readdirSync(release).filter((name) => name.endsWith('.deb'));
  await publisher.publish(
    [key],
    debs.map((name) => join(release, name)),
    { SOURCE_DATE_EPOCH: '1700000000' },
  );
  execFileSync('cp', ['-r', publisher.repository, join(release, 'repository')]);
  for (const name of ['InRelease', 'Release.gpg']) rmSync(join(release, 'repository/dists/stable', name));
}

function filesIn(release: string): readonly string[] {
  return readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(release.length + 1))
    .sort();
}

/** The files inside of two packages that differ. */
function inside(one: string, other: string): string {
  const unpacked = [one, other].map((file, at) => {
    const target = join(folder, `unpacked-${at}`);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    if (file.endsWith('.deb')) execFileSync('dpkg-deb', ['--raw-extract', file, target]);
    else if (file.endsWith('.tar.gz')) execFileSync('tar', ['-xzf', file, '-C', target]);
    else execFileSync('cp', [file, join(target, 'file')]);
    return target;
  });
  const differing = execFileSync('sh', ['-c', 'diff -rq "$0" "$1" | head -20; true', ...unpacked], {
    encoding: 'utf8',
  });
  return differing || 'the files inside are the same: names, order, times or rights differ\n';
}

const publisher = await new AptPublisher().listen();
let failures = 0;
try {
  const key = publisher.key('proof');
  const [first, second] = circumstances.map(checkOut).map(build) as [string, string];
  for (const release of [first, second]) await addRepository(release, publisher, key);
  const [one, other] = [filesIn(first), filesIn(second)];
  process.stdout.write('| file | size | equal |\n| --- | --- | --- |\n');
  for (const name of new Set([...one, ...other])) {
    const isThere = one.includes(name) && other.includes(name);
    const isEqual = isThere && sha256(join(first, name)) === sha256(join(second, name));
    if (!isEqual) failures += 1;
    const size = isThere ? humanSize(statSync(join(first, name)).size) : 'only in one build';
    process.stdout.write(`| ${name} | ${size} | ${isEqual ? 'yes' : 'NO'} |\n`);
    if (isThere && !isEqual) process.stdout.write(inside(join(first, name), join(second, name)));
  }
} finally {
  await publisher.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

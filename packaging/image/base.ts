import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../kiosk/architectures.ts';
import { packagesOf } from './packages.ts';

const suite = 'trixie';
const components = 'main non-free-firmware';

/** This machine's mirrors of Debian, whichever release it runs itself. */
function sources(): readonly string[] {
  const lines = execFileSync('apt-get', ['indextargets', '--format', '$(RELEASE) $(REPO_URI) $(COMPONENT)'], {
    encoding: 'utf8',
  });
  const of = (pattern: string): string => {
    const [, address] = new RegExp(`^\\w+${pattern} (\\S+) main$`, 'm').exec(lines) ?? [];
    if (address === undefined) throw new Error(`apt has no source of Debian's suite "*${pattern}": add one`);
    return address;
  };
  const [debian, security] = [of(''), of('-security')];
  return [
    `deb ${debian} ${suite} ${components}`,
    `deb ${debian} ${suite}-updates ${components}`,
    `deb ${security} ${suite}-security ${components}`,
  ];
}

/** Debian with everything but our own package, as an archive. Made once a week, or when the list of packages changes. */
export function base(
  root: string,
  cache: string,
  date: number,
  architecture: Architecture = 'amd64',
): string {
  const packages = packagesOf(root, architecture);
  const lines = sources();
  const week = Math.floor(date / (7 * 24 * 3600));
  const key = createHash('sha256')
    .update(JSON.stringify([architecture, packages, lines, week]))
    .digest('hex')
    .slice(0, 16);
  const archive = join(cache, `base-${key}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const fresh = `${archive}.${process.pid}`;
  const start = new Date(week * 7 * 24 * 3600 * 1000);
  process.stderr.write(`image: making Debian 13 (${packages.length} packages; 5 to 15 minutes) …\n`);
  try {
    execFileSync(
      'mmdebstrap',
      [
        ...['--mode=root', '--variant=minbase', '--format=tar', '--quiet', `--architectures=${architecture}`],
        ...['--aptopt=APT::Install-Recommends "false"', `--include=${packages.join(',')}`],
        ...[suite, fresh, ...lines],
      ],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, SOURCE_DATE_EPOCH: String(start.getTime() / 1000) },
      },
    );
    renameSync(fresh, archive);
  } finally {
    rmSync(fresh, { force: true });
  }
  return archive;
}

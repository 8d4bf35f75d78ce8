import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Reference } from '../../src/main/cli/command.ts';
import { bash } from '../../src/main/cli/completion/bash.ts';
import { debianChangelog } from '../deb.ts';
import { layProgram } from '../program.ts';
import type { Publisher } from '../publisher.ts';
import type { Architecture } from './architectures.ts';
import { manPage } from './man-page.ts';

export interface PackageNeeds {
  /** The root of the checkout, with `dist/` built. */
  readonly root: string;
  /** For intermediate files. */
  readonly folder: string;
  readonly out: string;
  readonly architecture: Architecture;
  readonly version: string;
  /** In seconds since 1970. */
  readonly date: number;
  readonly quick: boolean;
  readonly publisher: Publisher;
}

/** Lays out the content of the package as it is on the machine. */
export async function layOut(needs: PackageNeeds & { readonly tree: string }): Promise<void> {
  const { root, tree, folder, version, date, publisher } = needs;
  const files = join(root, 'packaging/kiosk/files');
  const own = (name: string): string =>
    readFileSync(join(files, name), 'utf8').replaceAll('@VERSION@', version);
  const put = (path: string, content: string | Buffer, mode = 0o644): void => {
    const target = join(tree, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    writeFileSync(target, content, { mode });
    chmodSync(target, mode);
  };

  const program = `usr/lib/vitrine/${version}`;
  const node = layProgram(needs, join(tree, program));

  put('usr/lib/vitrine/start', own('start'), 0o755);
  put('usr/lib/vitrine/relay', own('relay'), 0o755);
  put('usr/lib/vitrine/installer', own('installer'), 0o755);
  put('usr/lib/vitrine/stick', own('stick'), 0o755);
  put('usr/lib/vitrine/display', own('display'), 0o755);
  put('usr/lib/vitrine/xorg.conf', own('xorg.conf'));
  put('usr/share/vitrine/config.json', own('config.json'));
  put('usr/share/vitrine/restart-machine.conf', own('restart-machine.conf'));
  put('lib/systemd/system/vitrine.service', own('vitrine.service'));
  put('lib/systemd/system/vitrine-display.service', own('vitrine-display.service'));
  put('lib/systemd/system/vitrine-installer.socket', own('vitrine-installer.socket'));
  put('lib/systemd/system/vitrine-installer@.service', own('vitrine-installer@.service'));
  put('lib/systemd/system/vitrine-stick.socket', own('vitrine-stick.socket'));
  put('lib/systemd/system/vitrine-stick@.service', own('vitrine-stick@.service'));
  put('lib/systemd/system/vitrine-set-up.path', own('vitrine-set-up.path'));
  put('lib/systemd/system/vitrine-set-up.service', own('vitrine-set-up.service'));
  put('usr/share/polkit-1/rules.d/60-vitrine.rules', own('wifi.rules'));
  put('etc/pam.d/vitrine', own('pam'));
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/vitrine/start', join(tree, 'usr/bin/vitrine'));

  const packed = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 });
  const documents = 'usr/share/doc/vitrine-kiosk';
  put(
    `${documents}/copyright`,
    `${own('copyright').replace('@HOMEPAGE@', () => publisher.homepage)}\n${licence(root)}`,
  );
  const entry = { name: 'vitrine-kiosk', version, date, maintainer: publisher.maintainer };
  put(`${documents}/changelog.gz`, packed(debianChangelog(entry, 'See CHANGELOG.md.gz beside this file.')));
  put(`${documents}/CHANGELOG.md.gz`, packed(readFileSync(join(root, 'CHANGELOG.md'))));
  put(`${documents}/LICENSE.node.gz`, packed(readFileSync(join(node, 'LICENSE'))));
  put('usr/share/lintian/overrides/vitrine-kiosk', own('lintian-overrides'));

  const script = join(root, 'dist/main/index.js');
  const reference: Reference = JSON.parse(
    execFileSync(process.execPath, [script, '--help', '--json'], { encoding: 'utf8', env: { HOME: folder } }),
  );
  put('usr/share/man/man1/vitrine.1.gz', packed(manPage(reference, date)));
  put('usr/share/bash-completion/completions/vitrine', bash(reference));
  readable(tree);
}

/** Independent of the packaging machine's umask: everyone may read these files, and only root may change them. */
function readable(tree: string): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile() && !isProgram(path)) chmodSync(path, 0o644);
  }
  chmodSync(tree, 0o755);
}

function isProgram(path: string): boolean {
  return /\/(node|start|relay|installer|stick|display)$/.test(path);
}

/** As a paragraph of Debian's copyright file. */
function licence(root: string): string {
  const [, ...lines] = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split('\n').slice(2);
  return `License: Expat\n${lines.map((line) => (line.trim() === '' ? ' .' : ` ${line}`)).join('\n')}\n`;
}

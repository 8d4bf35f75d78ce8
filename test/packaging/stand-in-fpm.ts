import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Stands in for fpm, which no registry within reach carries: makes a deb by dpkg-deb from exactly what the packager asks of
 * fpm, so that what is in it, its control file and its scripts can be looked at and installed.
 */
export function makeFpm(folder: string): string {
  const program = join(folder, 'fpm');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${fileURLToPath(import.meta.url)}' "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}

const alone = new Set(['--force', '--debug']);
const short: Readonly<Record<string, string>> = { '-d': '--depends', '-s': '--source', '-t': '--target' };

if (process.argv[1] === fileURLToPath(import.meta.url)) build(process.argv.slice(2));

function build(args: readonly string[]): void {
  const options = new Map<string, string[]>();
  const mappings: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (alone.has(word)) continue;
    if (!word.startsWith('-')) mappings.push(word);
    else {
      const name = short[word] ?? word;
      options.set(name, [...(options.get(name) ?? []), args[++at] ?? '']);
    }
  }
  const one = (name: string): string => options.get(name)?.[0] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-deb-'));
  for (const mapping of mappings) {
    const [, from = '', to = ''] = /^(.*?)\/?=(.*)$/.exec(mapping) ?? [];
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true });
  }
  mkdirSync(join(folder, 'DEBIAN'));
  const control = [
    `Package: ${one('--name')}`,
    `Version: ${one('--version')}`,
    `Architecture: ${one('--architecture')}`,
    `Maintainer: ${one('--maintainer')}`,
    `Depends: ${(options.get('--depends') ?? []).join(', ')}`,
    ...(options.get('--deb-recommends') ?? []).map((name) => `Recommends: ${name}`),
    `Section: ${one('--category')}`,
    `Priority: ${one('--deb-priority')}`,
    `Homepage: ${one('--url')}`,
    `Description: ${one('--description').trim().replaceAll('\n', '\n ')}`,
  ];
  writeFileSync(join(folder, 'DEBIAN', 'control'), `${control.join('\n')}\n`);
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ] as const) {
    cpSync(one(option), join(folder, 'DEBIAN', name));
    chmodSync(join(folder, 'DEBIAN', name), 0o755);
  }
  chmodSync(folder, 0o755);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', folder, one('--package')]);
  rmSync(folder, { recursive: true });
}

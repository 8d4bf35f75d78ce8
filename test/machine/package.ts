import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packages of this checkout; `newer` is the same program with a higher version. */
    readonly packages: { readonly current: string; readonly newer: string };
  }
}

const root = join(import.meta.dirname, '../..');

/** Builds both packages once for all machines. */
export function setup(project: TestProject): () => void {
  const { current, newer, remove } = buildPackages();
  project.provide('packages', { current, newer: newer() });
  return remove;
}

/** The package of this checkout, and a newer one if requested. */
export function buildPackages(): { readonly current: string; newer(): string; remove(): void } {
  const out = mkdtempSync(join(tmpdir(), 'vitrine-packages-'));
  const build = (...more: readonly string[]): string => {
    const args = ['packaging/kiosk/build.ts', '--arch', 'amd64', '--quick', '--out', out, ...more];
    return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }).trim().split(/\s/)[0] ?? '';
  };
  execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  return {
    current: build(),
    newer: () => build('--version', '99.0.0'),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}

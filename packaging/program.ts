import { chmodSync, copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Architecture, architectures, nodePackage } from './kiosk/architectures.ts';

export interface ProgramNeeds {
  /** The root of the checkout, with `dist/` built. */
  readonly root: string;
  /** For intermediate files. */
  readonly folder: string;
  readonly architecture: Architecture;
}

/** Lays out the player with the pinned Node and the native database in a folder. Returns the package of Node. */
export function layProgram({ root, folder, architecture }: ProgramNeeds, target: string): string {
  const copy = (from: string, to: string): void => {
    mkdirSync(dirname(join(target, to)), { recursive: true, mode: 0o755 });
    cpSync(from, join(target, to), { recursive: true, filter: (path) => !path.endsWith('.map') });
  };
  const node = nodePackage(root, folder, architecture);
  mkdirSync(target, { recursive: true, mode: 0o755 });
  copyFileSync(join(node, 'bin/node'), join(target, 'node'));
  chmodSync(join(target, 'node'), 0o755);
  copyFileSync(join(root, 'package.json'), join(target, 'package.json'));
  for (const part of ['main', 'renderer', 'demo', 'clips']) copy(join(root, 'dist', part), `dist/${part}`);
  const database = 'node_modules/better-sqlite3';
  for (const part of ['package.json', 'lib', `prebuilds/${architectures[architecture].database}`])
    copy(join(root, database, part), `${database}/${part}`);
  return node;
}

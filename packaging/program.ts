import { chmodSync, copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Architecture, architectures, nodePackage } from './kiosk/architectures.ts';

export interface ProgramNeeds {
  /** Of the checkout; `dist/` is built. */
  readonly root: string;
  /** For what is made on the way. */
  readonly folder: string;
  readonly architecture: Architecture;
}

/** The player with the pinned Node and the native database, as it lies in a folder of its own. Answers the Node's package. */
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

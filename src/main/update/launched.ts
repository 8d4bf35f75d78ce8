import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { failuresOf, type ReleaseId, releaseVariable } from './state.ts';

/** What a launcher says to the player that it starts. */
export interface Launched {
  readonly release: ReleaseId;
  /** The version of the package below the releases, where a package manager may change that. */
  readonly over: string | null;
  /** Where releases belong to root; null: in the folder of the launcher. */
  readonly byRoot: {
    readonly shelf: string;
    /** Of root's installer. */
    readonly socket: string;
    /** The root of the releases that is trusted at first. */
    readonly trusted: string;
  } | null;
}

/** Null: no launcher has started this player, and nobody would start another release. */
export function launchedBy(env: NodeJS.ProcessEnv): Launched | null {
  const release = env[releaseVariable];
  if (!release) return null;
  const {
    VITRINE_FACTORY: over = null,
    VITRINE_RELEASES: shelf,
    VITRINE_INSTALLER: socket,
    VITRINE_RELEASES_ROOT: trusted,
  } = env;
  const byRoot = shelf && socket && trusted ? { shelf, socket, trusted } : null;
  return { release, over, byRoot };
}

/** This release ends for a reason that another one would have too: its files are whole. */
export function forgetFailures(env: NodeJS.ProcessEnv): void {
  const { VITRINE_UPDATE_ROOT: root, [releaseVariable]: release } = env;
  if (root && release) rmSync(join(root, failuresOf(release)), { force: true });
}

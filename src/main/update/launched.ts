import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../errors.ts';
import { failuresOf, type ReleaseId, releaseVariable, wantedEnd } from './state.ts';

/** What a launcher says to the player that it starts. */
export interface Launched {
  readonly release: ReleaseId;
  /** Names this start of the player, however often its engine begins anew. */
  readonly start: string;
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
  return { release, start: randomUUID(), over, byRoot };
}

/**
 * Somebody wants the player to end. Exit code 0 alone does not say so: with it Electron also ends when it loses its display before
 * it is ready.
 */
export function noteWantedEnd({ VITRINE_UPDATE_ROOT: root }: NodeJS.ProcessEnv): void {
  if (root) asTheDiskAllows(() => writeFileSync(join(root, wantedEnd), ''));
}

/** This release ends for a reason that another one would have too: its files are whole. */
export function forgetFailures(env: NodeJS.ProcessEnv): void {
  const { VITRINE_UPDATE_ROOT: root, [releaseVariable]: release } = env;
  if (root && release) asTheDiskAllows(() => rmSync(join(root, failuresOf(release)), { force: true }));
}

/** A disk that takes nothing must not keep a player from ending well, hide why it ends, or end its launcher. */
export function asTheDiskAllows(change: () => void): void {
  try {
    change();
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  }
}

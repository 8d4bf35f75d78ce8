import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../ground/errors.ts';
import { attemptsOf, factory, overVariable, type ReleaseId, releaseVariable, wantedEnd } from './state.ts';

/** What the launcher passes to the player that it starts. */
export interface Launched {
  readonly release: ReleaseId;
  /** Identifies this start of the player, across restarts of its engine. */
  readonly start: string;
  /** Version of the package below the releases, where a package manager may change it. */
  readonly over: string | null;
  /** Where root owns the releases; null: they are in the launcher's folder. */
  readonly byRoot: {
    readonly shelf: string;
    /** The socket of root's installer. */
    readonly socket: string;
    /** The TUF root that is trusted at first. */
    readonly trusted: string;
  } | null;
}

/** Null: no launcher started this player, so nothing would start another release. */
export function launchedBy(env: NodeJS.ProcessEnv): Launched | null {
  const release = env[releaseVariable];
  if (!release) return null;
  const {
    [overVariable]: over = null,
    VITRINE_RELEASES: shelf,
    VITRINE_INSTALLER: socket,
    VITRINE_RELEASES_ROOT: trusted,
  } = env;
  const byRoot = shelf && socket && trusted ? { shelf, socket, trusted } : null;
  return { release, start: randomUUID(), over, byRoot };
}

/** This player is a package that its state, which names a release as current, does not know. */
export function isNewPackage(env: NodeJS.ProcessEnv): boolean {
  const { VITRINE_UPDATE_ROOT: root, [releaseVariable]: release, [overVariable]: over } = env;
  if (!root || !over || release !== factory) return false;
  let text = '';
  asTheDiskAllows(() => {
    text = readFileSync(join(root, 'update-state'), 'utf8');
  });
  return /^current [0-9a-f]{64}$/m.test(text) && !text.includes(`\nover ${over}\n`);
}

/**
 * Marks a requested end. Exit code 0 alone does not prove one: Electron also ends with 0 when it loses its display before it is
 * ready.
 */
export function noteWantedEnd({ VITRINE_UPDATE_ROOT: root }: NodeJS.ProcessEnv): void {
  if (root) asTheDiskAllows(() => writeFileSync(join(root, wantedEnd), ''));
}

/** This release ends for a reason that would end any release: its files are intact. */
export function forgetFailures(env: NodeJS.ProcessEnv): void {
  const { VITRINE_UPDATE_ROOT: root, [releaseVariable]: release } = env;
  if (root && release) asTheDiskAllows(() => rmSync(join(root, attemptsOf(release)), { force: true }));
}

/** A disk that fails must not break the player's end, hide its reason, or end the launcher. */
export function asTheDiskAllows(change: () => void): void {
  try {
    change();
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
  }
}

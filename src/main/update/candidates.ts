import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../ground/errors.ts';
import { completeMark, program } from './shelf.ts';
import { attemptsOf, factory, mostAttempts, type ReleaseId, type UpdateState } from './state.ts';
import { readState } from './state-file.ts';

export interface Installation {
  readonly root: string;
  /** The program that was installed manually: it never changes, and runs when nothing else can. */
  readonly factory: string;
  /** Its version, where a package manager may change that; null: nobody but a person's hand does. */
  readonly over: string | null;
}

/** A trial spends an attempt before it starts, any other release when it fails to come up: files rot. */
export interface Candidate {
  readonly release: ReleaseId;
  readonly isTrial: boolean;
}

/** The first that is whole and has attempts left. When there is none, the factory starts. */
export function pick(installation: Installation): Candidate {
  const { root } = installation;
  const found = candidates(installation).find(
    (one) =>
      existsSync(programOf(installation, one.release)) &&
      (one.release === factory || existsSync(join(root, 'releases', one.release, completeMark))) &&
      spentBy(root, one) < mostAttempts &&
      (!one.isTrial || spend(root, one)),
  );
  return found ?? { release: factory, isTrial: false };
}

/** The player's list, best first. A package that it does not know yet comes before it, and applies `laidOver`. */
function candidates({ root, over }: Installation): readonly Candidate[] {
  const state = stateIn(root);
  if (state === null) return [];
  const { trial, current, previous } = state;
  return [
    ...(over === null || over === state.over ? [] : [{ release: factory, isTrial: false }]),
    ...(trial === null ? [] : [{ release: trial.release, isTrial: true }]),
    { release: current, isTrial: false },
    { release: previous ?? factory, isTrial: false },
  ];
}

/** Null: it is missing, damaged, or cannot be read. */
export function stateIn(root: string): UpdateState | null {
  return readState(textOf(join(root, 'update-state')));
}

export function programOf({ root, factory: own }: Installation, release: ReleaseId): string {
  return release === factory ? own : join(root, 'releases', release, program);
}

/** False: no attempt is left, or it cannot be written down. Durable, so that power cuts cannot prolong a trial for ever. */
export function spend(root: string, candidate: Candidate): boolean {
  if (spentBy(root, candidate) >= mostAttempts) return false;
  try {
    append(
      join(root, attemptsOf(candidate.release, candidate.isTrial)),
      candidate.isTrial ? 'start\n' : 'failed\n',
    );
    syncFolder(root);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return false;
  }
}

function spentBy(root: string, candidate: Candidate): number {
  return (
    textOf(join(root, attemptsOf(candidate.release, candidate.isTrial))).match(/^(start|failed)$/gm)
      ?.length ?? 0
  );
}

function append(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, line);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows has no way to open a folder for this; its file systems journal names by themselves. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (systemCode(thrown) === null) throw thrown;
    return '';
  }
}

import { hash } from 'node:crypto';
import * as v from 'valibot';

/** A package with a build of this player, by its signed metadata. */
export interface Release {
  /** Hash of the package, and the player's id of the release. */
  readonly sha256: string;
  /** The name of the package in the folder, without the hash in front of it. */
  readonly name: string;
  readonly bytes: number;
  readonly version: string;
  /** As Node calls platform and processor: `linux-x64`. */
  readonly architecture: string;
  readonly channel: string;
  readonly rollout: { readonly seed: string; readonly share: number };
  /** An older player has to take another release first. */
  readonly oldestFrom: string | null;
  /** The major version of the oldest system browser that it can use. */
  readonly oldestBrowser: number | null;
  /** No player takes it any more, and players that run it go back. */
  readonly recalled: boolean;
}

const version = v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/));

export const customSchema = v.object({
  version,
  architecture: v.pipe(v.string(), v.regex(/^[a-z0-9]+-[a-z0-9]+$/)),
  channel: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  rollout: v.object({
    seed: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    // Text, as canonical JSON has no fractions.
    share: v.pipe(v.string(), v.regex(/^(0(\.\d{1,6})?|1)$/), v.transform(Number)),
  }),
  oldestFrom: v.nullable(version),
  oldestBrowser: v.nullable(v.pipe(v.number(), v.integer())),
  recalled: v.boolean(),
});

const targetSchema = v.object({
  length: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  hashes: v.object({ sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  custom: customSchema,
});

/** Null: not a release, or one of a format that this version does not know. */
export function readRelease(name: string, target: unknown): Release | null {
  const read = v.safeParse(targetSchema, target);
  if (!read.success || !isPackageName(name)) return null;
  const { length, hashes, custom } = read.output;
  return { name, bytes: length, sha256: hashes.sha256, ...custom };
}

export function isPackageName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,100}\.tar\.gz$/.test(name);
}

/** Path of the package below `targets/`. */
export function packagePath({ sha256, name }: Pick<Release, 'sha256' | 'name'>): string {
  return `${sha256}.${name}`;
}

export function isVersion(text: string): boolean {
  return v.is(version, text);
}

/** Below 0: `one` is older. Text after `-` or `+` is ignored. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.split(/[-+]/, 1)[0]?.split('.').map(Number) ?? []);
  for (const index of [0, 1, 2]) {
    const difference = (ones?.[index] ?? 0) - (others?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * A player's place in a release's rollout, from 0 to 1: it takes part once the share exceeds it. A larger share includes the same
 * players and more, and another release begins with others.
 */
export function standing(seed: string, playerId: string): number {
  return Number.parseInt(hash('sha256', `${seed}\0${playerId}`).slice(0, 12), 16) / 2 ** 48;
}

export function takesPart({ rollout }: Pick<Release, 'rollout'>, playerId: string): boolean {
  return standing(rollout.seed, playerId) < rollout.share;
}

export const thisArchitecture = `${process.platform}-${process.arch}`;

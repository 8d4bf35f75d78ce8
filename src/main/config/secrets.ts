import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretName } from '../ground/scrub.ts';
import type { Config } from './config.ts';

/** Names of files with such a thing. */
const secretFile = /(token|secret|password|key|credentials|enrolment)file$/i;
/** What this player keeps of logins and of its fleet in its data folder. */
const keptFile = /^(login|fleet-[\w-]{1,40})\.json$/;
/** The names under which an address carries something secret are the other side's. */
const leastOfAddress = 12;

/** Everything that opens something, as far as this player knows it: to be looked for in whatever leaves the machine. */
export function secretsOf(config: Pick<Config, 'dataDir'>): readonly string[] {
  const kept = namesIn(config.dataDir).filter((name) => keptFile.test(name));
  const texts = kept.flatMap((name) => textOf(join(config.dataDir, name)) ?? []);
  return [...new Set([...within(config), ...texts.flatMap(inFile)])];
}

function within(value: unknown): readonly string[] {
  if (typeof value === 'string') return inAddress(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (isSecretName(name)) return leaves(inner);
    const text = typeof inner === 'string' && secretFile.test(name) ? textOf(inner) : null;
    return text ? inFile(text) : within(inner);
  });
}

/** Each text in it: what is called `headers` holds several. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** User, password and the longer values of an address, as they are written there and as they are meant. */
function inAddress(text: string): readonly string[] {
  const url = text.includes('://') ? URL.parse(text) : null;
  if (url === null) return [];
  const written = [url.username, url.password].filter((part) => part !== '');
  const values = [...url.searchParams.values()].filter((value) => value.length >= leastOfAddress);
  return [...written, ...written.map(meant), ...values];
}

function meant(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    // A percent sign that stands for itself.
    return written;
  }
}

/** A file with a secret holds nothing else, or JSON: each longer text of that, and what is called a secret. */
function inFile(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') return [...within(parsed), ...leaves(parsed).filter(isLong)];
  } catch {
    // Then it is the secret itself.
  }
  return [text];
}

/** An address opens nothing. */
function isLong(text: string): boolean {
  return text.length >= 16 && !text.includes('://');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // What cannot be read is in nothing of ours either.
    return [];
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // It is not there, or not for us: then it is in nothing of ours either.
    return null;
  }
}

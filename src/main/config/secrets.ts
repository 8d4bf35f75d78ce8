import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretName } from '../ground/scrub.ts';
import type { Config } from './config.ts';
import { readSetup } from './setup-file.ts';

/** Settings whose files contain a secret. */
const secretFile = /(token|secret|password|key|credentials|enrolment)file$/i;
/** Login and fleet credentials in the data folder. */
const keptFile = /^(login|fleet-[\w-]{1,40})\.json$/;
/** Other sites choose their query names, so every value of at least this length counts as a secret. */
const leastOfAddress = 12;

/** All secrets known to this player, to be removed from everything that leaves the machine. */
export function secretsOf(config: Pick<Config, 'dataDir' | 'alerts'>): readonly string[] {
  const kept = namesIn(config.dataDir).filter((name) => keptFile.test(name));
  const texts = kept.flatMap((name) => textOf(join(config.dataDir, name)) ?? []);
  // Setup's file also has what was before the last change.
  const { values } = readSetup(config.dataDir);
  return [...new Set([...within(config), ...within(values), ...ofWebhook(config), ...texts.flatMap(inFile)])];
}

/** The address of a webhook is a secret from its path on. */
function ofWebhook({ alerts }: Pick<Config, 'alerts'>): readonly string[] {
  const url = URL.parse(alerts.webhook?.url ?? '');
  if (url === null || url.pathname === '/') return [];
  const words = url.pathname.split('/').filter((word) => word.length >= leastOfAddress);
  return [`${url.pathname}${url.search}`, ...words];
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

/** All texts in a value: `headers` holds several. */
function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** User, password and longer values of an address, both encoded and decoded. */
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

/** A secret file is either the secret itself or JSON: then each longer text, and each secret name. */
function inFile(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') return [...within(parsed), ...leaves(parsed).filter(isLong)];
  } catch {
    // Then it is the secret itself.
  }
  return [text];
}

/** An address is no secret. */
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

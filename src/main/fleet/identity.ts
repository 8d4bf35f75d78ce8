import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { secretPath } from '../config/secret-path.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import type { Identity } from './mqtt-connection.ts';

type FleetConfig = Config['fleet'];

const credentialsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    user: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
    password: v.pipe(v.string(), v.maxLength(2000)),
  }),
);

/** Credentials for the broker. No error may quote these files. */
export async function identityOf(fleet: FleetConfig, env: NodeJS.ProcessEnv): Promise<Identity> {
  const { credentialsFile, caFile, certificateFile, keyFile } = fleet;
  const login = credentialsFile === null ? null : await readCredentials(secretPath(credentialsFile, env));
  return {
    user: login?.user ?? null,
    password: login?.password ?? null,
    ca: await textOf(caFile, 'fleet.caFile'),
    certificate: await textOf(certificateFile, 'fleet.certificateFile'),
    key: await textOf(keyFile && secretPath(keyFile, env), 'fleet.keyFile'),
  };
}

/**
 * The stable name of this player: topics and session are named after it. Rejects while the credentials are unreadable, because
 * a fallback would connect under another name.
 */
export async function deviceOf(fleet: FleetConfig, env: NodeJS.ProcessEnv): Promise<string> {
  if (fleet.device !== null) return fleet.device;
  const name = fleet.credentialsFile === null ? hostname() : await userOf(fleet.credentialsFile, env);
  return name.replace(/[^\w.-]+/g, '-').slice(0, 64) || 'player';
}

/** The user name in the credentials file. */
export async function userOf(file: string | null, env: NodeJS.ProcessEnv): Promise<string> {
  if (file !== null) return (await readCredentials(secretPath(file, env))).user;
  throw new VitrineError('usage', message('fleet-credentials.unset'));
}

async function readCredentials(path: string): Promise<{ readonly user: string; readonly password: string }> {
  const parsed = v.safeParse(credentialsSchema, await textOf(path, 'fleet.credentialsFile'));
  if (parsed.success) return parsed.output;
  const example = '{"user": "shop-17", "password": "…"}';
  throw new VitrineError('auth', message('fleet-credentials.invalid', { path, example }));
}

async function textOf(path: string, setting: string): Promise<string>;
async function textOf(path: string | null, setting: string): Promise<string | null>;
async function textOf(path: string | null, setting: string): Promise<string | null> {
  if (path === null) return null;
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = systemCode(cause) ?? 'unknown';
    throw new VitrineError('auth', message('fleet-file', { setting, path, code }));
  }
}

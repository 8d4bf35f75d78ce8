import { readFile } from 'node:fs/promises';
import { type ConnectionOptions, rootCertificates } from 'node:tls';
import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { secretPath } from '../config/secret-path.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';

/** Files are read for each alert, so that a corrected one counts at once. No error may quote them. */
export async function secretOf(setting: string, file: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await textOf(setting, secretPath(file, env))).trim();
}

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    user: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
    password: v.pipe(v.string(), v.maxLength(2_000)),
  }),
);

export async function credentialsOf(
  setting: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<v.InferOutput<typeof schema>> {
  const path = secretPath(file, env);
  const parsed = v.safeParse(schema, await textOf(setting, path));
  if (parsed.success) return parsed.output;
  const example = '{"user": "shop@example.com", "password": "…"}';
  throw new VitrineError('auth', message('alert-credentials', { path, example }));
}

/** Certificates are always verified: an environment variable could switch Node's default off. */
export async function tlsOf(caFile: string | null): Promise<ConnectionOptions> {
  const own = caFile === null ? null : await textOf('alerts.caFile', caFile);
  const ca = own === null ? {} : { ca: [...rootCertificates, own] };
  return { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...ca };
}

async function textOf(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = systemCode(cause) ?? 'unknown';
    throw new VitrineError('auth', message('alert-file', { setting, path, code }), { cause });
  }
}

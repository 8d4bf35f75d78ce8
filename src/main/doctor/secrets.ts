import { statSync } from 'node:fs';
import { secretPath } from '../cms/from-config.ts';
import type { Config } from '../config.ts';
import { type Finding, warn } from '../finding.ts';

/** Finds files with a secret that every user of this machine can read. */
export function checkSecrets(
  { file, cms }: Pick<Config, 'file' | 'cms'>,
  env: NodeJS.ProcessEnv,
): readonly Finding[] {
  const inFile = [env.VITRINE_CMS_TOKEN ? null : cms.token, cms.oauth?.clientSecret ?? null];
  const files = [
    ...[cms.tokenFile, cms.oauth?.clientSecretFile ?? null].map((path) => path && secretPath(path, env)),
    inFile.some((secret) => secret !== null) ? file : null,
  ];
  return files.flatMap((path) =>
    path !== null && isOpenToAll(path)
      ? [warn('token', `Every user of this machine can read ${path}.`, `Run: chmod 600 ${path}`)]
      : [],
  );
}

function isOpenToAll(path: string): boolean {
  try {
    return process.platform !== 'win32' && (statSync(path).mode & 0o004) !== 0;
  } catch {
    // The file is not there, or this user may not see it: the check of the CMS says so.
    return false;
  }
}

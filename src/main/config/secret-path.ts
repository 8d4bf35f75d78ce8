import { isAbsolute, join } from 'node:path';

/** A bare name is one of the credentials that systemd hands to the service. */
export function secretPath(file: string, env: NodeJS.ProcessEnv): string {
  const folder = env.CREDENTIALS_DIRECTORY;
  return folder && !isAbsolute(file) && !/[\\/]/.test(file) ? join(folder, file) : file;
}

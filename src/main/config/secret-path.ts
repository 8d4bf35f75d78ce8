import { isAbsolute, join } from 'node:path';

/** A bare name refers to a systemd credential of the service. */
export function secretPath(file: string, env: NodeJS.ProcessEnv): string {
  const folder = env.CREDENTIALS_DIRECTORY;
  return folder && !isAbsolute(file) && !/[\\/]/.test(file) ? join(folder, file) : file;
}

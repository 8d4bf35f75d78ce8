/**
 * Whether somebody starts the player again when it ends. systemd names the process that it has started; in a checkout, and
 * where Electron is started by our own program, that is the one before this one.
 */
export function isSupervised(env: NodeJS.ProcessEnv, pid: number, parent: number): boolean {
  if (env.VITRINE_SUPERVISED !== undefined) return env.VITRINE_SUPERVISED === '1';
  return [pid, parent].some((id) => env.SYSTEMD_EXEC_PID === String(id));
}

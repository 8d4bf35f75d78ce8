/**
 * Whether something restarts the player when it ends. systemd names the process that it started; in a checkout, and where our
 * own program starts Electron, that is the parent of this one.
 */
export function isSupervised(env: NodeJS.ProcessEnv, pid: number, parent: number): boolean {
  if (env.VITRINE_SUPERVISED !== undefined) return env.VITRINE_SUPERVISED === '1';
  return [pid, parent].some((id) => env.SYSTEMD_EXEC_PID === String(id));
}

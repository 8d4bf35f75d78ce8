/** Milliseconds of processor time of an action: unlike wall time, not longer on a busy machine. */
export function cpuMs(action: () => void): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

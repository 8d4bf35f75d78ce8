import { readFile } from 'node:fs/promises';

/** Private memory of a process in bytes. Null: it has just ended, or this is not Linux. */
export async function ownMemory(pid: number): Promise<number | null> {
  try {
    return bytesIn(await readFile(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return null;
  }
}

/** Only private memory: code and libraries are shared with all others, and come and go. */
function bytesIn(status: string): number | null {
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((field) =>
    Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN),
  );
  const sum = kilobytes.reduce((one, other) => one + other, 0);
  return Number.isFinite(sum) ? sum * 1024 : null;
}

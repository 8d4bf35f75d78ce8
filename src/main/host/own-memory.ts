import { readFile } from 'node:fs/promises';

/** Bytes that a process alone holds. Null: it just went away, or this is no Linux. */
export async function ownMemory(pid: number): Promise<number | null> {
  try {
    return bytesIn(await readFile(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return null;
  }
}

/** What is its own: the program's code and the libraries are shared with all others, and come and go. */
function bytesIn(status: string): number | null {
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((field) =>
    Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN),
  );
  const sum = kilobytes.reduce((one, other) => one + other, 0);
  return Number.isFinite(sum) ? sum * 1024 : null;
}

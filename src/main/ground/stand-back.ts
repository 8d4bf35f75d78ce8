import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of the calling thread alone, so that its work takes what the threads of the show leave. Only Linux has
 * priorities by thread.
 */
export function standBack(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.max(getPriority(thread), niceness));
  } catch {
    // Without /proc it stays as it is.
  }
}

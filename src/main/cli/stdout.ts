import { appendFile } from 'node:fs/promises';
import { message } from '../../shared/languages/message.ts';
import { withEscapes } from '../../shared/plain-text.js';
import { systemCode, VitrineError } from '../ground/errors.ts';

/** The exit code of SIGPIPE: the reader closed the pipe. */
export const readerGone = 141;

/** Without listeners an error of these streams would end the program. Each write reports its own error. */
export function prepareOutput(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

/**
 * Removes control characters: foreign names must not control the terminal. Resolves when the text is written, because a lost
 * answer is a failure of the command. On Windows, Electron writes an empty line to stdout before any script runs:
 * `bin/vitrine.cmd` has the answer written to a file, and prints that.
 */
export function print(answer: string): Promise<void> {
  const text = withEscapes(answer);
  const file = process.env.VITRINE_ANSWER_FILE;
  if (file) {
    return appendFile(file, text, { mode: 0o600 }).catch((cause: unknown) => {
      throw cause instanceof Error ? unwritten(cause) : cause;
    });
  }
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (cause) => (cause ? reject(unwritten(cause)) : resolve()));
  });
}

/** Progress may return to the start of its line; other control characters are removed. */
export function progressText(text: string): string {
  const own = ['\r\x1b[K', '\r'].find((begin) => text.startsWith(begin)) ?? '';
  return own + withEscapes(text.slice(own.length));
}

/** Some systems write to a pipe asynchronously: an earlier exit would truncate the text. */
export async function drained(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableLength > 0) await new Promise((resolve) => stream.write('', resolve));
}

function unwritten(cause: Error): VitrineError {
  if (systemCode(cause) === 'EPIPE') return new VitrineError('permanent', message('reader-gone'), { cause });
  // `ENOSPC: no space left on device, write`
  const [, reason = cause.message] = /^E\w+: (.*), \w+/.exec(cause.message) ?? [];
  return new VitrineError('permanent', message('output-failed', { reason }), { cause });
}

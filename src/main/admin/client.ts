import { request } from 'node:http';
import { message, restored } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from '../ground/errors.ts';
import { errorFrom } from './failure.ts';
import { controlSocket } from './socket.ts';

/** Sends a request to the player on this data folder. Null: no player runs. */
export async function askPlayer(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
  timeoutMs = 10_000,
  fields?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const answer = await call(dataDir, method, path, { timeoutMs, fields });
  if (answer === null) return null;
  const body = JSON.parse(answer.bytes.toString('utf8'));
  if (answer.status >= 400) throw errorFrom(body);
  return restored(body);
}

function isNobody(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes(systemCode(error) ?? '');
}

/** Downloads a file from the player; null: no player runs. */
export async function askPlayerForFile(
  dataDir: string,
  path: string,
  timeoutMs: number,
): Promise<{ readonly name: string; readonly bytes: Buffer } | null> {
  const answer = await call(dataDir, 'GET', path, { timeoutMs, fields: undefined });
  if (answer === null) return null;
  if (answer.status >= 400) throw errorFrom(JSON.parse(answer.bytes.toString('utf8')));
  return { name: answer.name ?? 'vitrine', bytes: answer.bytes };
}

interface Answer {
  readonly status: number;
  /** File name of a download. */
  readonly name: string | null;
  readonly bytes: Buffer;
}

interface Question {
  readonly timeoutMs: number;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

async function call(dataDir: string, method: string, path: string, { timeoutMs, fields }: Question) {
  let socket: ReturnType<typeof controlSocket>;
  try {
    socket = controlSocket(dataDir);
  } catch {
    return null;
  }
  try {
    return await new Promise<Answer | null>((resolve, reject) => {
      const outgoing = request({ socketPath: socket.path, method, path, timeout: timeoutMs }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 500,
            name: /filename="([\w.-]+)"/.exec(response.headers['content-disposition'] ?? '')?.[1] ?? null,
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.on('timeout', () =>
        outgoing.destroy(new VitrineError('temporary', message('player-silent', { time: timeoutMs }))),
      );
      outgoing.on('error', (error) => {
        if (isNobody(error)) resolve(null);
        else if (systemCode(error) === 'EACCES') {
          reject(new VitrineError('permanent', message('player-not-yours')));
        } else reject(error);
      });
      outgoing.end(fields && JSON.stringify(fields));
    });
  } finally {
    socket.release();
  }
}

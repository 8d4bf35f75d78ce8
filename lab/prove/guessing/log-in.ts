import { type Agent, request } from 'node:https';

interface From {
  readonly port: number;
  readonly localAddress: string;
  /** False: a new connection. */
  readonly agent: Agent | false;
  readonly connected?: () => void;
}

/** One login at the player's page. Returns the status, or null without an answer. */
export function logIn(password: string, { connected, ...from }: From): Promise<number | null> {
  const body = JSON.stringify({ password });
  const headers = {
    host: `localhost:${from.port}`,
    origin: `https://localhost:${from.port}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const to = { ...from, host: '127.0.0.1', path: '/api/login', method: 'POST' };
  return new Promise((resolve) => {
    const requested = request({ ...to, headers, rejectUnauthorized: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? null));
      response.once('error', () => resolve(null));
    });
    requested.once('socket', (socket) => {
      if (socket.connecting) connected?.();
    });
    requested.once('error', () => resolve(null));
    requested.end(body);
  });
}
